// State that memory can do without: where the database is missing, busy or broken, the answer is undefined and a line in the log.
import { messageOf } from "../../model/errors.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"

export type Attempt = <T>(work: (db: Sqlite) => T) => T | undefined

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
