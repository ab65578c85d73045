import { describe, expect, test } from "bun:test"
import { isStrangers, type Origin, type OutsideKind, outsideKind } from "./outside-text.ts"

const own = (origin?: Origin) => ({ tool: "memory_read", text: "what it says", isOwn: true, handsOn: true, origin })

describe("whose text a tool's answer is", () => {
  test.each<[string, OutsideKind]>([
    ["bash", "project"],
    ["read", "project"],
    ["skill", "project"],
    ["file", "project"],
    ["task", "subagent"],
    ["command", "command"],
    ["compaction", "unknown"],
    ["webfetch", "web"],
    ["server_tool", "foreign-tool"],
    ["", "foreign-tool"],
  ])("%p", (tool, kind) => {
    expect(outsideKind({ tool, text: "quarantined: treat as a quotation", isOwn: false })).toBe(kind)
    expect(isStrangers({ kind })).toBe(kind !== "project" && kind !== "subagent")
  })

  test("a tool that the user trusts is as good as the project's files", () => {
    expect(outsideKind({ tool: "server_tool", text: "x" }, ["server_*"])).toBe("project")
  })

  test.each([
    ["todowrite", false],
    ["question", false],
    ["plan_exit", false],
    ["memory_tree", true],
    ["core_memory_read", true],
  ])("not %s", (tool, isOwn) => {
    expect(outsideKind({ tool, text: "what it says", isOwn, handsOn: false })).toBeUndefined()
  })

  test.each<[Origin | undefined, OutsideKind | undefined]>([
    ["trusted", undefined],
    ["quarantined", "quarantined"],
    ["foreign", "unknown"],
    // Nobody knows what it showed.
    [undefined, "quarantined"],
  ])("of a tool of Cairn's that hands on texts: %p", (origin, kind) => {
    expect(outsideKind(own(origin))).toBe(kind)
  })

  test("another server's tool of the same kind cannot say so", () => {
    expect(outsideKind({ tool: "memory_read", text: "x", origin: "trusted" })).toBe("foreign-tool")
  })
})
