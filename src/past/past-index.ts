// The index of past sessions: which terms are in which message. A file of its own, made from OpenCode's database and from nothing else: if it is
// damaged or of another form it is thrown away and made again. It holds no text, only terms of text that was cleaned before, one entry
// a message. One process at a time writes to it, by a lease in the file that lapses if its holder dies; every other reads.
import { rmSync } from "node:fs"
import { isSqliteDamaged, openSqlite, type Sqlite } from "../platform/sqlite.ts"

/** Raised whenever what is kept, or how texts become terms, changes. */
const FORMAT = 2
const LEASE_MS = 10_000
const BUSY_MS = 200

/** No text reaches the file but terms, which have no quotes and no spaces in them: that of ASCII is enough of a tokenizer. */
const TABLES = `CREATE TABLE lease(holder TEXT, until INTEGER NOT NULL);
  INSERT INTO lease(holder, until) VALUES (NULL, 0);
  CREATE TABLE session(id TEXT PRIMARY KEY, updated INTEGER NOT NULL, stamp TEXT NOT NULL, database TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE message(entry INTEGER PRIMARY KEY, session TEXT NOT NULL, id TEXT NOT NULL, changed INTEGER NOT NULL);
  CREATE INDEX message_session ON message(session);
  CREATE VIRTUAL TABLE term USING fts5(terms, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars './\\:-_#+%@'");
  CREATE VIRTUAL TABLE spread USING fts5vocab(term, 'row');
  PRAGMA user_version = ${FORMAT};`

export interface IndexEntry {
  readonly entry: number
  readonly session: string
  readonly id: string
}

/** A session as it was when it was looked at. */
export interface IndexedSession {
  readonly id: string
  readonly updated: number
  /** Empty as long as only a part of it is indexed. */
  readonly stamp: string
  /** The file that it is in: hosts with other databases share the index, and none of them sees all. */
  readonly database: string
}

export interface NewEntry {
  readonly id: string
  readonly changed: number
  readonly terms: readonly string[]
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
  const entriesOf = (session: string) =>
    db.all<{ entry: number; id: string; changed: number }>(
      "SELECT entry, id, changed FROM message WHERE session = ?",
      session,
    )
  const set = ({ id, updated, stamp, database }: IndexedSession) =>
    void db.run(
      "INSERT OR REPLACE INTO session(id, updated, stamp, database) VALUES (?, ?, ?, ?)",
      ...[id, updated, stamp, database],
    )

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
    sessions: () => db.all<IndexedSession>("SELECT id, updated, stamp, database FROM session"),
    entriesOf,
    set,
    /** Before anything of it is put: what is cut off after that must be found again, be it only to be forgotten. */
    begin: ({ id, updated, database }: IndexedSession) =>
      void db.run(
        "INSERT OR IGNORE INTO session(id, updated, stamp, database) VALUES (?, ?, '', ?)",
        ...[id, updated, database],
      ),
    /** What is there already is to be removed first. */
    put(session: string, entries: readonly NewEntry[]): void {
      db.transaction(() => {
        for (const { id, changed, terms } of entries) {
          db.run("INSERT INTO message(session, id, changed) VALUES (?, ?, ?)", session, id, changed)
          db.run("INSERT INTO term(rowid, terms) VALUES (last_insert_rowid(), ?)", terms.join(" "))
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
  const matching = (expression: string, limit = -1) =>
    db
      .all<{ rowid: number }>("SELECT rowid FROM term WHERE term MATCH ? LIMIT ?", expression, limit)
      .map(({ rowid }) => rowid)
  return {
    /** How many messages there are, and how many of them have the term. */
    size: () => db.get<{ count: number }>("SELECT count(*) AS count FROM message")?.count ?? 0,
    spreadOf: (term: string) => db.get<{ doc: number }>("SELECT doc FROM spread WHERE term = ?", term)?.doc ?? 0,
    /** Entries that have the term; with `isPrefix` one that begins so. */
    having: (term: string, isPrefix = false) => matching(`"${term.replaceAll('"', "")}"${isPrefix ? " *" : ""}`),
    /** By an expression of FTS5's own; throws what SQLite says of a wrong one. */
    matching,
    entry: (entry: number) => db.get<IndexEntry>("SELECT entry, session, id FROM message WHERE entry = ?", entry),
  }
}

export function removePastIndex(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true })
}

async function openOrMake(path: string): Promise<Sqlite> {
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
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
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
