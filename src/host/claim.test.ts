import { expect, test } from "bun:test"
import { claim, release } from "./claim.ts"

test("one copy of Cairn serves a directory; another copy of the module stays out until it is released", async () => {
  const other = (await import(`./claim.ts?copy=${Date.now()}`)) as typeof import("./claim.ts")
  expect(other.claim).not.toBe(claim)
  expect(claim("/a")).toBe(true)
  expect(other.claim("/a")).toBe(false)
  expect(claim("/a")).toBe(true)
  expect(other.claim("/b")).toBe(true)
  other.release("/a")
  expect(other.claim("/a")).toBe(false)
  release("/a")
  expect(other.claim("/a")).toBe(true)
})
