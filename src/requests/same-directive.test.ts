import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { isBroughtToMind, userWishes } from "../../test/bed/requests.ts"
import { clearerDirective, isSameDirective, isStanding } from "./same-directive.ts"

interface Pair {
  readonly first: string
  readonly second: string
  readonly same: boolean
}

const pairs: Pair[] = readFileSync("test/corpus/repeats.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const isTakenForOne = ({ first, second }: Pair) =>
  userWishes(first).some((one) => userWishes(second).some((other) => isSameDirective(one, other)))

test("no two wishes of the corpus are taken for one", () => {
  expect(pairs.filter((pair) => !pair.same && isTakenForOne(pair))).toEqual([])
})

test("of those that are one, most are found", () => {
  const same = pairs.filter((pair) => pair.same)
  expect(same.filter(isTakenForOne).length / same.length).toBeGreaterThan(0.8)
})

test("of those that are one, nearly all are at least noticed", () => {
  const missed = pairs.filter((pair) => pair.same && !isTakenForOne(pair) && !isBroughtToMind(pair.first, pair.second))
  expect(missed.length).toBeLessThan(3)
})

test("what is said for this once never stands", () => {
  const texts = ["don't commit it yet", "never do this", "Do not change the code for now", "use the second one"]
  expect(texts.filter(isStanding)).toEqual([])
})

test("of two wordings the rule is kept, without what is said to the one who is there", () => {
  expect(clearerDirective("I told you, no comments", "please don't add comments")).toBe("Don't add comments")
  expect(clearerDirective("No, use pnpm", "no, it's pnpm")).toBe("It's pnpm")
})

test("hostile texts take no time", () => {
  const long = ["never ".repeat(50_000), "a,".repeat(100_000), "不要".repeat(100_000), "n'".repeat(100_000)]
  expect(long.map((text) => isSameDirective(text, text)).every((same) => typeof same === "boolean")).toBe(true)
})
