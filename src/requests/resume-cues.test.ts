import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { goesOnWithEarlierWork } from "./resume-cues.ts"

interface Case {
  readonly text: string
  readonly language: string
  readonly expect: boolean
}

const cases: Case[] = readFileSync("test/corpus/resume-cues.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

describe("a first message that goes on with earlier work", () => {
  test("is known in ten languages, and not by the words alone", () => {
    const wrong = cases.filter((one) => goesOnWithEarlierWork(one.text) !== one.expect)
    expect(wrong.map(({ text }) => text)).toEqual([])
    expect(new Set(cases.map(({ language }) => language)).size).toBe(10)
    expect(cases.length).toBeGreaterThan(140)
  })

  test("is not what was pasted, or said far down", () => {
    const plan = `Implement the plan.\n\n${"- a step of the plan that says what is to be done here\n".repeat(20)}\nThe tests fail again`
    expect(goesOnWithEarlierWork(plan)).toBe(false)
    expect(goesOnWithEarlierWork("What does this mean?\n```\nError: still failing again\n```")).toBe(false)
  })

  test("takes linear time on hostile text", () => {
    const shapes = [
      "still ",
      "weiter mit ",
      "mach a ",
      "ok ",
      "，又",
      "и ",
      "continue, ",
      "again if ",
      " ",
      "続き",
      "a-",
      "((",
    ]
    const started = performance.now()
    for (const shape of shapes) goesOnWithEarlierWork(shape.repeat(1_000_000 / shape.length))
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
