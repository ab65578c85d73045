import { expect, test } from "bun:test"
import type { ShownOutput } from "../window/retiring/shown-output.ts"
import { isBound, replacedText } from "./replaced-text.ts"

const BEFORE = "before ".repeat(50)
const edit: ShownOutput = {
  call: "c1",
  tool: "edit",
  args: { filePath: "/w/a.ts", oldString: BEFORE, newString: "after" },
  text: "Edit applied successfully.",
  ok: true,
  step: 3,
  before: 10,
}

test("what an edit replaced is known by its call and argument, under either name", () => {
  expect(replacedText(edit)).toMatchObject({ call: "c1 oldString", argument: "oldString", text: BEFORE, step: 3 })
  expect(replacedText({ ...edit, args: { old_string: BEFORE } })).toMatchObject({ call: "c1 old_string" })
})

test("an edit that failed, another tool, a short text and odd arguments leave nothing to retire", () => {
  const others = [
    { ok: false },
    { tool: "write" },
    { args: { oldString: 7 } },
    { args: { oldString: "x".repeat(299) } },
    { args: {} },
  ]
  expect(others.filter((other) => replacedText({ ...edit, ...other }) !== undefined)).toEqual([])
})

test("a call is bound to its arguments where a provider other than Claude's says something about it", () => {
  expect([undefined, null, "x", {}, { anthropic: { caller: {} } }].filter(isBound)).toEqual([])
  expect([{ google: { thoughtSignature: "x" } }, { anthropic: {}, openai: { itemId: "fc_1" } }].every(isBound)).toBe(
    true,
  )
})
