import { describe, expect, test } from "bun:test"
import type { MemoryEvent } from "./memory-event.ts"
import {
  type Lines,
  newlyShown,
  nothingTold,
  type Telling,
  type Told,
  tellingAfter,
  toldByPrefix,
  toldLines,
} from "./telling.ts"

const line = (text: string) => ({ text })
const told = (lines: Record<string, string>) =>
  Object.fromEntries(Object.entries(lines).map(([key, text]) => [key, line(text)]))
const after = (telling: Telling, ...events: MemoryEvent[]) => events.reduce(tellingAfter, telling)
const tail = (message: string, tells: Told): MemoryEvent => ({ kind: "tail", message, tells })
const shown = (...messages: string[]): MemoryEvent => ({ kind: "shown", messages })
const prefix = (telling: Telling, lines: Lines, before: Lines = {}): MemoryEvent => ({
  kind: "prefix",
  tells: toldByPrefix(telling, lines, () => true, before),
  notes: {},
})
const begun = after(nothingTold, prefix(nothingTold, told({ a: "one" })))

describe("what was told", () => {
  test("quotes of earlier sessions stay known, each once", () => {
    const aside: MemoryEvent = { kind: "aside", lines: ["a line"], quotes: ["a", "b"] }
    const rendered: MemoryEvent = { kind: "prefix", tells: {}, notes: {}, quotes: ["b", "c"] }
    expect(after(begun, aside, { kind: "turn" }, rendered, rendered).quotes).toEqual(["a", "b", "c"])
    expect(after(begun, { kind: "aside", lines: [] }).quotes).toBeUndefined()
    expect(after(begun, aside, { kind: "fork" }).quotes).toEqual(["a", "b"])
  })

  test("a tail on its way is not told a second time, and counts once it is shown", () => {
    const sent = after(begun, tail("m1", { b: line("two"), a: null }))
    expect(toldLines(sent)).toEqual(told({ b: "two" }))
    expect(newlyShown(sent, ["m0", "m1"])).toEqual(["m1"])
    const seen = after(sent, shown("m1"))
    expect(seen.tails[0]?.shown).toBe(true)
    expect([newlyShown(seen, ["m1"]), newlyShown(sent, [])]).toEqual([[], []])
  })

  test("a message that was never sent has told nothing, as soon as a later one is shown", () => {
    const both = after(begun, tail("cancelled", { b: line("two") }), tail("m2", { c: line("three") }))
    expect(toldLines(after(both, shown("m2")))).toEqual(told({ a: "one", c: "three" }))
    // Queued messages are shown one by one.
    const first = after(both, shown("cancelled"))
    expect(toldLines(first)).toEqual(told({ a: "one", b: "two", c: "three" }))
    expect(toldLines(after(first, shown("m2")))).toEqual(told({ a: "one", b: "two", c: "three" }))
  })

  test("what was told stays told when its message is no longer in the request", () => {
    const first = after(begun, tail("m1", { b: line("two") }), shown("m1"))
    expect(toldLines(after(first, tail("m2", { c: line("three") }), shown("m2")))).toEqual(
      told({ a: "one", b: "two", c: "three" }),
    )
  })

  test("a prefix is kept as what changed since the last one, whatever the tails said meanwhile", () => {
    const sent = after(begun, tail("m1", { b: line("two"), c: line("three") }), shown("m1"))
    const lines = told({ b: "two", d: "four" })
    const event = prefix(sent, lines)
    expect(event).toMatchObject({ tells: { a: null, b: line("two"), d: line("four") } })
    expect(toldLines(after(sent, event))).toEqual(lines)
    // The tail that also told it is taken back; the prefix still shows it.
    expect(toldLines(after(begun, event))).toEqual(lines)
  })

  test("a copy of the session was told what its conversation shows, not what the other's prefix did", () => {
    const events = [tail("m1", { b: line("two") }), shown("m1"), tail("m2", { c: line("three") })]
    expect(toldLines(after(begun, ...events, { kind: "fork" }))).toEqual(told({ b: "two" }))
  })

  test("what waits for the first prefix is for one message", () => {
    const waiting = after(begun, { kind: "aside", lines: ["remembered"] })
    expect([waiting.aside, after(waiting, { kind: "turn" }).aside]).toEqual([["remembered"], []])
  })

  test("tails do not pile up for ever, and what the oldest told stays told", () => {
    let telling = begun
    for (let i = 0; i < 250; i++) telling = after(telling, tail(`m${i}`, { [`k${i}`]: line("told") }), shown(`m${i}`))
    expect(telling.tails.length).toBeLessThanOrEqual(100)
    expect(Object.keys(toldLines(telling))).toHaveLength(251)
  })
})
