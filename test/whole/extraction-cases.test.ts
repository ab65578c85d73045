// The published design's own cases of what is taken from text and tool output. Where Cairn decides otherwise, the reason stands beside it.
import { describe, expect, test } from "bun:test"
import type { FileTouch } from "../../src/session/memory-event.ts"
import { publishedCases } from "../bed/published-cases.ts"
import { fromAssistantText, fromToolResult } from "../bed/requests.ts"

interface Extract {
  readonly fn: "extract"
  readonly input: { readonly tool: string; readonly output: string }
  readonly expect: readonly { readonly type: string; readonly content: string }[]
}
interface Decision {
  readonly fn: "decision"
  readonly input: string
  readonly expect: readonly string[]
}
const { present, cases } = publishedCases<Extract | Decision | { fn: "other" }>("wmv1")
const none = { slots: {} }

/** The same call as the host reports it: files from arguments, or from the lines of a search, never from text that looks like a path. */
const touches: Record<string, FileTouch[]> = {
  read: [{ path: "/repo/src/a.ts", action: "read" }],
  edit: [{ path: "/r/a.ts", action: "edit" }],
  glob: ["a.ts", "b.tsx", "c.py", "d.go", "e.rs", "f.md"].map((name) => ({ path: `/r/${name}`, action: "grep" })),
  grep: ["a.ts", "b.yml"].map((name) => ({ path: `/r/${name}`, action: "grep" })),
}

/** Where the expected item is not ours: the original's pattern cut `.tsx` to `.ts`, and an item is a path, not a report about it. */
const ours: Record<string, string> = { "/r/b.ts": "/r/b.tsx", "Modified: /r/a.ts": "/r/a.ts" }

describe.if(present)("cases of the published working memory", () => {
  test("paths of tool calls", () => {
    const extracts = cases.filter((one): one is Extract => one.fn === "extract" && one.input.tool !== "bash")
    expect(extracts.map(({ input }) => input.tool).sort()).toEqual(["edit", "glob", "grep", "read"])
    for (const { input, expect: expected } of extracts) {
      const paths = fromToolResult(input.tool, touches[input.tool] ?? []).map(({ text }) => text)
      expect([input.tool, paths]).toEqual([input.tool, expected.map(({ content }) => ours[content] ?? content)])
    }
  })

  test("a command's output is no source of items", () => {
    // "0 errors found" is no error, and a word in some output is none either: errors come from commands that failed, as activity.
    const outputs = cases.filter((one): one is Extract => one.fn === "extract" && one.input.tool === "bash")
    expect(outputs).toHaveLength(2)
    for (const { input } of outputs) {
      expect(fromToolResult("bash", [])).toEqual([])
      expect(fromAssistantText(input.output, none)).toEqual([])
    }
  })

  test("decisions", () => {
    const decisions = cases.filter((one): one is Decision => one.fn === "decision")
    expect(decisions.length).toBeGreaterThan(0)
    for (const { input, expect: expected } of decisions)
      expect(fromAssistantText(input, none).map(({ text }) => text)).toEqual([...expected])
  })
})
