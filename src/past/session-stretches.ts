// Assigns each session a stretch of entry numbers: as many as it needs, one session after the other, newest first.
import type { Sqlite } from "../platform/sqlite.ts"
import { FIRST_STRETCH, stretchFor } from "./entry-number.ts"
import type { IndexedSession } from "./past-index.ts"

export interface Stretch {
  readonly first: number
  /** The first number after it. */
  readonly past: number
}

/** A session that is still in use gets this many times the room it needs now. */
const ROOM_TO_GROW = 2

export function stretchesIn(db: Sqlite) {
  const stretchOf = (session: string) => db.get<Stretch>("SELECT first, past FROM session WHERE id = ?", session)
  /** Before all others if it is newer than most of them, otherwise after them. */
  function freeStretch(updated: number, messages: number): Stretch {
    const sql = "SELECT first, past, updated FROM session ORDER BY first"
    const foremost = db.get<Stretch>(`${sql} LIMIT 1`)
    const last = db.get<Stretch & { readonly updated: number }>(`${sql} DESC LIMIT 1`)
    if (foremost && last && updated > last.updated && isRecent(updated))
      return { first: foremost.first - stretchFor(messages * ROOM_TO_GROW), past: foremost.first }
    const first = last?.past ?? FIRST_STRETCH
    return { first, past: first + stretchFor(messages) }
  }
  /** Not simply the newest: a subagent's session is usually older than its caller's but newer than all others. */
  function isRecent(updated: number): boolean {
    const sql = "SELECT 2 * sum(updated <= ?) >= count(*) AS yes FROM session"
    return db.get<{ yes: number }>(sql, updated)?.yes === 1
  }
  function begin({ id, updated, database }: Omit<IndexedSession, "stamp">, messages: number): number {
    const known = stretchOf(id)
    if (known !== undefined) return known.first
    const { first, past } = freeStretch(updated, messages)
    const sql = `INSERT INTO session(first, past, id, messages, updated, stamp, database) VALUES (?, ?, ?, 0, ?, '', ?)`
    db.run(sql, first, past, id, updated, database)
    return first
  }
  return {
    stretchOf,
    /** Where the session's numbers begin; a new session gets room for `messages`. */
    begin,
  }
}
