import { describe, expect, test } from "bun:test"
import { emptyMeter, meterAfterStep, meterAfterTurn, meterAtRequest, readMeter, spentOn } from "./meter.ts"

const sizes = { system: 4000, memory: 2000, conversation: 8000, toolOutputs: 2000 }
const window = { usable: 100_000, context: 120_000 }
const asked = meterAtRequest(emptyMeter, { model: "p/a", window, sizes })

describe("the meter", () => {
  test("cached tokens count, a total wins, an empty count changes nothing", () => {
    const counted = meterAfterStep(asked, { input: 1000, output: 0, cacheRead: 60_000, cacheWrite: 4000 })
    expect(readMeter(counted)).toMatchObject({ used: 65_000, percentage: 65, isEstimated: false, limit: 100_000 })
    expect(readMeter(counted).ofWindow).toBeCloseTo(54.17, 1)
    expect(readMeter(meterAfterStep(asked, { total: 65_000, input: 1 })).percentage).toBe(65)
    expect(meterAfterStep(counted, { input: 0, output: 0 })).toBe(counted)
  })

  test("before anything is counted, characters stand in: against the window, else 180,000 of them", () => {
    expect(readMeter(asked)).toMatchObject({ used: 4000, isEstimated: true, percentage: 4 })
    const unknown = meterAtRequest(emptyMeter, {
      model: "p/a",
      sizes: { ...sizes, conversation: 82_000 },
    })
    expect(readMeter(unknown)).toMatchObject({ limit: 45_000, percentage: 50 })
    expect(readMeter(emptyMeter)).toMatchObject({ used: 0, percentage: 0 })
    const never = meterAtRequest(emptyMeter, { model: "p/a", window: { context: 50_000 }, sizes })
    expect(readMeter(never)).toMatchObject({ limit: 50_000 })
  })

  test("another model has another window at once", () => {
    const counted = meterAfterStep(asked, { total: 90_000 })
    const switched = meterAtRequest(counted, { model: "p/b", window: { usable: 900_000 }, sizes })
    expect(readMeter(switched)).toMatchObject({ used: 90_000, percentage: 10 })
    const unknown = meterAtRequest(counted, { model: "p/b", sizes })
    // Counted against a window that nobody knows.
    expect(readMeter(unknown)).toMatchObject({ used: 90_000, limit: undefined, percentage: 0 })
  })

  test("tells how fast it fills and how many turns that leaves", () => {
    let meter = asked
    for (const total of [10_000, 14_000, 18_000]) meter = meterAfterTurn(meterAfterStep(meter, { total }))
    expect(readMeter(meter)).toMatchObject({ tokensPerTurn: 4000, turnsLeft: 20 })
    expect(readMeter(asked).tokensPerTurn).toBeUndefined()
    for (let i = 0; i < 50; i++) meter = meterAfterTurn(meter)
    expect(meter.turns).toHaveLength(10)
    expect(readMeter(meter)).toMatchObject({ tokensPerTurn: 0, turnsLeft: undefined })
  })

  test("what is counted beyond the characters are the tools", () => {
    const shares = Object.fromEntries(
      spentOn(meterAfterStep(asked, { total: 10_000 })).map(({ what, tokens }) => [what, tokens]),
    )
    expect(shares).toEqual({ system: 1000, memory: 500, conversation: 2000, "tool outputs": 500, tools: 6000 })
    expect(spentOn(emptyMeter)).toEqual([])
  })
})
