import { expect, test } from "bun:test"
import { clearerWish } from "./said-again.ts"

test("of two wordings the rule is kept, without what is said to the one who is there", () => {
  expect(clearerWish("I told you, no comments", "please don't add comments")).toBe("Don't add comments")
  expect(clearerWish("No, use pnpm", "no, it's pnpm")).toBe("Use pnpm")
  expect(clearerWish("Never push to main", "Always push to main!")).toBe("Never push to main")
  expect(clearerWish("use the logger", "please do use the logger")).toBe("Use the logger")
  expect(clearerWish("semicolons again... ", "ok no semicolons pls")).toBe("No semicolons")
  expect(clearerWish("you forgot the changelog entry", "always add a changelog entry, please")).toBe(
    "Always add a changelog entry",
  )
  expect(clearerWish("lodash again??", "write the fetcher. without lodash, please")).toBe("Without lodash")
  expect(clearerWish("lodash again??", "ok but no lodash!!")).toBe("No lodash")
  expect(clearerWish("lodash again??", "i said: no lodash")).toBe("No lodash")
  expect(clearerWish("no-op handlers again??", "no-op handlers are forbidden")).toBe("No-op handlers are forbidden")
  expect(clearerWish("use pnpm", "no - we use pnpm here")).toBe("We use pnpm here")
})
