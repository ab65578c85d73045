// Where the session journal keeps its rows: in SQLite, or in this process alone where there is no database. Writers take turns, so the
// numbers of events grow in the order of their commits, and "after number n" is all that is new. Whatever else happens to a session gives
// it a new generation. Nothing here waits: SQLite drivers would block the host's event loop.

import { randomInt } from "node:crypto"
import { RecentMap } from "../../model/recent-map.ts"
import type { Sqlite } from "../../platform/sqlite.ts"

/** `saved` is a value that earlier builds kept beside the events; nobody reads it. */
export const sessionTables = `CREATE TABLE session(id TEXT PRIMARY KEY, project TEXT NOT NULL, host TEXT NOT NULL, database TEXT NOT NULL,
  seen_at INTEGER NOT NULL, asked_at INTEGER NOT NULL DEFAULT 0, missing_since INTEGER, generation INTEGER NOT NULL, base_message TEXT,
  base TEXT, saved TEXT);
CREATE TABLE session_event(seq INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, message TEXT, data TEXT NOT NULL);
CREATE INDEX session_event_order ON session_event(session, seq);`

/** Whose sessions these are: session ids mean something in one database of one host only. */
export interface SessionOwner {
  readonly project: string
  readonly host: string
  readonly database: string
}

export interface EventRow {
  readonly seq: number
  readonly message: string | null
  readonly data: string
}

/** What the events that are no longer kept individually added up to. */
export interface BaseRow {
  readonly generation: number
  readonly base: string | null
  /** The newest message that is folded into it. */
  readonly base_message: string | null
}

export type JournalRows = ReturnType<typeof rowsInSqlite>

const HOUR_MS = 3_600_000
const UNSEEN_MS = 7 * 24 * HOUR_MS
const MISSING_MS = 7 * 24 * HOUR_MS

/** Random, so that a session that was removed and started again is not mistaken for the old one. */
function newGeneration(): number {
  return randomInt(2 ** 48 - 1)
}

const MEET = `INSERT INTO session(id, project, host, database, seen_at, generation) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT(id) DO UPDATE SET project = excluded.project, host = excluded.host, database = excluded.database,
    seen_at = excluded.seen_at, missing_since = NULL
  WHERE excluded.seen_at - seen_at >= ${HOUR_MS} OR missing_since IS NOT NULL
    OR (project, host, database) IS NOT (excluded.project, excluded.host, excluded.database)`
const SINCE = `SELECT s.generation, e.seq, e.message, e.data FROM session s
  LEFT JOIN session_event e ON e.session = s.id AND e.seq > ? WHERE s.id = ? ORDER BY e.seq`
const MISSING = `UPDATE session SET missing_since = coalesce(missing_since, ?) WHERE id = ? AND seen_at <= ?
  RETURNING missing_since AS since`
const UNSEEN = `SELECT id FROM session WHERE project = ? AND host = ? AND database = ? AND seen_at <= ? ORDER BY asked_at, seen_at LIMIT ?`

export function rowsInSqlite(db: Sqlite, { project, host, database }: SessionOwner) {
  const usualWait = db.get<{ timeout: number }>("PRAGMA busy_timeout")?.timeout ?? 0

  function remove(session: string): void {
    db.run("DELETE FROM session_event WHERE session = ?", session)
    db.run("DELETE FROM session WHERE id = ?", session)
  }

  return {
    isDurable: true,
    /** All of `work` or nothing. Throws at once while another process is writing. `outlivesPower`: it survives a power failure. */
    transaction<T>(work: () => T, outlivesPower: boolean): T {
      db.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = ${outlivesPower ? "FULL" : "NORMAL"}`)
      try {
        return db.transaction(work)
      } finally {
        db.exec(`PRAGMA busy_timeout = ${usualWait}; PRAGMA synchronous = NORMAL`)
      }
    },
    base: (session: string) =>
      db.get<BaseRow>("SELECT generation, base, base_message FROM session WHERE id = ?", session),
    since(session: string, seq: number): { readonly generation: number; readonly events: EventRow[] } | undefined {
      const found = db.all<EventRow & { generation: number; seq: number | null }>(SINCE, seq, session)
      const generation = found[0]?.generation
      return generation === undefined ? undefined : { generation, events: found.filter((row) => row.seq !== null) }
    },
    /** Registers the session as known and seen now. */
    meet: (session: string, now: number) => void db.run(MEET, session, project, host, database, now, newGeneration()),
    append: (session: string, message: string | null, data: string) =>
      void db.run("INSERT INTO session_event(session, message, data) VALUES (?, ?, ?)", session, message, data),
    drop(session: string, events: readonly EventRow[]): void {
      for (const { seq } of events) db.run("DELETE FROM session_event WHERE seq = ?", seq)
      db.run("UPDATE session SET generation = ? WHERE id = ?", newGeneration(), session)
    },
    dropUpTo: (session: string, seq: number): void =>
      void db.run("DELETE FROM session_event WHERE session = ? AND seq <= ?", session, seq),
    setBase(session: string, base: string | null, message: string | null): void {
      const values = [newGeneration(), base, message] as const
      db.run("UPDATE session SET generation = ?, base = ?, base_message = ? WHERE id = ?", ...values, session)
    },
    remove,
    /** Sessions of this owner that were not seen for long, the one not asked about for longest first. */
    unseen: (now: number, max: number) =>
      db.all<{ id: string }>(UNSEEN, project, host, database, now - UNSEEN_MS, max).map(({ id }) => id),
    /** Records the host's answer about an unseen session, undefined meaning no answer; true if that removed it. */
    answer(session: string, exists: boolean | undefined, now: number): boolean {
      db.run("UPDATE session SET asked_at = ? WHERE id = ?", now, session)
      if (exists === undefined) return false
      if (exists) {
        db.run("UPDATE session SET seen_at = ?, missing_since = NULL WHERE id = ?", now, session)
        return false
      }
      // Somebody may have used it while the host was being asked.
      const missing = db.get<{ since: number }>(MISSING, now, session, now - UNSEEN_MS)
      if (!missing || now - missing.since < MISSING_MS) return false
      remove(session)
      return true
    },
  }
}

interface SessionInMemory {
  generation: number
  base: string | null
  base_message: string | null
  events: EventRow[]
}

export function rowsInMemory(): JournalRows {
  const sessions = new RecentMap<string, SessionInMemory>()
  let last = 0

  function change(session: string, fields: Partial<SessionInMemory>): void {
    const known = sessions.get(session)
    if (known) Object.assign(known, fields)
  }

  return {
    isDurable: false,
    transaction: (work) => work(),
    base: (session) => sessions.get(session),
    since(session, seq) {
      const known = sessions.get(session)
      return known && { generation: known.generation, events: known.events.filter((event) => event.seq > seq) }
    },
    meet(session) {
      const blank = { generation: newGeneration(), base: null, base_message: null, events: [] }
      sessions.set(session, sessions.get(session) ?? blank)
    },
    append: (session, message, data) => void sessions.get(session)?.events.push({ seq: ++last, message, data }),
    drop(session, events) {
      const gone = new Set(events)
      const kept = sessions.get(session)?.events.filter((event) => !gone.has(event)) ?? []
      change(session, { generation: newGeneration(), events: kept })
    },
    dropUpTo: (session, seq) =>
      change(session, { events: sessions.get(session)?.events.filter((event) => event.seq > seq) ?? [] }),
    setBase: (session, base, message) => change(session, { generation: newGeneration(), base, base_message: message }),
    remove: (session) => void sessions.delete(session),
    unseen: () => [],
    answer: () => false,
  }
}

export type Choice = (base: BaseRow, events: readonly EventRow[]) => readonly EventRow[]

/** What was learnt from a message on, in the order of events; if nothing was learnt from it, what was learnt from later ids. */
export function learntFrom(message: string, onFolded: () => void): Choice {
  return (base, events) => {
    if (isFolded(message, base)) {
      onFolded()
      return events
    }
    const first = events.findIndex((event) => event.message === message)
    if (first < 0) return events.filter((event) => isLater(event.message, message))
    // The turn before may have gone on while the message waited in a queue.
    return events.slice(first).filter((event) => event.message === null || !isLater(message, event.message))
  }
}

/** What was learnt from the next message on. */
export function learntAfter(message: string, onFolded: () => void): Choice {
  return (base, events) => {
    if (isLater(base.base_message, message)) {
      onFolded()
      return events
    }
    const next = events.findIndex((event) => isLater(event.message, message))
    return next < 0 ? [] : events.slice(next)
  }
}

export function learntOf(message: string, onFolded: () => void): Choice {
  return (base, events) => {
    if (isFolded(message, base)) onFolded()
    return events.filter((event) => event.message === message)
  }
}

/** What was learnt from it can no longer be separated; every event still kept came after it. */
function isFolded(message: string, { base_message }: BaseRow): boolean {
  return base_message === message || isLater(base_message, message)
}

/** Hosts number their messages so that later ids sort later, within a kind of id. */
function isLater(id: string | null, than: string): boolean {
  return id !== null && id > than && kindOf(id) === kindOf(than)
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf("_") + 1)
}

interface EventCopy {
  readonly from: string
  readonly to: string
  /** What is left out. */
  readonly left: Choice
  /** What the copy has in addition. */
  readonly more: readonly string[]
}

/** Within a transaction. Does nothing when `to` has events of its own. */
export function copyEvents(rows: JournalRows, { from, to, left, more }: EventCopy, now: number): void {
  const source = rows.base(from)
  const isEmpty = (rows.base(to)?.base ?? null) === null && !rows.since(to, 0)?.events.length
  if (!source || !isEmpty) return
  const events = rows.since(from, 0)?.events ?? []
  const leftOut = new Set(left(source, events))
  rows.meet(to, now)
  rows.setBase(to, source.base, source.base_message)
  for (const event of events) if (!leftOut.has(event)) rows.append(to, event.message, event.data)
  for (const data of more) rows.append(to, null, data)
}
