// What background work needs to know about other processes and earlier days: the ledger of what its model calls cost, who is running now, and what
// is settled (whether the user agreed, when they were asked). Without the database nothing may be spent, so nothing runs.
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import type { Sqlite } from "../../platform/sqlite.ts"
import { utcDay } from "../../text/local-time.ts"
import { isRunning } from "./opening-mark.ts"
import type { SpareState } from "./spare-state.ts"

export const backgroundTables = `CREATE TABLE background_ledger(day TEXT NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL,
    input INTEGER NOT NULL, output INTEGER NOT NULL, cost REAL NOT NULL, runs INTEGER NOT NULL, estimated INTEGER NOT NULL,
    PRIMARY KEY(day, purpose, model)) WITHOUT ROWID;
  CREATE TABLE background_lease(name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE background_mark(name TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`

export interface LedgerLine {
  /** ISO, UTC. */
  readonly day: string
  readonly purpose: string
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cost: number
  readonly runs: number
  /** How many of the runs had no token count from the host. */
  readonly estimated: number
}

/** A call that is about to be made. It is charged in advance: if the process dies in between, it is spent. */
export interface Spending {
  readonly purpose: string
  readonly model: string
  readonly estimate: number
}

export interface Spent {
  readonly input: number
  readonly output: number
  readonly cost: number
  readonly isEstimated: boolean
}

const ANSWER = "consent"
const KEPT_DAYS = 400
const PAY = `INSERT INTO background_ledger(day, purpose, model, input, output, cost, runs, estimated) VALUES (?1, ?2, ?3, ?4, 0, 0, 1, 0)
  ON CONFLICT DO UPDATE SET input = input + ?4, runs = runs + 1`
const SETTLE = `UPDATE background_ledger SET input = input + ?4, output = output + ?5, cost = cost + ?6, estimated = estimated + ?7
  WHERE day = ?1 AND purpose = ?2 AND model = ?3`
const LEDGER = `SELECT day, purpose, model, input, output, cost, runs, estimated FROM background_ledger
  WHERE day >= ? ORDER BY day DESC, purpose, model`
const HELD = "SELECT holder, until FROM background_lease WHERE name = ?"
const MARKED = "SELECT value, at FROM background_mark WHERE name = ?"
const SET_MARK = "INSERT OR REPLACE INTO background_mark(name, value, at) VALUES (?, ?, ?)"

export function openBackgroundLog(state: SpareState) {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`
  const spentOn = (db: Sqlite, day: string) =>
    db.get<{ sum: number | null }>("SELECT sum(input + output) AS sum FROM background_ledger WHERE day = ?", day)
      ?.sum ?? 0
  const mark = (name: string) => state.get<{ value: string; at: number }>(MARKED, name)
  /** False: it could not be saved. */
  const setMark = (name: string, value: string, at: number) => state.run(SET_MARK, name, value, at)
  return {
    /** False: the day's tokens are not enough, or nobody can keep count. */
    pay(day: string, { purpose, model, estimate }: Spending, limit: number): boolean {
      const isPaid = state.transaction((db) => {
        if (spentOn(db, day) + estimate > limit) return false
        db.run(PAY, day, purpose, model, estimate)
        db.run("DELETE FROM background_ledger WHERE day < ?", utcDay(Date.parse(day) - KEPT_DAYS * 86_400_000))
        return true
      })
      return isPaid ?? false
    },
    /** What the call really used. */
    settle(day: string, { purpose, model, estimate }: Spending, { input, output, cost, isEstimated }: Spent): void {
      state.run(SETTLE, day, purpose, model, input - estimate, output, cost, Number(isEstimated))
    },
    spent: (day: string): number => state.attempt((db) => spentOn(db, day)) ?? 0,
    /** Newest first. */
    ledger: (since: string) => state.all<LedgerLine>(LEDGER, since),
    /** Whether this holder may run now, alone among all processes, until then. */
    takeLease: (name: string, now: number, until: number): boolean =>
      state.transaction((db) => {
        const held = db.get<{ holder: string; until: number }>(HELD, name)
        const isFree = !held || held.holder === holder || held.until <= now || isGone(held.holder)
        if (isFree)
          db.run("INSERT OR REPLACE INTO background_lease(name, holder, until) VALUES (?, ?, ?)", name, holder, until)
        return isFree
      }) ?? false,
    dropLease: (name: string) => state.run("DELETE FROM background_lease WHERE name = ? AND holder = ?", name, holder),
    /** The user's answer to whether background calls may be made. */
    answered: (): string | undefined => mark(ANSWER)?.value,
    /** That answer, and since when it holds. */
    answer: () => mark(ANSWER),
    /** Given once more, it holds since the first time. */
    setAnswer: (value: "on" | "off", at: number): boolean =>
      mark(ANSWER)?.value === value || setMark(ANSWER, value, at),
    /** Marks something as done or told, by a name. */
    mark,
    setMark,
  }
}

/** Whether the process ran on this machine and has ended; a crash blocks nobody. */
function isGone(holder: string): boolean {
  const [machine, pid] = holder.split(" ")
  return machine === hostname() && !isRunning(Number(pid))
}
