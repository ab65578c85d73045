import { expect, test } from "bun:test"
import { compactionsAfter, noCompactions } from "./compaction-account.ts"
import type { MemoryEvent } from "./memory-event.ts"

const cut = (from: string): MemoryEvent => ({ kind: "cut", from, checkpoint: `until ${from}` })
const after = (...events: readonly MemoryEvent[]) => {
  const { cut: holds, earlierCuts = [] } = events.reduce(compactionsAfter, noCompactions)
  return { holds: holds?.from, earlier: earlierCuts.map(({ from }) => from) }
}

test("one cut holds, and those before it are kept to be looked at, the newest of them", () => {
  expect(after(cut("a"))).toEqual({ holds: "a", earlier: [] })
  expect(after(cut("a"), cut("b"), { kind: "uncut" }, cut("c"))).toEqual({ holds: "c", earlier: ["a", "b"] })
  expect(after(cut("a"), { kind: "uncut" }, { kind: "uncut" })).toEqual({ holds: undefined, earlier: ["a"] })
  expect(after(cut("a"), cut("b"), { kind: "fork" })).toEqual({ holds: undefined, earlier: [] })
  const many = Array.from({ length: 30 }, (_, at) => cut(`m${at}`))
  expect(after(...many).earlier).toHaveLength(20)
  expect(after(...many).earlier.at(-1)).toBe("m28")
})

test("what a fork takes over: neither the cut nor the promise of one, since its messages have other ids", () => {
  const wanted: MemoryEvent = { kind: "cutting", from: "a" }
  expect([wanted].reduce(compactionsAfter, noCompactions).cutWanted).toBe("a")
  expect([wanted, { kind: "fork" } as const].reduce(compactionsAfter, noCompactions).cutWanted).toBeUndefined()
})

test("a cut that is made again at the same message is one cut", () => {
  expect(after(cut("a"), cut("a"))).toEqual({ holds: "a", earlier: [] })
  expect(after(cut("a"), { kind: "uncut" }, cut("a"))).toEqual({ holds: "a", earlier: [] })
  expect(after(cut("a"), cut("b"), cut("a"), { kind: "uncut" })).toEqual({ holds: undefined, earlier: ["b", "a"] })
})
