import { describe, expect, test } from "bun:test"
import { nothingTold, offered, readTelling, shown, takenBack, toldByPrefix, toldLines } from "./telling.ts"

const begun = toldByPrefix({ a: "one" })

describe("what was told", () => {
  test("a tail on its way is not told a second time, and counts once it is shown", () => {
    const sent = offered(begun, "m1", { b: "two", a: null })
    expect(toldLines(sent)).toEqual({ b: "two" })
    expect(shown(sent, ["m1"]).tails[0]!.shown).toBe(true)
    expect(shown(sent, [])).toBe(sent)
  })

  test("a message that was never sent has told nothing, as soon as a later one is shown", () => {
    const both = offered(offered(begun, "cancelled", { b: "two" }), "m2", { c: "three" })
    expect(toldLines(shown(both, ["m2"]))).toEqual({ a: "one", c: "three" })
    // Queued messages are shown one by one.
    const first = shown(both, ["cancelled"])
    expect(toldLines(first)).toEqual({ a: "one", b: "two", c: "three" })
    expect(toldLines(shown(first, ["cancelled", "m2"]))).toEqual({ a: "one", b: "two", c: "three" })
  })

  test("what was told stays told when its message is no longer in the request", () => {
    const told = shown(offered(begun, "m1", { b: "two" }), ["m1"])
    expect(toldLines(shown(offered(told, "m2", { c: "three" }), ["m2"]))).toEqual({ a: "one", b: "two", c: "three" })
  })

  test("taking a message back takes back what its tail told", () => {
    const told = ["m1", "m2", "m3"].reduce((telling, id) => shown(offered(telling, id, { [id]: "told" }), [id]), begun)
    expect(toldLines(takenBack(told, "m2", true))).toEqual({ a: "one", m1: "told" })
    expect(toldLines(takenBack(told, "m2", false))).toEqual({ a: "one", m1: "told", m3: "told" })
    expect(takenBack(told, "m9", true)).toBe(told)
  })

  test("tails do not pile up for ever, and what the oldest told stays told", () => {
    let telling = begun
    for (let i = 0; i < 250; i++) telling = shown(offered(telling, `m${i}`, { [`k${i}`]: "told" }), [`m${i}`])
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
