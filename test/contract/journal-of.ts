// A journal whose sessions are lists of names, on a state database of its own connection.
import { systemClock } from "../../src/platform/clock.ts"
import { nullLog } from "../../src/platform/log.ts"
import { openSessionJournal } from "../../src/store/journal/session-journal.ts"
import { openStateDb } from "../../src/store/tables/state-db.ts"

export async function openTestJournal(path: string) {
  const { db } = await openStateDb(path, nullLog)
  if (!db) throw new Error(`no database at ${path}`)
  const journal = openSessionJournal<readonly string[], { readonly add: string }>({
    db,
    log: nullLog,
    clock: systemClock,
    project: "p",
    host: "h",
    database: "d",
    empty: [],
    after: (state, event) => [...state, event.add],
  })
  return {
    journal,
    async close() {
      await journal.close()
      db.close()
    },
  }
}
