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
    const said = ["today", "yesterday", "last week", "3 days ago", "2 weeks ago", "2025-12-31", "2026-02", "2026-12"]
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

  test("a weekday is the latest of its name, and so many days, weeks or months are counted back", () => {
    const said = ["tuesday", "last Tuesday", "Monday", "wednesday", "last 3 days", "past 2 weeks", "last 1 month"]
    expect(said.map((one) => meant(one)?.slice(0, 10))).toEqual([
      "2026-01-20",
      "2026-01-13",
      "2026-01-19",
      "2026-01-14",
      "2026-01-17",
      "2026-01-06",
      "2025-12-21",
    ])
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
    ]
    expect(said.map(meant)).toEqual(said.map(() => undefined))
  })
})
