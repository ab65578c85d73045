// Which numbers of the index each session has: as many as it needs, one session after the other, the newest first.
import type { Sqlite } from "../platform/sqlite.ts"
import { FIRST_STRETCH, stretchFor } from "./entry-number.ts"

interface NewSession {
  readonly id: string
  readonly updated: number
  readonly database: string
}

export interface Stretch {
  readonly first: number
  /** The first number behind it. */
  readonly past: number
}

/** A session that is still spoken in gets so much more room than it needs. */
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
  /** One in which a subagent works is as a rule older than the one it works for, and newer than all others. */
  function isRecent(updated: number): boolean {
    const sql = "SELECT 2 * sum(updated <= ?) >= count(*) AS yes FROM session"
    return db.get<{ yes: number }>(sql, updated)?.yes === 1
  }
  function begin({ id, updated, database }: NewSession, messages: number): number {
    const known = stretchOf(id)
    if (known !== undefined) return known.first
    const { first, past } = freeStretch(updated, messages)
    const sql = `INSERT INTO session(first, past, id, messages, updated, stamp, database) VALUES (?, ?, ?, 0, ?, '', ?)`
    db.run(sql, first, past, id, updated, database)
    return first
  }
  return {
    stretchOf,
    /** Where the session's numbers begin; for one that is new, with room for so many messages. */
    begin,
  }
}
