import { describe, expect, test } from "bun:test"
import type { IndexedPlaces } from "./indexed-places.ts"
import { tellsOfSession, wholeSessionScorer } from "./whole-session.ts"

/** Ten sessions whose numbers begin at 0, 100, 200 and so on. */
function placesOf(lengths: Readonly<Record<number, number>>): IndexedPlaces {
  const firsts = Array.from({ length: 10 }, (_, at) => 100 * at)
  const lengthOf = (first: number) => lengths[first] ?? 20
  return {
    size: firsts.reduce((sum, first) => sum + lengthOf(first), 0),
    sessions: firsts.length,
    firstOf: (entry) => 100 * Math.floor(entry / 100),
    idOf: (first) => `ses_${first}`,
    lengthOf,
    stretchesOf: () => undefined,
    messagesUpTo: () => 0,
    sessionsUpTo: () => 0,
  }
}

describe("a term tells more of a session", () => {
  const places = placesOf({})

  test("the fewer sessions have it, however often they do", () => {
    const inOne = tellsOfSession([4, 8, 12, 16, 20], places, 10)
    expect(inOne).toBe(tellsOfSession([4], places, 10))
    expect(inOne).toBeGreaterThan(tellsOfSession([4, 104, 204], places, 10))
    expect(tellsOfSession([4, 104, 204], places, 3)).toBeGreaterThan(0)
  })

  test("by the sessions that were looked through, which may be some of all", () => {
    expect(tellsOfSession([4, 104], places, 10)).toBeGreaterThan(tellsOfSession([4, 104], places, 2))
  })
})

describe("a session matches better", () => {
  const terms = [{ tellsOfSession: 2 }, { tellsOfSession: 1 }]

  test("the more of its messages have a term, with less for each further one", () => {
    const score = wholeSessionScorer(terms, placesOf({}))
    const [one, two, three] = [[1], [1, 1], [1, 1, 1]].map((messages) => score(0, messages)) as [number, number, number]
    expect(two).toBeGreaterThan(one)
    expect(three).toBeGreaterThan(two)
    expect(three - two).toBeLessThan(two - one)
  })

  test("the more terms it has, and the more these tell", () => {
    const score = wholeSessionScorer(terms, placesOf({}))
    expect(score(0, [1])).toBeGreaterThan(score(0, [2]))
    expect(score(0, [1, 2])).toBe(score(0, [3]))
    expect(score(0, [3])).toBeGreaterThan(score(0, [1]))
    expect(score(0, [])).toBe(0)
  })

  test("the shorter it is", () => {
    const score = wholeSessionScorer(terms, placesOf({ 0: 5, 100: 80 }))
    expect(score(0, [1, 1])).toBeGreaterThan(score(100, [1, 1]))
  })
})
