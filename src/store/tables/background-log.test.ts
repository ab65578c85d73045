import { afterEach, describe, expect, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../../test/bed/opened-app.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite } from "../../platform/sqlite.ts"
import { openBackgroundLog } from "./background-log.ts"
import { spareState } from "./spare-state.ts"

afterEach(closeApps)

async function twoProcesses() {
  const { app, root } = await openWithoutHistory()
  const db = await openSqlite(`${root}/state.db`, { busyTimeoutMs: 1000 })
  return { one: app.store.background, other: openBackgroundLog(spareState(db, nullLog, "state")), db }
}

describe("the ledger", () => {
  const call = { purpose: "extraction", model: "bed/small", estimate: 400 }

  test("is paid before the call, by all processes from one purse", async () => {
    const { one, other, db } = await twoProcesses()
    expect(one.pay("2026-11-16", call, 1000)).toBe(true)
    expect(other.pay("2026-11-16", call, 1000)).toBe(true)
    expect(one.pay("2026-11-16", call, 1000)).toBe(false)
    expect(one.pay("2026-11-17", call, 1000)).toBe(true)
    one.settle("2026-11-16", call, { input: 120, output: 30, cost: 0.5, isEstimated: false })
    expect(one.spent("2026-11-16")).toBe(550)
    expect(one.ledger("2026-11-16").map(({ day, runs, cost }) => [day, runs, cost])).toEqual([
      ["2026-11-17", 1, 0],
      ["2026-11-16", 2, 0.5],
    ])
    db.close()
  })

  test("without a database nothing can be spent", () => {
    const none = openBackgroundLog(spareState(undefined, nullLog, "state"))
    expect(none.pay("2026-11-16", call, 1000)).toBe(false)
    expect(none.takeLease("x", 0, 10)).toBe(false)
    expect(none.setAnswer("on", 0)).toBe(false)
  })
})

test("a lease is one process's, until it ends, runs out or its process is gone", async () => {
  const { one, other, db } = await twoProcesses()
  expect(one.takeLease("p", 0, 100)).toBe(true)
  expect(one.takeLease("p", 10, 110)).toBe(true)
  expect(other.takeLease("p", 50, 150)).toBe(false)
  expect(other.takeLease("p", 110, 210)).toBe(true)
  other.dropLease("p")
  expect(one.takeLease("p", 120, 220)).toBe(true)
  const { hostname } = await import("node:os")
  db.run("UPDATE background_lease SET holder = ?", `${hostname()} 99999999 x`)
  expect(other.takeLease("p", 130, 230)).toBe(true)
  db.close()
})
