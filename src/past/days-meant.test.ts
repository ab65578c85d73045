import { describe, expect, test } from "bun:test"
import { daysMeant } from "./days-meant.ts"

const now = new Date(2026, 0, 20, 15).getTime()
const local = (time: number) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const meant = (said: string) => {
  const days = daysMeant(said, now)
  return days && `${local(days.from)} ${local(days.to)}`
}

describe("days as people say them", () => {
  test("from the first moment of a day, by the clock of the machine, to the end of it", () => {
    const said = ["today", "yesterday", "a week ago", "3 days ago", "2 weeks ago", "2025-12-31", "2026-02", "2026-12"]
    expect(said.map(meant)).toEqual([
      "2026-01-20T00:00 2026-01-21T00:00",
      "2026-01-19T00:00 2026-01-20T00:00",
      "2026-01-13T00:00 2026-01-14T00:00",
      "2026-01-17T00:00 2026-01-18T00:00",
      "2026-01-06T00:00 2026-01-07T00:00",
      "2025-12-31T00:00 2026-01-01T00:00",
      "2026-02-01T00:00 2026-03-01T00:00",
      "2026-12-01T00:00 2027-01-01T00:00",
    ])
  })

  test("a moment, also in the form in which times are shown: a minute with all its seconds", () => {
    for (const said of ["2026-01-05T10:30", "2026-01-05 10:30", " 2026-01-05  10:30 "])
      expect(meant(said)).toBe("2026-01-05T10:30 2026-01-05T10:31")
    expect(daysMeant("2026-01-05 10:30:07Z", now)).toEqual({
      from: Date.UTC(2026, 0, 5, 10, 30, 7),
      to: Date.UTC(2026, 0, 5, 10, 30, 8),
    })
  })

  test("a weekday is the latest of its name, and so many days, weeks, months or years ago is one day", () => {
    const said = ["tuesday", "last Tuesday", "Monday", "wednesday", "3 days ago", "1 month ago", "a year ago"]
    expect(said.map(meant)).toEqual([
      "2026-01-20T00:00 2026-01-21T00:00",
      "2026-01-13T00:00 2026-01-14T00:00",
      "2026-01-19T00:00 2026-01-20T00:00",
      "2026-01-14T00:00 2026-01-15T00:00",
      "2026-01-17T00:00 2026-01-18T00:00",
      "2025-12-20T00:00 2025-12-21T00:00",
      "2025-01-20T00:00 2025-01-21T00:00",
    ])
  })

  test("a week, a month or a year has a beginning and an end: weeks from Monday, so many days up to today", () => {
    const said = {
      "this week": "2026-01-19T00:00 2026-01-26T00:00",
      "last  Week": "2026-01-12T00:00 2026-01-19T00:00",
      "this month": "2026-01-01T00:00 2026-02-01T00:00",
      "last month": "2025-12-01T00:00 2026-01-01T00:00",
      "this year": "2026-01-01T00:00 2027-01-01T00:00",
      "last year": "2025-01-01T00:00 2026-01-01T00:00",
      "last 3 days": "2026-01-17T00:00 2026-01-21T00:00",
      "past week": "2026-01-13T00:00 2026-01-21T00:00",
      "past 2 weeks": "2026-01-06T00:00 2026-01-21T00:00",
      "last 1 month": "2025-12-20T00:00 2026-01-21T00:00",
      "last 2 years": "2024-01-20T00:00 2026-01-21T00:00",
    }
    expect(Object.fromEntries(Object.keys(said).map((one) => [one, meant(one)]))).toEqual(said)
  })

  test("on a Sunday and on a Monday it is still the week that people mean, and a month back from its 31st is its last day", () => {
    const at = (day: Date, said: string) => local(daysMeant(said, day.getTime())?.from ?? 0)
    const [sunday, monday, last] = [new Date(2026, 0, 18, 23, 59), new Date(2026, 0, 19), new Date(2026, 2, 31, 9)]
    expect([
      at(sunday, "this week"),
      at(monday, "this week"),
      at(monday, "last week"),
      at(last, "a month ago"),
    ]).toEqual(["2026-01-12T00:00", "2026-01-19T00:00", "2026-01-12T00:00", "2026-02-28T00:00"])
  })

  test("a period begins and ends at midnight and joins its neighbours where clocks are put forward or back", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      for (const TZ of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]) {
        process.env.TZ = TZ
        for (const day of [new Date(2026, 2, 29, 12), new Date(2026, 9, 25, 1, 30), new Date(2026, 3, 5, 4)]) {
          const of = (said: string) => daysMeant(said, day.getTime()) ?? { from: 0, to: 0 }
          const spans = ["today", "this week", "last week", "this month", "last month", "last 3 days"].map(of)
          const hours = spans.flatMap(({ from, to }) => [new Date(from).getHours(), new Date(to).getHours()])
          expect(hours).toEqual(hours.map(() => 0))
          expect(of("last week").to).toBe(of("this week").from)
          expect(of("last month").to).toBe(of("this month").from)
          expect(of("yesterday").to).toBe(of("today").from)
          expect([of("this week").from <= day.getTime(), of("this week").to > day.getTime()]).toEqual([true, true])
        }
      }
    } finally {
      // By name: deleting TZ would leave the last zone in force for every test after this one.
      process.env.TZ = zone
    }
  })

  test("a year of one or two digits is that year", () => {
    const from = daysMeant("0050-01-01", now)?.from ?? 0
    expect(new Date(from).getFullYear()).toBe(50)
  })

  test("what is no day is none", () => {
    const said = [
      "",
      "soon",
      "99",
      "January",
      "2026-13",
      "2026-13-01",
      "2026-00-10",
      "2026-01-05Tnoon",
      "2026-01-05 noon",
      "2026-02-30 10:00",
      "ago",
      "last 3",
      "3 days",
      "last day",
      "constructor",
      "__proto__",
    ]
    expect(said.map(meant)).toEqual(said.map(() => undefined))
  })
})
