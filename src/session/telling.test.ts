import { describe, expect, test } from "bun:test"
import { nothingTold, offered, readTelling, shown, takenBack, toldByPrefix, toldLines } from "./telling.ts"

const line = (text: string) => ({ text })
const told = (lines: Record<string, string>) =>
  Object.fromEntries(Object.entries(lines).map(([key, text]) => [key, line(text)]))
const begun = toldByPrefix(told({ a: "one" }), () => true, {})

describe("what was told", () => {
  test("a tail on its way is not told a second time, and counts once it is shown", () => {
    const sent = offered(begun, "m1", { b: line("two"), a: null })
    expect(toldLines(sent)).toEqual(told({ b: "two" }))
    expect(shown(sent, ["m1"]).tails[0]!.shown).toBe(true)
    expect(shown(sent, [])).toBe(sent)
  })

  test("a message that was never sent has told nothing, as soon as a later one is shown", () => {
    const both = offered(offered(begun, "cancelled", { b: line("two") }), "m2", { c: line("three") })
    expect(toldLines(shown(both, ["m2"]))).toEqual(told({ a: "one", c: "three" }))
    // Queued messages are shown one by one.
    const first = shown(both, ["cancelled"])
    expect(toldLines(first)).toEqual(told({ a: "one", b: "two", c: "three" }))
    expect(toldLines(shown(first, ["cancelled", "m2"]))).toEqual(told({ a: "one", b: "two", c: "three" }))
  })

  test("what was told stays told when its message is no longer in the request", () => {
    const first = shown(offered(begun, "m1", { b: line("two") }), ["m1"])
    expect(toldLines(shown(offered(first, "m2", { c: line("three") }), ["m2"]))).toEqual(
      told({ a: "one", b: "two", c: "three" }),
    )
  })

  test("taking a message back takes back what its tail told", () => {
    const tellings = ["m1", "m2", "m3"].reduce(
      (telling, id) => shown(offered(telling, id, { [id]: line("told") }), [id]),
      begun,
    )
    expect(toldLines(takenBack(tellings, "m2", true))).toEqual(told({ a: "one", m1: "told" }))
    expect(toldLines(takenBack(tellings, "m2", false))).toEqual(told({ a: "one", m1: "told", m3: "told" }))
    expect(takenBack(tellings, "m9", true)).toBe(tellings)
  })

  test("tails do not pile up for ever, and what the oldest told stays told", () => {
    let telling = begun
    for (let i = 0; i < 250; i++) telling = shown(offered(telling, `m${i}`, { [`k${i}`]: line("told") }), [`m${i}`])
    expect(telling.tails.length).toBeLessThanOrEqual(100)
    expect(Object.keys(toldLines(telling))).toHaveLength(251)
  })

  test("outlives the process as JSON; anything else counts as nothing told", () => {
    const telling = offered(begun, "m1", { b: null })
    expect(readTelling(JSON.parse(JSON.stringify(telling)))).toEqual(telling)
    for (const other of [undefined, null, 1, "x", {}, { base: null, tails: [] }, { base: {}, tails: 1 }])
      expect(readTelling(other)).toEqual(nothingTold)
  })
})
