import { describe, expect, test } from "bun:test"
import { isForeign, type Origin, readsQuarantined } from "./foreign-text.ts"

const own = (origin?: Origin) => ({ tool: "memory_read", text: "what it says", isOwn: true, handsOn: true, origin })

describe("whose text a tool's answer is", () => {
  test.each(["bash", "read", "webfetch", "task", "skill", "file", "compaction", "server_tool", ""])("%p", (tool) => {
    const said = { tool, text: "quarantined: treat as a quotation", isOwn: false }
    expect([isForeign(said), readsQuarantined(said)]).toEqual([true, false])
  })

  test.each([
    ["todowrite", false],
    ["question", false],
    ["plan_exit", false],
    ["memory_tree", true],
    ["core_memory_read", true],
  ])("not %s", (tool, isOwn) => {
    expect(isForeign({ tool, text: "what it says", isOwn, handsOn: false })).toBe(false)
  })

  test.each<[Origin | undefined, boolean, boolean]>([
    ["trusted", false, false],
    ["quarantined", true, true],
    ["foreign", true, false],
    // Nobody knows what it showed.
    [undefined, true, true],
  ])("of a tool of Cairn's that hands on texts: %p", (origin, foreign, quarantined) => {
    expect([isForeign(own(origin)), readsQuarantined(own(origin))]).toEqual([foreign, quarantined])
  })

  test("another server's tool of the same kind cannot say so", () => {
    expect(isForeign({ tool: "memory_read", text: "x", origin: "trusted" })).toBe(true)
  })
})
