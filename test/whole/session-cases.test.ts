// The published cases of the session's core blocks, input and expected outcome. Where Cairn decides otherwise, it says so.
import { describe, expect, test } from "bun:test"
import { BLOCK_LIMITS, type BlockName } from "../../src/model/core-block.ts"
import { blockOverflow, type CoreEvent, coreAfter, emptyCore } from "../../src/session/core-blocks.ts"
import { publishedCases } from "../bed/published-cases.ts"

interface LimitCase {
  readonly fn: string
  readonly input: { readonly block: BlockName; readonly chars: number }
  readonly expect: { readonly valid: boolean; readonly kept: number }
}
const { present, of } = publishedCases<LimitCase>("wmv1")

describe.if(present)("cases of the published working memory", () => {
  test("the limits of core blocks", () => {
    const limits = of("coreLimit")
    expect(limits.length).toBeGreaterThanOrEqual(12)
    for (const { input, expect: expected } of limits) {
      const { block, chars } = input
      const event: CoreEvent = { kind: "core", block, operation: "replace", content: "x".repeat(chars), at: 0 }
      const overflow = blockOverflow(emptyCore, event, BLOCK_LIMITS)
      expect([input, overflow === undefined]).toEqual([input, expected.valid])
      if (expected.valid) expect(coreAfter(emptyCore, event)[block].content).toHaveLength(expected.kept)
      // The original kept what fits and cut the rest; here it is refused, with the counts, and nothing is kept or lost.
      else expect(overflow).toEqual({ block, current: 0, adding: chars, limit: expected.kept })
    }
  })
})
