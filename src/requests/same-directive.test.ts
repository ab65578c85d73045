import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { isBroughtToMind, isTakenForOne, type RepeatedPair } from "../../test/bed/requests.ts"
import { isSameDirective, isStanding } from "./same-directive.ts"

const pairs: RepeatedPair[] = readFileSync("test/corpus/repeats.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

test("no two wishes of the corpus are taken for one", () => {
  expect(pairs.filter((pair) => !pair.same && isTakenForOne(pair))).toEqual([])
})

test("opposite rules and two names in one place are two wishes", () => {
  const two = [
    ["Always ask me before running the migrations", "Never ask me before running the migrations"],
    ["always squash commits before merging", "Never squash commits before merging"],
    ["don't deploy before asking me", "never ask me before deploying"],
    ["deploy without asking me", "don't deploy without asking me"],
    ["frag mich bevor du pushst", "frag mich nie bevor du pushst"],
    ["提交之前运行测试", "提交之前不要运行测试"],
    ["Use tabs in Go files", "Use tabs in Python files"],
    [
      "Use tabs for indentation in the Go sources of the backend",
      "Use tabs for indentation in the C sources of the backend",
    ],
    ["Always use npm ci in the pipeline", "Always use npm install in the pipeline"],
    ["never use var in TypeScript", "never use let in TypeScript"],
  ] as const
  expect(two.filter(([one, other]) => isSameDirective(one, other))).toEqual([])
})

test("what must come first is one wish, whichever way it is said", () => {
  const one = [
    ["Ask me before you push anything", "stop pushing without asking me"],
    ["before you commit, always run the tests", "Always run the tests before you commit"],
    ["don't forget to ask me before pushing", "never push without asking me"],
    ["never merge until the tests pass", "don't merge before the tests pass"],
    ["let's go with pnpm", "use pnpm"],
  ] as const
  expect(one.filter(([first, second]) => !isSameDirective(first, second))).toEqual([])
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

test("hostile texts take no time", () => {
  const long = ["never ".repeat(50_000), "a,".repeat(100_000), "不要".repeat(100_000), "n'".repeat(100_000)]
  expect(long.map((text) => isSameDirective(text, text)).every((same) => typeof same === "boolean")).toBe(true)
})
