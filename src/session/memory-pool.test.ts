import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { POOL_LIMITS } from "../model/tunable.ts"
import { betterHalf, cutPool, fadedPool, poolScore, rankedPool, type Scored } from "./memory-pool.ts"

const { items: MAX_POOL } = POOL_LIMITS

interface Named extends Scored {
  readonly name: string
}
const item = (name: string, touched = 0, mentions = 1): Named => ({ name, touched, mentions })
const names = (pool: readonly Named[]) => pool.map(({ name }) => name)
const scored = fc.record({ mentions: fc.integer({ min: 1, max: 500 }), touched: fc.integer({ min: 0, max: 200 }) })

describe("the score", () => {
  test.each([
    [1, 0, 1],
    [1, 1, 0.85],
    [1, 2, 0.7225],
    [2, 0, 2],
    [4, 0, 3],
    [8, 1, 3.4],
    [3, 0, 2.584963],
    [1, 28, 0.010562],
    [1, 29, 0.008977],
  ])("of %d mentions, %d steps ago, is %d", (mentions, age, expected) => {
    expect(poolScore({ mentions, touched: 5 }, 5 + age)).toBeCloseTo(expected, 6)
  })

  test("falls with every step and rises with every mention", () => {
    fc.assert(
      fc.property(scored, fc.integer({ min: 0, max: 200 }), (drawn, age) => {
        const step = drawn.touched + age
        const now = poolScore(drawn, step)
        expect(poolScore(drawn, step + 1)).toBeLessThan(now)
        expect(poolScore({ ...drawn, mentions: drawn.mentions + 1 }, step)).toBeGreaterThan(now)
      }),
    )
  })
})

describe("fading", () => {
  test("an item named once lasts 28 steps", () => {
    expect(names(fadedPool([item("a")], 28))).toEqual(["a"])
    expect(names(fadedPool([item("a")], 29))).toEqual([])
  })

  test("one named sixteen times lasts 38", () => {
    expect(names(fadedPool([item("a", 0, 16)], 38))).toEqual(["a"])
    expect(names(fadedPool([item("a", 0, 16)], 39))).toEqual([])
  })
})

describe("ranking", () => {
  test("by score, then the later touched, then as they come", () => {
    const pool = [item("old", 0), item("often", 0, 8), item("new", 3), item("new too", 3)]
    expect(names(rankedPool(pool, 3))).toEqual(["often", "new", "new too", "old"])
  })

  test("among those so old that all scores are zero, the later touched is still the better", () => {
    expect(names(rankedPool([item("older", 1), item("old", 2)], 100_000))).toEqual(["old", "older"])
  })
})

describe("the cut", () => {
  const full = Array.from({ length: MAX_POOL }, (_, i) => item(`often ${i}`, 10, 4))

  test("holds fifty", () => {
    expect(MAX_POOL).toBe(50)
    expect(cutPool(full, 10, full[0] as Named)).toHaveLength(50)
  })

  test("takes the lowest score", () => {
    const newest = item("newest", 10)
    const pool = [newest, ...full.slice(0, 20), item("faint", 2), ...full.slice(20)]
    const cut = names(cutPool(pool, 10, newest))
    expect(cut).toHaveLength(50)
    expect(cut).not.toContain("faint")
    expect(cut[0]).toBe("newest")
  })

  test("takes the older of two alike, and keeps the order", () => {
    const newest = item("newest", 10)
    expect(names(cutPool([newest, ...full], 10, newest))).toEqual(["newest", ...names(full.slice(0, 49))])
  })

  test("one that is not the newest must be better than another to stay", () => {
    const faint = item("faint", 1)
    expect(names(cutPool([faint, ...full], 10, item("in a slot", 10)))).toEqual(names(full))
  })

  test("leaves nothing that is better than what stays", () => {
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1, maxLength: 120 }), (pool) => {
        const [newest] = pool as [Scored]
        const cut = cutPool(pool, 200, newest)
        expect(cut.length).toBe(Math.min(pool.length, MAX_POOL))
        expect(cut).toContain(newest)
        const kept = cut.filter((one) => one !== newest).map((one) => poolScore(one, 200))
        const gone = pool.filter((one) => !cut.includes(one)).map((one) => poolScore(one, 200))
        expect(Math.max(0, ...gone)).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...kept))
      }),
    )
  })
})

describe("the better half", () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [50, 25],
  ])("of %d is %d", (size, half) => {
    const pool = Array.from({ length: size }, (_, i) => item(`${i}`, i))
    expect(names(betterHalf(pool, size))).toEqual(names(pool.slice(size - half)))
  })
})
