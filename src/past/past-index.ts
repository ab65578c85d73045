// The index of past sessions: which terms are in which message. A file of its own, made from OpenCode's database and from nothing else: if it is
// damaged or of another form it is thrown away and made again. It holds no text, only terms of text that was cleaned before, one entry
// a message. One process at a time writes to it, by a lease in the file that lapses if its holder dies; every other reads.
import { mkdirSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { isSqliteDamaged, openSqlite, type Sqlite } from "../platform/sqlite.ts"
import { entryOf, firstNumberFor, lastEntryOf, MAX_POSITION, positionOf, type Voice } from "./entry-number.ts"

/** Raised whenever what is kept, or how texts become terms, changes. */
const FORMAT = 3
const LEASE_MS = 10_000
const BUSY_MS = 200

/** No text reaches the file but terms, which have no quotes and no spaces in them: that of ASCII is enough of a tokenizer. */
const TABLES = `CREATE TABLE lease(holder TEXT, until INTEGER NOT NULL);
  INSERT INTO lease(holder, until) VALUES (NULL, 0);
  CREATE TABLE session(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, updated INTEGER NOT NULL, stamp TEXT NOT NULL,
    database TEXT NOT NULL);
  CREATE TABLE message(entry INTEGER PRIMARY KEY, id TEXT NOT NULL, changed INTEGER NOT NULL);
  CREATE VIRTUAL TABLE term USING fts5(terms, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars './\\:-_#+%@'");
  CREATE VIRTUAL TABLE spread USING fts5vocab(term, 'row');
  PRAGMA user_version = ${FORMAT};`

/** A session as it was when it was looked at. */
export interface IndexedSession {
  readonly id: string
  readonly created: number
  readonly updated: number
  /** Empty as long as only a part of it is indexed. */
  readonly stamp: string
  /** The file that it is in: hosts with other databases share the index, and none of them sees all. */
  readonly database: string
}

export interface NewEntry {
  readonly id: string
  /** Which of the session's, counted from 1; 0 is its title. */
  readonly position: number
  readonly voice: Voice
  readonly changed: number
  /** With a space between. */
  readonly terms: string
}

export type PastIndex = Awaited<ReturnType<typeof openPastIndex>>

export async function openPastIndex(path: string) {
  const db = await openOrMake(path)
  return { ...leaseIn(db), ...entriesIn(db), ...termsIn(db), close: () => db.close() }
}

function leaseIn(db: Sqlite) {
  const holder = `${process.pid}.${Math.random().toString(36).slice(2)}`
  let renewAt = 0
  return {
    /** False: another process is at it. To be asked again before each batch. */
    takeLease(now: number): boolean {
      if (now < renewAt) return true
      const sql = "UPDATE lease SET holder = ?1, until = ?2 WHERE holder = ?1 OR until < ?3"
      const isTaken = db.transaction(() => db.run(sql, holder, now + LEASE_MS, now).changes === 1)
      renewAt = isTaken ? now + LEASE_MS / 5 : 0
      return isTaken
    },
    dropLease(): void {
      renewAt = 0
      db.run("UPDATE lease SET until = 0 WHERE holder = ?", holder)
    },
  }
}

/** What is indexed, session by session. Each change is one transaction, so that whoever is ended in the middle has done it or not. */
function entriesIn(db: Sqlite) {
  const numberOf = (session: string) =>
    db.get<{ number: number }>("SELECT number FROM session WHERE id = ?", session)?.number
  const entriesOf = (session: string) => {
    const number = numberOf(session)
    if (number === undefined) return []
    const range = [entryOf(number, 0, "said"), lastEntryOf(number)]
    const sql = "SELECT entry, id, changed FROM message WHERE entry BETWEEN ? AND ?"
    const rows = db.all<{ entry: number; id: string; changed: number }>(sql, ...range)
    return rows.map((row) => ({ ...row, position: positionOf(row.entry) }))
  }
  /** By the time it was created, or the next that is free: the numbers of newer sessions are higher. */
  function freeNumber(created: number): number {
    const first = firstNumberFor(created)
    const sql = `SELECT number + 1 AS free FROM session s WHERE number >= ?
      AND NOT EXISTS (SELECT 1 FROM session t WHERE t.number = s.number + 1) ORDER BY number LIMIT 1`
    const isTaken = db.get("SELECT 1 FROM session WHERE number = ?", first) !== undefined
    return isTaken ? (db.get<{ free: number }>(sql, first)?.free ?? first) : first
  }
  function begin({ id, created, updated, database }: IndexedSession): number {
    const number = numberOf(id)
    if (number !== undefined) return number
    const free = freeNumber(created)
    const sql = "INSERT INTO session(number, id, updated, stamp, database) VALUES (?, ?, ?, '', ?)"
    db.run(sql, free, id, updated, database)
    return free
  }
  function set(session: IndexedSession): void {
    const { updated, stamp, database } = session
    const sql = "UPDATE session SET updated = ?, stamp = ?, database = ? WHERE number = ?"
    db.run(sql, updated, stamp, database, begin(session))
  }

  function removeEntries(session: string, ids?: readonly string[]): void {
    const chosen = ids && new Set(ids)
    const gone = entriesOf(session).filter(({ id }) => chosen === undefined || chosen.has(id))
    for (const { entry } of gone) {
      db.run("DELETE FROM term WHERE rowid = ?", entry)
      db.run("DELETE FROM message WHERE entry = ?", entry)
    }
  }

  return {
    /** What of each session is indexed, by the stamp it had then. */
    sessions: () =>
      db.all<Omit<IndexedSession, "created">>("SELECT id, updated, stamp, database FROM session ORDER BY number"),
    entriesOf,
    set,
    /** Before anything of it is put: what is cut off after that must be found again, be it only to be forgotten. Gives its number. */
    begin: (session: IndexedSession) => db.transaction(() => begin(session)),
    /** What is there already is to be removed first. */
    put(number: number, entries: readonly NewEntry[]): void {
      db.transaction(() => {
        for (const { id, position, voice, changed, terms } of entries) {
          if (position > MAX_POSITION) continue
          const entry = entryOf(number, position, voice)
          db.run("INSERT INTO message(entry, id, changed) VALUES (?, ?, ?)", entry, id, changed)
          db.run("INSERT INTO term(rowid, terms) VALUES (?, ?)", entry, terms)
        }
      })
    },
    remove: (session: string, ids: readonly string[]) => db.transaction(() => removeEntries(session, ids)),
    /** Nothing of it is kept but that it was looked at. */
    leaveOut: (session: IndexedSession) =>
      db.transaction(() => {
        removeEntries(session.id)
        set(session)
      }),
    forget: (session: string) =>
      db.transaction(() => {
        removeEntries(session)
        db.run("DELETE FROM session WHERE id = ?", session)
      }),
    bytes(): number {
      const pragma = (name: string) => db.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0
      return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    },
  }
}

/** Which entries have which terms. */
function termsIn(db: Sqlite) {
  /** As one text, since a row of its own for each of many thousands costs ten times as much. */
  const listed = (expression: string, most: number) => {
    const newest = "SELECT rowid FROM term WHERE term MATCH ? ORDER BY rowid DESC LIMIT ?"
    const sql = `SELECT group_concat(rowid) AS list FROM (${newest})`
    const list = db.get<{ list: string | null }>(sql, expression, most)?.list
    return list ? list.split(",").map(Number) : []
  }
  return {
    /** How many messages there are, and how many of them have the term. */
    size: () => db.get<{ count: number }>("SELECT count(*) AS count FROM message")?.count ?? 0,
    spreadOf: (term: string) => db.get<{ doc: number }>("SELECT doc FROM spread WHERE term = ?", term)?.doc ?? 0,
    /** Entries that have the term, or with `isPrefix` one that begins so: the newest first, and no more than so many. */
    having: (term: string, most: number, isPrefix = false) =>
      listed(`"${term.replaceAll('"', "")}"${isPrefix ? " *" : ""}`, most),
    /** By an expression of FTS5's own; throws what SQLite says of a wrong one. */
    matching: listed,
    /** In messages, of a session's number. */
    lengthOf(session: number): number {
      const sql = "SELECT count(*) AS count FROM message WHERE entry BETWEEN ? AND ?"
      return db.get<{ count: number }>(sql, entryOf(session, 1, "said"), lastEntryOf(session))?.count ?? 0
    },
    /** Of a session's number, which of its messages. */
    messageAt(session: number, position: number): string | undefined {
      const sql = "SELECT id FROM message WHERE entry BETWEEN ? AND ?"
      return db.get<{ id: string }>(sql, entryOf(session, position, "said"), entryOf(session, position, "summed up"))
        ?.id
    },
    idsByNumber(): ReadonlyMap<number, string> {
      const sql = "SELECT group_concat(number || ' ' || id, char(10)) AS list FROM session"
      const list = db.get<{ list: string | null }>(sql)?.list
      return new Map(
        (list ? list.split("\n") : []).map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(" ") + 1)]),
      )
    },
  }
}

export function removePastIndex(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true })
}

async function openOrMake(path: string): Promise<Sqlite> {
  // Where Cairn has never run, there is no folder of its own yet.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const opened = await openUsable(path)
  if (opened) return opened
  removePastIndex(path)
  const made = await openUsable(path)
  if (!made) throw new Error(`the index of past sessions cannot be made: ${path}`)
  return made
}

/** Undefined: what is there is not to be used. */
async function openUsable(path: string): Promise<Sqlite | undefined> {
  const db = await openSqlite(path, { busyTimeoutMs: BUSY_MS })
  try {
    // What a power cut damages is made again; to wait for the disk would hold up the host.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
    const version = () => db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0
    // Of two that make it at once, the second finds it made.
    if (version() === 0) db.transaction(() => version() === 0 && db.exec(TABLES))
    if (version() === FORMAT) {
      db.all("SELECT id FROM session LIMIT 1")
      return db
    }
  } catch (error) {
    db.close()
    if (isSqliteDamaged(error)) return undefined
    throw error
  }
  db.close()
  return undefined
}
