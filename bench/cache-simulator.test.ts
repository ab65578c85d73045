import { describe, expect, test } from "bun:test"
import { type Block, CACHE_MODELS, type CacheModel, cacheCost, IDEAL_CACHE, type Request } from "./cache-simulator.ts"

const MINUTE = 60_000
const [fiveMinutes, oneHour, early, late, gemini] = CACHE_MODELS as [
  CacheModel,
  CacheModel,
  CacheModel,
  CacheModel,
  CacheModel,
]

/** So many tokens; another letter is another text. */
const block = (tokens: number, letter: string, mark = false): Block => ({
  role: "user",
  text: letter.repeat(tokens * 4),
  mark,
})
const at = (minutes: number, ...blocks: Block[]): Request => ({ at: minutes * MINUTE, blocks })

describe("marks", () => {
  const first = at(0, block(2000, "s", true), block(500, "a", true))

  test("the first request writes up to its last mark and pays the rest as it is", () => {
    const cost = cacheCost([at(0, block(2000, "s", true), block(500, "a", true), block(100, "b"))], fiveMinutes)
    expect(cost).toEqual({ read: 0, written: 2500, uncached: 100, cost: 2500 * 1.25 + 100 })
  })

  test("the next one reads what the last mark wrote and writes what is new", () => {
    const next = at(1, block(2000, "s", true), block(500, "a"), block(300, "b", true))
    const cost = cacheCost([first, next], fiveMinutes)
    expect(cost).toEqual({ read: 2500, written: 2800, uncached: 0, cost: 250 + 2800 * 1.25 })
    expect(cacheCost([first, next], oneHour).cost).toBe(250 + 2800 * 2)
  })

  test("a change before a mark leaves only what stands before it", () => {
    const next = at(1, block(2000, "s", true), block(1, "x"), block(500, "a"), block(300, "b", true))
    expect(cacheCost([first, next], fiveMinutes)).toMatchObject({ read: 2000, written: 2500 + 801 })
    const changed = at(1, block(1, "x"), block(2000, "s", true), block(500, "a", true))
    expect(cacheCost([first, changed], fiveMinutes)).toMatchObject({ read: 0, written: 2500 + 2501 })
  })

  test("without a mark nothing is cached, nor what is too short", () => {
    expect(cacheCost([at(0, block(2000, "s")), at(1, block(2000, "s"))], fiveMinutes).cost).toBe(4000)
    expect(cacheCost([at(0, block(1023, "s", true)), at(1, block(1023, "s", true))], fiveMinutes).cost).toBe(2046)
    expect(cacheCost([at(0, block(1024, "s", true)), at(1, block(1024, "s", true))], fiveMinutes).read).toBe(1024)
  })

  test("an entry is looked for in the 20 blocks before a mark, the marked one included", () => {
    const grown = (blocks: number) =>
      at(1, block(2000, "s"), ...Array.from({ length: blocks - 1 }, () => block(1, "n")), block(1, "n", true))
    const wrote = at(0, block(2000, "s", true))
    expect(cacheCost([wrote, grown(19)], fiveMinutes).read).toBe(2000)
    expect(cacheCost([wrote, grown(20)], fiveMinutes).read).toBe(0)
  })

  test("an entry lives from its last use, and with it those it begins with", () => {
    const same = (minutes: number) => ({ ...first, at: minutes * MINUTE })
    expect(cacheCost([first, same(5), same(10)], fiveMinutes).read).toBe(5000)
    expect(cacheCost([first, same(5.1)], fiveMinutes).read).toBe(0)
    expect(cacheCost([first, same(59)], oneHour).read).toBe(2500)
    const other = at(9, block(2000, "s", true), block(500, "z", true))
    expect(cacheCost([first, same(5), other], fiveMinutes).read).toBe(4500)
  })

  test("more marks than a request may have are a mistake", () => {
    const marks = Array.from({ length: 5 }, () => block(1000, "m", true))
    expect(() => cacheCost([at(0, ...marks)], fiveMinutes)).toThrow("5 cache marks")
  })
})

describe("one entry at the end", () => {
  test("a request that only grows reads the one before", () => {
    const [one, two] = [at(0, block(2000, "a")), at(29, block(2000, "a"), block(100, "b"))]
    expect(cacheCost([one, two], late)).toEqual({ read: 2000, written: 2100, uncached: 0, cost: 200 + 2100 * 1.25 })
    expect(cacheCost([one, { ...two, at: 31 * MINUTE }], late).read).toBe(0)
  })

  test("a last block that does not stay costs everything, where any other cache loses only that block", () => {
    const requests = [at(0, block(5000, "a"), block(10, "x")), at(1, block(5000, "a"), block(100, "b"), block(10, "y"))]
    expect(cacheCost(requests, late).read).toBe(0)
    expect(cacheCost(requests, gemini).read).toBe(5000)
  })

  test("a short prompt is not written", () => {
    expect(cacheCost([at(0, block(1000, "a"))], late)).toEqual({ read: 0, written: 0, uncached: 1000, cost: 1000 })
  })
})

describe("anywhere", () => {
  const long = (letter: string): Block => ({ role: "user", text: "a".repeat(20_000) + letter.repeat(400) })

  test("the same beginning is read, also of a block, in whole steps", () => {
    const requests = [at(0, long("x")), at(1, long("y"))]
    expect(cacheCost(requests, gemini)).toEqual({ read: 5000, written: 0, uncached: 5200, cost: 5700 })
    expect(cacheCost(requests, early).read).toBe(39 * 128)
  })

  test("less than the least is not read, and another role is another text", () => {
    expect(cacheCost([at(0, block(4095, "a")), at(1, block(4095, "a"))], gemini).read).toBe(0)
    expect(cacheCost([at(0, long("x")), at(1, { ...long("x"), role: "system" })], gemini).read).toBe(0)
  })

  test("what nobody asked for in time is gone; the ideal cache forgets nothing and charges nothing", () => {
    const requests = [at(0, long("x")), at(6, long("x"))]
    expect(cacheCost(requests, early).read).toBe(0)
    expect(cacheCost(requests, IDEAL_CACHE)).toEqual({ read: 5100, written: 0, uncached: 5100, cost: 5100 })
  })
})
