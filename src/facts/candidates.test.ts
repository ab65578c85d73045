import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { candidatesIn } from "../../test/bed/requests.ts"

const of = (lines: string) => candidatesIn(`## Goal\nShip it.\n\nMemory candidates:\n${lines}`)
const empty = { candidates: [], reinforce: [], replace: [], refused: [] }
const use = { type: "decision", text: "Use pnpm for every package" }

describe("the block", () => {
  test.each([
    "Memory candidates:\n- [decision] Use pnpm for every package",
    "memory candidates :\n- [decision] Use pnpm for every package\n",
    "**Memory candidates:**\n- [decision] Use pnpm for every package",
    "**Memory candidates**:\n\n- [decision] Use pnpm for every package",
    "## Memory Candidates\n- [decision] Use pnpm for every package\n## Next\n- [decision] Not this one",
    "### Memory candidates:\n\n- [decision] Use pnpm for every package",
    "## Workspace Memory Candidates\n- [decision] Use pnpm for every package",
    "<workspace_memory_candidates>\n- [decision] Use pnpm for every package\n</workspace_memory_candidates>\n- [decision] Not this",
    "<workspace_memory_candidates>- [decision] Use pnpm for every package</workspace_memory_candidates>",
    "Memory candidates: - [decision] Use pnpm for every package",
    "Memory candidates:\r\n- [decision] Use pnpm for every package\r\n",
    "Memory candidates:\n- [decision] An example from before\n\n## Next\n\nMemory candidates:\n- [decision] Use pnpm for every package",
    "Memory candidates:\n- [decision] An example from before\n<workspace_memory_candidates>\n- [decision] Use pnpm for every package",
    "Memory candidates:\n> - [decision] a quoted one\n```\n- [decision] a fenced one\n```\n- [decision] Use pnpm for every package",
    "Memory candidates:\n- [decision] Use pnpm\n  for every\n  package",
    "Memory candidates:\n- [Decision] Use pnpm\u200b for \u{e0041}every package",
  ])("%p", (summary) => {
    expect(candidatesIn(summary)).toEqual({ ...empty, found: true, candidates: [use] })
  })

  test.each([
    "",
    "There were no memory candidates: none at all",
    "the memory candidates\n- [decision] Use pnpm for every package",
    "Memory candidates\n- [decision] Use pnpm for every package",
    "> Memory candidates:\n> - [decision] Use pnpm",
    "```\nMemory candidates:\n- [decision] Use pnpm for every package\n```",
    "```text\nMemory candidates:\n- [decision] Use pnpm for every package",
    "see `<workspace_memory_candidates>` for it",
    "<private>\nMemory candidates:\n- [decision] Use pnpm for every package",
  ])("none in %p", (summary) => {
    expect(candidatesIn(summary)).toEqual({ ...empty, found: false })
  })

  test.each(["(none)", "- (none)", "none", "None.", "", "（none）", "[none]"])("an empty one: %p", (lines) => {
    expect(of(lines)).toEqual({ ...empty, found: true })
  })

  test("the last one counts, even if it is empty", () => {
    expect(of("- [decision] Use pnpm for every package\n\nMemory candidates:\n(none)").candidates).toEqual([])
  })
})

describe("lines", () => {
  test.each([
    "- [decision] Use pnpm for every package",
    "* [decision] Use pnpm for every package",
    "1. [decision] Use pnpm for every package",
    "- [decision]: Use pnpm for every package",
    "- **[decision]** Use pnpm for every package",
    "- `[decision]` Use pnpm for every package",
    "- **decision**: Use pnpm for every package",
    "- **decision:** Use pnpm for every package",
    "- decision: Use pnpm for every package",
    "- decision Use pnpm for every package",
    "- [decision] remember that Use pnpm for every package",
  ])("%p", (line) => {
    expect(of(line)).toEqual({ ...empty, found: true, candidates: [use] })
  })

  test.each([
    ["Here are some:", "not_a_candidate"],
    ["decision: without a dash", "not_a_candidate"],
    ["- no type at all here", "not_a_candidate"],
    ["- feedback from the review was good", "not_a_candidate"],
    ["- projectile launchers are no project", "not_a_candidate"],
    ["- [type] text", "invalid_memory_type"],
    ["- [note] some text here", "invalid_memory_type"],
    ["- Note: some text here", "invalid_memory_type"],
    ["- [decision]", "empty_text"],
    ["- [decision] …", "empty_text"],
    ["- [project] 覚えないで 覚えて: 一時的なメモ", "negated_request"],
    ["- [project] don't remember that we use npm", "negated_request"],
    ["REINFORCE M1", "invalid_memory_ref"],
    ["REINFORCE [X1]", "invalid_memory_ref"],
    ["REINFORCE", "invalid_memory_ref"],
    ["REINFORCE [M1] because it is true", "invalid_memory_ref"],
    ["REPLACE M2 [project] text", "invalid_memory_ref"],
    ["REPLACE [M1] [M2] [project] text", "invalid_memory_ref"],
    ["REPLACE [M2] project text", "invalid_memory_type"],
    ["REPLACE [M3] [note] some text here", "invalid_memory_type"],
    ["REPLACE [M4] [decision]", "empty_text"],
    ["</other_tag>", "not_a_candidate"],
  ])("%p is refused, alone", (line, reason) => {
    expect(of(`${line}\n- [decision] Use pnpm for every package`)).toEqual({
      ...empty,
      found: true,
      candidates: [use],
      refused: [{ line, reason }] as never,
    })
  })

  test("what is shown can be confirmed and rewritten", () => {
    const lines =
      "Memory ref snapshot id: abc-123\nREINFORCE [M1]\n- REINFORCE [M3], [M1]\nREPLACE [M2] [project] The build uses turborepo"
    expect(of(lines)).toEqual({
      ...empty,
      found: true,
      snapshot: "abc-123",
      reinforce: ["M1", "M3"],
      replace: [{ id: "M2", type: "project", text: "The build uses turborepo" }],
    })
  })

  test("the user's own types", () => {
    const summary = "Memory candidates:\n- [Runbook] Restart the queue first\n- [project] Not one of theirs"
    const { candidates, refused } = candidatesIn(summary, ["runbook"])
    expect(candidates).toEqual([{ type: "runbook", text: "Restart the queue first" }])
    expect(refused).toEqual([{ line: "- [project] Not one of theirs", reason: "invalid_memory_type" }])
  })

  test("a long one keeps its rest as detail", () => {
    const [long] = of(`- [project] ${"The queue is drained every night. ".repeat(20)}`).candidates
    expect(long?.text.length).toBeLessThanOrEqual(260)
    expect(long?.detail).toStartWith("The queue is drained")
  })

  test("fifty at most", () => {
    const many = Array.from({ length: 5000 }, (_, at) => `- [project] Port ${at} is taken by something`).join("\n")
    const { candidates, refused } = of(many)
    expect([candidates.length, refused.length]).toEqual([50, 50])
    expect(refused[0]).toEqual({ line: "- [project] Port 50 is taken by something", reason: "too_many" })
  })
})

test("whatever the summary, candidates are clean lines", () => {
  const piece = fc.constantFrom(
    ..."Memory candidates:|- [project] some words|REINFORCE [M1]|REPLACE [M2] [user] words|```|> |## |<workspace_memory_candidates>|</workspace_memory_candidates>|(none)|\n|\n  |\r|\u2028|[decision] |<private>".split(
      "|",
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const { candidates, replace, reinforce } = candidatesIn(pieces.join("\n"))
      const types = ["user", "feedback", "project", "decision", "reference"]
      const odd = [...candidates, ...replace].filter(
        ({ type, text }) => !types.includes(type) || !/^\S[^\n\r]*$/.test(text),
      )
      expect([...odd, ...reinforce.filter((id) => !/^M\d{1,3}$/.test(id))]).toEqual([])
    }),
    { numRuns: 500 },
  )
})
