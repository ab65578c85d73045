// State that memory can do without: if the database is missing, busy or broken, the answer is undefined and a line in the log.
import { messageOf } from "../../model/errors.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"

export type Attempt = <T>(work: (db: Sqlite) => T) => T | undefined

/** The columns of a row that have a value. */
export function filledColumns<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T
}

/** `event` names it in the log. */
export function spareState(db: Sqlite | undefined, log: Log, event: string): Attempt {
  return (work) => {
    try {
      return db && work(db)
    } catch (error) {
      log.warn(event, { why: messageOf(error) })
      return undefined
    }
  }
}
