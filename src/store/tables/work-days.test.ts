import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite } from "../../platform/sqlite.ts"
import { openWorkDays } from "./last-work.ts"
import { spareState } from "./spare-state.ts"
import { MIGRATIONS } from "./state-db.ts"

const DAY = 86_400_000
const begin = Date.UTC(2026, 0, 1, 12)

async function openedDb() {
  const db = await openSqlite(join(tempDir("state"), "state.db"))
  for (const sql of MIGRATIONS) db.exec(sql)
  return db
}

describe("work days", () => {
  test("are counted once, by project, in order, and another process sees them", async () => {
    const db = await openedDb()
    const days = openWorkDays(spareState(db, nullLog, "state"))
    for (const offset of [30, 0, 0, 2]) days.mark("a", begin + offset * DAY)
    days.mark("a", begin + 11 * 3_600_000)
    days.mark("b", begin + DAY)
    const other = openWorkDays(spareState(db, nullLog, "state"))
    other.mark("a", begin)
    expect(other.of("a")).toEqual(["2026-01-01", "2026-01-03", "2026-01-31"])
    expect(other.of("b")).toEqual(["2026-01-02"])
    expect(other.of("c")).toEqual([])
  })

  test("the newest 800 of a project are kept", async () => {
    const db = await openedDb()
    const days = openWorkDays(spareState(db, nullLog, "state"))
    days.mark("b", begin)
    db.transaction(() => {
      for (let i = 0; i < 1000; i++) days.mark("a", begin + i * DAY)
    })
    const kept = days.of("a")
    expect(kept).toHaveLength(800)
    expect(kept[0]).toBe(new Date(begin + 200 * DAY).toISOString().slice(0, 10))
    expect(kept.at(-1)).toBe(new Date(begin + 999 * DAY).toISOString().slice(0, 10))
    expect(days.of("b")).toHaveLength(1)
  })

  test("a day that could not be written is retried; without a database there are none", async () => {
    const db = await openedDb()
    const days = openWorkDays(spareState(db, nullLog, "state"))
    db.exec("ALTER TABLE work_day RENAME TO away")
    days.mark("a", begin)
    db.exec("ALTER TABLE away RENAME TO work_day")
    days.mark("a", begin)
    expect(days.of("a")).toEqual(["2026-01-01"])
    const none = openWorkDays(spareState(undefined, nullLog, "state"))
    none.mark("a", begin)
    expect(none.of("a")).toEqual([])
  })
})
