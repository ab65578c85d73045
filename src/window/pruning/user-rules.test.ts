import { describe, expect, test } from "bun:test"
import { prune } from "./prune.ts"
import type { UserRule } from "./user-rules.ts"

const output = Array.from({ length: 300 }, (_, at) => `${at % 50 === 7 ? "audit" : "plain"} entry number ${at}`).join(
  "\n",
)
const textWith = (rules: UserRule[], command = "./report") =>
  prune({ tool: "bash", args: { command }, output, mode: "normal", rules })?.text.split("\n") ?? []

describe("a user's rule", () => {
  test("keeps what it names, folds what it names, and sets the ends", () => {
    const text = textWith([{ command: /report/, keep: [/^audit/g], fold: [/^plain/], head: 2, tail: 1 }])
    expect(text.filter((line) => line.startsWith("audit"))).toHaveLength(6)
    expect(text.filter((line) => line.startsWith("plain"))).toEqual([])
  })

  test("is for the tool and the command it names", () => {
    const keep = [/^audit/]
    const count = (rules: UserRule[]) => textWith(rules).filter((line) => line.startsWith("audit")).length
    const without = count([])
    expect(count([{ tool: "grep", keep }])).toBe(without)
    expect(count([{ command: /other/, keep }])).toBe(without)
    expect(count([{ tool: "bash", keep }])).toBe(6)
  })

  test("sets how many first and last lines stay", () => {
    const text = textWith([{ head: 25, tail: 0 }])
    expect(text.slice(0, 25)).toEqual(output.split("\n").slice(0, 25))
  })
})
