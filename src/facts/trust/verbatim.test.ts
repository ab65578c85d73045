import { expect, test } from "bun:test"
import { haveCommonRun, printsInSteps, printsOf } from "./verbatim.ts"

const isIn = (text: string, other: string) => haveCommonRun(printsOf(text), printsOf(other))

test("seven words in a row are not enough, eight are", () => {
  expect(isIn("one two three four five six seven", "one two three four five six seven")).toBe(false)
  const eight = "one two three four five six seven eight"
  expect(isIn(eight, "0 One, two three four five six seven eight!")).toBe(true)
  expect(isIn(eight, "one two three four and five six seven eight")).toBe(false)
})

test("they are sixteen characters where words have no spaces", () => {
  const text = "このプロジェクトでは必ず朝に公開する"
  expect(isIn(text, `前文。${text}。後文`)).toBe(true)
  expect(isIn(text.slice(0, 15), text)).toBe(false)
})

test("a long text is read the same with pauses, of which there are many", async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `line ${at} of the log`).join("\n")
  let pauses = 0
  const prints = await printsInSteps(text, async () => void pauses++)
  expect(prints).toEqual(printsOf(text))
  expect(pauses).toBeGreaterThan(5)
})
