import { expect, test } from "bun:test"
import type { Retirable } from "./retirable.ts"
import { retiredLine } from "./retired-line.ts"

const BACK = "memory_read output:0123456789ab"

function lineOf(
  given: Partial<Retirable["output"]>,
  why: Retirable["why"] = "age",
  used: readonly string[] = [],
  kind: Retirable["kind"] = "check",
): string {
  const output = {
    call: "c",
    tool: "bash",
    args: { command: "npm test" },
    text: "",
    ok: true,
    step: 0,
    before: 0,
    ...given,
  }
  const isFile = output.tool === "read"
  const one: Retirable = { output, kind: isFile ? "read" : kind, why, tokens: 0 }
  return retiredLine(one, new Set(used), { kept: BACK, isFile })
}

test("it says what was called, what came of it and how to get it back, on one line", () => {
  const text = "3 passed\nError: expected 4 in parseRange\n1 failed"
  expect(lineOf({ text, exit: 1 })).toBe(
    `[old output left out · bash npm test: exit 1, "Error: expected 4 in parseRange", 3 passed, 1 failed, 3 lines · names in it: parseRange · whole: ${BACK}]`,
  )
})

test("of a check it says how many passed and failed, of other commands not", () => {
  const text = "✓ a failed login is refused\n● keeps a leap day\nTests: 3 failed, 120 passed, 123 total\nTime: 2 s"
  expect(lineOf({ text, exit: 1 })).toContain(": exit 1, Tests: 3 failed, 120 passed, 123 total, 4 lines ·")
  expect(lineOf({ text, exit: 1 }, "age", [], "command")).toContain(
    `: exit 1, "Tests: 3 failed, 120 passed, 123 total", 4 lines`,
  )
  expect(lineOf({ text: "2 passed", exit: 0 })).toContain(": exit 0, 2 passed, 1 lines ·")
})

test("the first error is found at the end of a long text too, and after a line that says there was none", () => {
  const log = "building a part\n".repeat(4000)
  expect(lineOf({ text: `${log}error: no such crate\n`, exit: 1 })).toContain('exit 1, "error: no such crate", ')
  expect(lineOf({ text: `error: early\n${log}error: late\n`, exit: 1 })).toContain('"error: early"')
  expect(lineOf({ text: "0 errors in a\nerror: in b", exit: 1 })).toContain('"error: in b"')
})

test("of a command that was stopped it says so, and no exit code where none is known", () => {
  expect(lineOf({ text: "building", exit: null })).toContain("bash npm test: stopped, 1 lines ·")
  expect(lineOf({ text: "building" })).toContain("bash npm test: 1 lines ·")
})

test("a file that was read or changed again is to be read for what it is now", () => {
  const text = "1: export const x = 1"
  const line = lineOf({ tool: "read", args: { filePath: "/w/a.ts" }, text }, "superseded")
  expect(line).toBe(
    `[old output left out · read /w/a.ts: 1 lines · read or changed again since · now: read the file · as it was: ${BACK}]`,
  )
})

test("a file that was not changed is whole in what was kept, and on disk", () => {
  const line = lineOf({ tool: "read", args: { filePath: "/w/a.ts" }, text: "1: export const x = 1" })
  expect(line).toBe(`[old output left out · read /w/a.ts: 1 lines · whole: ${BACK}, or read the file]`)
})

test("of what an edit replaced it says how long that was", () => {
  const line = lineOf({ tool: "edit", argument: "oldString", text: "x".repeat(1234) }, "replaced")
  expect(line).toBe(`[left out: the 1234 characters that this edit replaced · whole: ${BACK}]`)
})

test("names that were used since come first, then the most frequent, as many as fit", () => {
  const many = Array.from({ length: 200 }, (_, at) => `otherName${at}`).join(" ")
  const line = lineOf({ text: `rareName oftenUsed oftenUsed ${many}` }, "age", ["rareName"])
  expect(line).toContain("names in it: rareName oftenUsed otherName0 ")
  expect(line.length).toBeLessThan(520)
})

test("where the same was shown again, only names that were used since", () => {
  const line = lineOf({ text: "rareName oftenUsed oftenUsed" }, "superseded", ["rareName"])
  expect(line).toContain("names in it: rareName · whole")
})

test("a success has no error line, and a hostile text no long line", () => {
  expect(lineOf({ text: "0 errors, no failures", exit: 0 })).not.toContain('"')
  expect(lineOf({ text: "tests: 0 failed", exit: 1 })).not.toContain('"')
  const line = lineOf({ text: `error ${"x".repeat(1_000_000)}`, exit: 1, args: { command: "y\n".repeat(100_000) } })
  expect(line).not.toContain("\n")
  expect(line.length).toBeLessThan(800)
  for (const unit of ["error 0 errors ", "0 errors\n", "✓ error\n", "error", "1 failed\n"])
    expect(lineOf({ text: unit.repeat(1_000_000 / unit.length), exit: 1 }).length).toBeLessThan(800)
})
