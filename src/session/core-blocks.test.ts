import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { BLOCK_LIMITS, BLOCKS, type BlockName } from "../model/core-block.ts"
import { blockOverflow, type CoreEvent, coreAfter, emptyCore } from "./core-blocks.ts"
import type { MemoryEvent } from "./memory-event.ts"

function change(block: BlockName, operation: "replace" | "append", content: string, at = 1): CoreEvent {
  return { kind: "core", block, operation, content, at }
}

describe("the fold", () => {
  test("replaces one block and leaves the others", () => {
    const core = coreAfter(coreAfter(emptyCore, change("goal", "replace", "old")), change("goal", "replace", "new", 7))
    expect(core).toEqual({ ...emptyCore, goal: { content: "new", changedAt: 7 } })
  })

  test.each([
    ["", "a", "a"],
    ["a", "b", "a\nb"],
    ["a\n", "b", "a\n\nb"],
    ["a", "", "a"],
    ["a", "b\nc", "a\nb\nc"],
  ])("%p with %p appended is %p", (before, added, after) => {
    const core = coreAfter(emptyCore, change("progress", "replace", before))
    expect(coreAfter(core, change("progress", "append", added)).progress.content).toBe(after)
  })

  test("never cuts", () => {
    const core = coreAfter(emptyCore, change("goal", "replace", "x".repeat(5000)))
    expect(core.goal.content).toHaveLength(5000)
  })

  test("takes no notice of what is not about it", () => {
    const others: MemoryEvent[] = [{ kind: "turn" }, { kind: "step" }, { kind: "clear" }, { kind: "remove", text: "x" }]
    for (const event of others) expect(coreAfter(emptyCore, event)).toBe(emptyCore)
  })
})

describe("the limits", () => {
  test("are the published ones", () => expect(BLOCK_LIMITS).toEqual({ goal: 1000, progress: 2000, context: 1500 }))

  test.each(BLOCKS.map((block) => [block]))("%s takes its limit and not one more", (block) => {
    const limit = BLOCK_LIMITS[block]
    expect(blockOverflow(emptyCore, change(block, "replace", "x".repeat(limit)), BLOCK_LIMITS)).toBeUndefined()
    expect(blockOverflow(emptyCore, change(block, "replace", "x".repeat(limit + 1)), BLOCK_LIMITS)).toEqual({
      block,
      current: 0,
      adding: limit + 1,
      limit,
    })
  })

  test("an append counts what is there and its newline", () => {
    const core = coreAfter(emptyCore, change("goal", "replace", "x".repeat(600)))
    expect(blockOverflow(core, change("goal", "append", "y".repeat(399)), BLOCK_LIMITS)).toBeUndefined()
    expect(blockOverflow(core, change("goal", "append", "y".repeat(400)), BLOCK_LIMITS)).toEqual({
      block: "goal",
      current: 600,
      adding: 401,
      limit: 1000,
    })
  })

  test("what is there does not count when it is replaced", () => {
    const core = coreAfter(emptyCore, change("goal", "replace", "x".repeat(1000)))
    expect(blockOverflow(core, change("goal", "replace", "y".repeat(1000)), BLOCK_LIMITS)).toBeUndefined()
  })

  test("may be other ones", () => {
    const limits = { goal: 3, progress: 3, context: 3 }
    expect(blockOverflow(emptyCore, change("goal", "replace", "four"), limits)?.limit).toBe(3)
  })
})

test("a session that asks first never has a block over its limit, and what it was granted is all there", () => {
  const changes = fc.array(
    fc.record({
      block: fc.constantFrom(...BLOCKS),
      operation: fc.constantFrom("replace" as const, "append" as const),
      content: fc.string({ maxLength: 900 }),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(changes, (drawn) => {
      let core = emptyCore
      for (const { block, operation, content } of drawn) {
        const event = change(block, operation, content)
        if (blockOverflow(core, event, BLOCK_LIMITS)) continue
        core = coreAfter(core, event)
        expect(core[block].content.endsWith(content)).toBe(true)
        expect(core[block].content.length).toBeLessThanOrEqual(BLOCK_LIMITS[block])
      }
      expect(JSON.parse(JSON.stringify(core))).toEqual(core)
    }),
  )
})
