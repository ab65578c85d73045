import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { factWith } from "../../test/bed/facts.ts"
import type { Fact, Importance, Source } from "../model/fact.ts"
import { RETENTION } from "../model/tunable.ts"
import {
  ageOf,
  byStrength,
  DAY,
  effectiveAge,
  factTypes,
  halfLifeOf,
  initialStrength,
  reinforce,
  retain,
  retentionRules,
  ruleOf,
  startOfDay,
  strengthOf,
  TYPE_RULES,
} from "./retention.ts"

const NOW = Date.parse("2026-11-15T12:00:00Z")

const dayBefore = (days: number) => new Date(NOW - days * DAY).toISOString().slice(0, 10)
const many = (type: string, count: number, more: Partial<Fact> = {}) =>
  Array.from({ length: count }, (_, n) =>
    factWith({ type, path: `facts/${type}-${String(n).padStart(3, "0")}.md`, ...more }),
  )

describe("strength", () => {
  const TYPES = { reference: 1, project: 1.25, user: 2, feedback: 2.25, decision: 2.5, incident: 1 }
  const SOURCES: Record<Source, number> = { extraction: 0.9, compaction: 1, import: 1.2, manual: 1.4, explicit: 2 }
  const IMPORTANCES: Record<Importance, number> = { low: 0.7, normal: 1, high: 1.5 }
  const table = Object.entries(TYPES).flatMap(([type, a]) =>
    Object.entries(SOURCES).flatMap(([source, b]) =>
      Object.entries(IMPORTANCES).map(([importance, c]) => [type, source, importance, a * b * c] as const),
    ),
  )

  test.each(table)("of a new fact: %s, %s, %s", (type, source, importance, expected) => {
    const one = { type, source: source as Source, importance: importance as Importance }
    expect(initialStrength(one)).toBeCloseTo(expected, 12)
    expect(strengthOf(factWith(one), { now: NOW })).toBeCloseTo(expected, 12)
  })

  test.each([
    [0, 45],
    [1, 52.9411764706],
    [2, 62.2837370242],
    [3, 73.2749847344],
    [4, 86.2058643934],
    [5, 101.4186639922],
    [6, 119.316075285],
    [7, 119.316075285],
    [99, 119.316075285],
    [-1, 45],
  ])("half-life after %d reinforcements", (count, days) => expect(halfLifeOf(count)).toBeCloseTo(days, 8))

  test.each([
    [28, 28, 17.5],
    [19, 19, 15.25],
    [7, 180, 1.75],
    [0, 180, 0],
    [10, 0, 10],
    [100, 100, 35.5],
    [100, 50, 73],
    [30, 14, 30],
    [30, 15, 29.25],
  ])("%d days old, %d days idle", (age, idle, expected) => expect(effectiveAge(age, idle)).toBe(expected))

  test("halves in a half-life", () => {
    const old = factWith({ updated: NOW - 45 * DAY, created: NOW - 99 * DAY })
    expect(strengthOf(old, { now: NOW })).toBeCloseTo(0.5, 12)
  })

  test("age counts from the last reinforcement, else the update, else the creation", () => {
    const dates = { created: NOW - 30 * DAY, updated: NOW - 20 * DAY }
    expect(ageOf(factWith({ ...dates, reinforced: { count: 1, last: NOW - 10 * DAY } }), NOW)).toBe(10)
    expect(ageOf(factWith({ ...dates, reinforced: { count: 1 } }), NOW)).toBe(20)
    expect(ageOf(factWith({ ...dates, updated: Number.NaN }), NOW)).toBe(30)
    expect(ageOf(factWith({ created: Number.NaN, updated: Number.NaN }), NOW)).toBe(0)
    expect(ageOf(factWith({ updated: NOW + DAY }), NOW)).toBe(0)
  })

  test("is a number whatever the dates", () => {
    const day = fc.oneof(fc.nat(9000).map(dayBefore), fc.constantFrom("", "no day", "9999-12-31", "2026-02-31"))
    const time = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 8.64e15))
    fc.assert(
      fc.property(time, time, fc.array(day), fc.nat(200), (updated, last, workDays, count) => {
        const strength = strengthOf(factWith({ updated, reinforced: { count, last } }), { now: NOW, workDays })
        expect(strength).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(strength)).toBe(true)
      }),
    )
  })
})

describe("days without work", () => {
  const today = startOfDay(NOW)
  const ageFor = (days: number, workDays: readonly string[], now = today) => {
    const strength = strengthOf(factWith({ updated: now - days * DAY }), { now, workDays })
    return -Math.log2(strength) * 45
  }
  const worked = (...days: number[]) => days.map(dayBefore)

  test.each([
    ["none known", 100, worked(), 100],
    ["worked on today only", 100, worked(0), 100],
    ["every fourteen days", 42, worked(42, 28, 14, 0), 42],
    ["a pause that goes on", 28, worked(28), 17.5],
    ["a pause that is over", 28, worked(28, 0), 17.5],
    ["a pause, and work since", 38, worked(38, 10, 5, 0), 27.5],
    ["two pauses", 80, worked(80, 40, 0), 80 - 0.75 * (26 + 26)],
    ["a fact from within a pause", 20, worked(100, 0), 5],
    ["a fact from the first days of a pause", 95, worked(100, 0), 95 - 0.75 * 86],
    ["a pause before the fact", 5, worked(100, 6), 5],
    ["days to come", 28, worked(28, -3), 17.5],
  ])("%s", (_name, days, workDays, expected) => expect(ageFor(days, workDays)).toBeCloseTo(expected, 9))

  test("today's work changes nothing today, and what it costs later comes day by day", () => {
    const before = worked(200, 160, 100, 40)
    fc.assert(
      fc.property(fc.nat(250), (days) => {
        expect(ageFor(days, [...before, dayBefore(0)])).toBe(ageFor(days, before))
        const tomorrow = ageFor(days + 1, [...before, dayBefore(0)], today + DAY)
        expect(tomorrow - ageFor(days, before)).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe("types", () => {
  test("the user's own beside the five, and in place of them", () => {
    const rules = retentionRules({ incident: { weight: 3, cap: 2, staleAfter: 9 }, decision: { weight: 1, cap: 1 } })
    expect(ruleOf("incident", rules)).toEqual({ weight: 3, cap: 2, staleAfter: 9 })
    expect(ruleOf("decision", rules)).toEqual({ weight: 1, cap: 1, staleAfter: 45 })
    expect(ruleOf("feedback", rules)).toEqual(ruleOf("feedback"))
    expect(ruleOf("unheard", rules)).toEqual({ weight: 1, cap: 6 })
    expect(factTypes({ incident: { weight: 3, cap: 2 } })).toEqual([
      "user",
      "feedback",
      "project",
      "decision",
      "reference",
      "incident",
    ])
  })
})

describe("what is shown", () => {
  const crowded = { ...RETENTION, types: TYPE_RULES, shown: 28 }

  test.each(["feedback", "decision", "project", "reference", "user", "incident"])(
    "while places are free the cap of %s hides nothing",
    (type) => {
      const { shown, left } = retain(many(type, 20), { now: NOW }, crowded)
      expect([shown.length, left.length]).toEqual([20, 0])
    },
  )

  test("150 in all; where there are more, no type takes more than its cap before the others have theirs", () => {
    const all = ["user", "feedback", "decision", "project", "reference"].flatMap((type) => many(type, 40))
    expect(retain(all, { now: NOW }).shown).toHaveLength(150)
    const { shown, inTurn, left } = retain(all, { now: NOW }, crowded)
    const counts = Object.groupBy(shown, ({ type }) => type)
    expect([counts.decision?.length, counts.feedback?.length, counts.user?.length, counts.project?.length]).toEqual([
      10, 10, 6, 2,
    ])
    expect(left).toHaveLength(172)
    expect(new Set(inTurn)).toEqual(new Set(shown))
  })

  test("a user's own type has the weight and cap of the config", () => {
    const rules = { ...retentionRules({ incident: { weight: 9, cap: 2 } }), shown: 3 }
    const { shown } = retain([...many("incident", 5), ...many("decision", 1)], { now: NOW }, rules)
    expect(shown.map(({ type }) => type)).toEqual(["incident", "incident", "decision"])
    const never = retentionRules({ incident: { cap: 0 } })
    expect(retain(many("incident", 5), { now: NOW }, never).shown).toEqual([])
  })

  test("a flood that an agent calls important leaves what the user said long ago", () => {
    const old = NOW - 200 * DAY
    const own = many("feedback", 5, { source: "explicit", created: old, updated: old })
    const flood = many("feedback", 300, { source: "manual", importance: "high" })
    const { shown, inTurn } = retain([...flood, ...own], { now: NOW })
    expect([shown.length, shown.filter(({ source }) => source === "explicit").length]).toEqual([150, 5])
    expect(inTurn.slice(0, 5)).toEqual(byStrength(own, { now: NOW }))
    const many200 = many("feedback", 200, { source: "explicit", created: old, updated: old })
    const both = retain([...flood, ...many200], { now: NOW })
    expect(both.shown.filter(({ source }) => source === "explicit").length).toBeGreaterThanOrEqual(70)
  })

  test("of equals the alphabet decides nothing", () => {
    const all = Array.from({ length: 40 }, (_, n) => factWith({ path: `facts/${String(n).padStart(2, "0")}.md` }))
    const order = byStrength(all, { now: NOW }).map(({ path }) => path)
    expect(order.slice(0, 20).filter((path) => path < "facts/20").length).toBeWithin(4, 17)
  })

  test("never what is quarantined, in neither list", () => {
    const { shown, left } = retain(many("user", 9, { trust: "quarantined" }), { now: NOW })
    expect([...shown, ...left]).toEqual([])
  })

  test("a type named like a property of every object is an ordinary type", () => {
    expect(retain(many("constructor", 9), { now: NOW }).shown).toHaveLength(9)
  })

  test("order: strength, source, newer, id", () => {
    const order = [
      factWith({ path: "facts/strong.md", type: "decision" }),
      factWith({ path: "facts/explicit.md", source: "explicit", importance: "low", type: "reference" }),
      // 1.4 as well, by a manual source.
      factWith({ path: "facts/manual.md", source: "manual" }),
      factWith({ path: "facts/b.md", updated: NOW }),
      factWith({ path: "facts/a.md", updated: NOW }),
      factWith({ path: "facts/weak.md", importance: "low" }),
    ]
    expect(byStrength(order.toReversed(), { now: NOW }).map(({ path }) => path)).toEqual(order.map(({ path }) => path))
    const last = { count: 1, last: NOW }
    const newer = factWith({ path: "facts/z.md", updated: NOW - DAY, reinforced: last })
    const older = factWith({ path: "facts/a.md", updated: NOW - 2 * DAY, reinforced: last })
    expect(byStrength([older, newer], { now: NOW })).toEqual([newer, older])
  })

  test("the same in any order", () => {
    const all = ["user", "feedback", "decision", "project"].flatMap((type) => many(type, 20))
    const expected = retain(all, { now: NOW })
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(retain(shuffled, { now: NOW })).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })
})

describe("reinforcement", () => {
  const since = (ms: number, count = 1) => reinforce(factWith({ reinforced: { count, last: NOW - ms } }), NOW, "ses_b")

  test("once a day", () => {
    expect(since(DAY)).toMatchObject({ reinforced: true, fact: { reinforced: { count: 2, last: NOW } } })
    expect(since(DAY / 4)).toEqual({ reinforced: false, reason: "too_soon" })
    expect(since(-DAY)).toEqual({ reinforced: false, reason: "too_soon" })
    expect(reinforce(factWith(), NOW, "ses_b")).toMatchObject({
      reinforced: true,
      fact: { reinforced: { count: 1, last: NOW } },
    })
  })

  test("not by the session that said it the same day", () => {
    const fresh = factWith({ evidence: "ses_a/msg_1" })
    expect(reinforce(fresh, NOW, "ses_a")).toEqual({ reinforced: false, reason: "same_session" })
    expect(reinforce(fresh, NOW, "ses_b")).toMatchObject({ reinforced: true })
    expect(reinforce(fresh, NOW + DAY, "ses_a")).toMatchObject({ reinforced: true })
  })

  test("age counts from the newest of created, updated and reinforced", () => {
    const days = (more: Partial<Fact>) => ageOf(factWith(more), NOW)
    expect(days({ created: NOW - 9 * DAY, updated: NOW - DAY, reinforced: { count: 1, last: NOW - 5 * DAY } })).toBe(1)
    expect(days({ created: NOW - 9 * DAY, updated: NOW - 7 * DAY, reinforced: { count: 1, last: NOW - DAY } })).toBe(1)
  })

  test("the count ends at six, the date goes on", () => {
    expect(since(7 * DAY, 6)).toMatchObject({ reinforced: true, fact: { reinforced: { count: 6, last: NOW } } })
  })
})
