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
    expect(meant("2026-01-05T10:30")).toStartWith("2026-01-05T10:30 ")
  })

  test("what is no day is none", () => {
    const said = ["", "soon", "99", "January", "2026-13", "2026-13-01", "2026-00-10", "2026-01-05Tnoon", "ago"]
    expect(said.map(meant)).toEqual(said.map(() => undefined))
  })
})
