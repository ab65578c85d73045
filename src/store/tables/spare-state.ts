// State that memory can do without: if the database is missing, busy or broken, the answer is nothing and a line in the log.
import { messageOf } from "../../model/errors.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite, SqliteParam } from "../../platform/sqlite.ts"

type Attempt = <T>(work: (db: Sqlite) => T) => T | undefined

export type SpareState = ReturnType<typeof answering>

/** The columns of a row that have a value. */
export function filledColumns<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T
}

/** `event` names it in the log. */
export function spareState(db: Sqlite | undefined, log: Log, event: string): SpareState {
  return answering((work) => {
    try {
      return db && work(db)
    } catch (error) {
      log.warn(event, { why: messageOf(error) })
      return undefined
    }
  })
}

/** A database that fails without throwing. */
export function answering(attempt: Attempt) {
  return {
    all: <T>(sql: string, ...params: SqliteParam[]): T[] => attempt((db) => db.all<T>(sql, ...params)) ?? [],
    get: <T>(sql: string, ...params: SqliteParam[]) => attempt((db) => db.get<T>(sql, ...params)),
    /** False: it was not done. */
    run: (sql: string, ...params: SqliteParam[]) => attempt((db) => db.run(sql, ...params)) !== undefined,
    /** Undefined: it was not done. */
    attempt,
    transaction: <T>(work: (db: Sqlite) => T) => attempt((db) => db.transaction(() => work(db))),
  }
}
