// The index of past sessions: which terms occur in which message. A separate file derived only from OpenCode's database; if it is damaged or in
// another format, it is deleted and built again. It holds no text, only terms of text that was cleaned before, one entry per message. One process
// at a time writes, under a lease in the file that expires if its holder dies; all others read.
import { mkdirSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import {
  isSameSchema,
  readSchema,
  refuseBroken,
  type Schema,
  schemaMadeBy,
  UnexpectedSchema,
} from "../platform/known-schema.ts"
import { isSqliteDamaged, openSqlite, type Sqlite } from "../platform/sqlite.ts"
import { entryOf, positionOf, stretchFor, VOICES, type Voice } from "./entry-number.ts"
import { rememberedPlaces } from "./indexed-places.ts"
import { type Stretch, stretchesIn } from "./session-stretches.ts"

/** Raised whenever what is stored, or how texts become terms, changes. */
const FORMAT = 13
/** The format is written in two places: where they differ, one of them is damaged. */
const MARKED = 0x43410000
const LEASE_MS = 10_000
const BUSY_MS = 200
/**
 * How many lists of one level are merged into one. While a build has much to write, many: a term is then written again less often. At its end few,
 * which makes the file smaller.
 */
const MERGED = { meanwhile: 16, last: 4 }

/**
 * Only terms reach the file, and they contain neither quotes nor spaces, so the ASCII tokenizer is enough. FTS5 would merge its lists whenever
 * something is written, sometimes tens of megabytes at once; `tidy` does it step by step.
 */
const TABLES = `CREATE TABLE lease(holder TEXT, until INTEGER NOT NULL, changes INTEGER NOT NULL, round INTEGER NOT NULL DEFAULT 0);
  INSERT INTO lease(holder, until, changes) VALUES (NULL, 0, abs(random() % ${2 ** 50}));
  CREATE TABLE session(first INTEGER PRIMARY KEY, past INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, messages INTEGER NOT NULL,
    updated INTEGER NOT NULL, stamp TEXT NOT NULL, database TEXT NOT NULL);
  CREATE TABLE message(entry INTEGER PRIMARY KEY, id TEXT NOT NULL, changed INTEGER NOT NULL);
  CREATE VIRTUAL TABLE term USING fts5(terms, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars './\\:-_#+%@'");
  INSERT INTO term(term, rank) VALUES ('automerge', 0), ('usermerge', ${MERGED.last}), ('crisismerge', 64);
  PRAGMA application_id = ${MARKED + FORMAT}; PRAGMA user_version = ${FORMAT};`

/** A session as it was when it was indexed. */
export interface IndexedSession {
  readonly id: string
  readonly updated: number
  /** Empty while only part of it is indexed. */
  readonly stamp: string
  /** Hosts with different databases share the index, and none of them sees all sessions. */
  readonly database: string
}

export interface NewEntry {
  readonly id: string
  /** Position in the session, from 1; 0 is the title. */
  readonly position: number
  readonly voice: Voice
  readonly changed: number
  /** Separated by spaces. */
  readonly terms: string
}

export type PastIndex = Awaited<ReturnType<typeof openPastIndex>>

export async function openPastIndex(path: string) {
  const db = await openOrMake(path)
  return { ...leaseIn(db), ...entriesIn(db), ...fileOf(db, path), ...termsIn(db, path), close: () => db.close() }
}

function leaseIn(db: Sqlite) {
  const holder = `${process.pid}.${Math.random().toString(36).slice(2)}`
  let renewAt = 0
  let isHeld = false
  return {
    /**
     * False if another process holds the lease, or has held it since this one did: what this one knows about the index is then out of date. Ask
     * again before each batch.
     */
    takeLease(now: number): boolean {
      if (now < renewAt) return true
      const sql = `UPDATE lease SET holder = ?1, until = ?2 WHERE holder = ?1${isHeld ? "" : " OR until < ?3"}`
      const times = isHeld ? [now + LEASE_MS] : [now + LEASE_MS, now]
      const isTaken = db.transaction(() => db.run(sql, holder, ...times).changes === 1)
      isHeld ||= isTaken
      renewAt = isTaken ? now + LEASE_MS / 5 : 0
      return isTaken
    },
    dropLease(): void {
      renewAt = 0
      isHeld = false
      db.run("UPDATE lease SET until = 0 WHERE holder = ?", holder)
    },
    /** Where the round over the sessions that are looked into in turn has come to. */
    roundAt: () => db.get<{ round: number }>("SELECT round FROM lease")?.round ?? 0,
    goRound: (round: number) => void db.run("UPDATE lease SET round = ?", round),
  }
}

/** A part of a session, or all of it. */
export interface SessionPiece {
  readonly session: IndexedSession
  /** How many messages there will be at least. */
  readonly messages: number
  /** Ids of messages to remove first. */
  readonly gone: readonly string[]
  readonly entries: readonly NewEntry[]
  /** True if the session is complete with this piece. */
  readonly isLast: boolean
}

/** Entries removed in one transaction, so that nobody waits long. */
export const MOST_FORGOTTEN = 300
/** Pages of lists that are merged, or moved within the file, in one go. */
const TIDIED = 16
/** In bytes: a larger log is cut after a build. */
const MOST_LOG = 64 * 1024

/** What is indexed, session by session. Each change is one transaction: a process killed in the middle has made it or not. */
function entriesIn(db: Sqlite) {
  const { stretchOf, begin } = stretchesIn(db)
  const entriesOf = (session: string) => {
    const stretch = stretchOf(session)
    if (stretch === undefined) return []
    const sql = "SELECT entry, id, changed FROM message WHERE entry >= ? AND entry < ?"
    const rows = db.all<{ entry: number; id: string; changed: number }>(sql, stretch.first, stretch.past)
    return rows.map(({ id, ...row }) => ({
      ...row,
      id: lengthened(id),
      position: positionOf(row.entry, stretch.first),
    }))
  }
  function set(session: IndexedSession): void {
    const { updated, stamp, database } = session
    const sql = "UPDATE session SET updated = ?, stamp = ?, database = ? WHERE first = ?"
    db.run(sql, updated, stamp, database, begin(session, 0))
  }
  function count(session: string, more: number): void {
    db.run("UPDATE session SET messages = messages + ? WHERE id = ?", more, session)
  }

  function removeEntries(session: string, gone: readonly { readonly entry: number }[]): void {
    for (const { entry } of gone) {
      db.run("DELETE FROM term WHERE rowid = ?", entry)
      db.run("DELETE FROM message WHERE entry = ?", entry)
    }
    count(session, -gone.length)
  }

  /** Raises the number by which cached lists of sessions are known to be current. */
  function changing<T>(work: () => T): T {
    return db.transaction(() => {
      db.run("UPDATE lease SET changes = changes + 1")
      return work()
    })
  }

  function write({ session, messages, gone, entries, isLast }: SessionPiece): void {
    const chosen = new Set(gone)
    if (chosen.size > 0)
      removeEntries(
        session.id,
        entriesOf(session.id).filter(({ id }) => chosen.has(id)),
      )
    const first = begin(session, messages)
    for (const { id, position, voice, changed, terms } of entries) {
      const entry = entryOf(first, position, voice)
      db.run("INSERT INTO message(entry, id, changed) VALUES (?, ?, ?)", entry, shortened(id), changed)
      db.run("INSERT INTO term(rowid, terms) VALUES (?, ?)", entry, terms)
    }
    count(session.id, entries.length)
    if (isLast) set(session)
  }

  return {
    /** The indexed sessions with their stamps. */
    sessions: () => sessionsIn(db),
    entriesOf,
    /** Whether a session's stretch is too short for this many messages. */
    hasOutgrown(session: string, messages: number): boolean {
      const stretch = stretchOf(session)
      return stretch !== undefined && stretch.past - stretch.first < stretchFor(messages)
    },
    put: (pieces: readonly SessionPiece[]) => changing(() => pieces.forEach(write)),
    /** Records of an excluded session only that it was looked at. */
    leaveOut: (session: IndexedSession) => changing(() => set(session)),
    /** Removes a part of a long session at a time; true if there is more. */
    forget: (session: string): boolean =>
      changing(() => {
        const { first, past } = stretchOf(session) ?? { first: 0, past: 0 }
        const sql = "SELECT entry FROM message WHERE entry >= ? AND entry < ? LIMIT ?"
        const entries = db.all<{ entry: number }>(sql, first, past, MOST_FORGOTTEN + 1)
        removeEntries(session, entries.slice(0, MOST_FORGOTTEN))
        const isMore = entries.length > MOST_FORGOTTEN
        db.run(isMore ? "UPDATE session SET stamp = '' WHERE id = ?" : "DELETE FROM session WHERE id = ?", session)
        return isMore
      }),
  }
}

/** The file as a whole. */
function fileOf(db: Sqlite, path: string) {
  const pragma = (name: string) => db.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0
  const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const bytes = () => pragma("page_count") * pragma("page_size")
  return {
    /** Moves what was written from the log into the file, as a step of its own: otherwise a commit does it. No reader and no writer waits for it. */
    settle: () => void db.all("PRAGMA wal_checkpoint(PASSIVE)"),
    /** Whether much more is to be written: `tidy` then leaves more lists apart. */
    expectMore: (isMore: boolean) =>
      void db.run("INSERT INTO term(term, rank) VALUES ('usermerge', ?)", isMore ? MERGED.meanwhile : MERGED.last),
    /** Merges some of the lists that `put` has left, a few at a time while there is time; true if there may be more. */
    tidy(hasTime: () => boolean): boolean {
      const changes = () => db.get<{ count: number }>("SELECT total_changes() AS count")?.count ?? 0
      // In one transaction, since each step changes some of the pages that the step before has changed.
      return db.transaction(() => {
        do {
          const before = changes()
          db.run("INSERT INTO term(term, rank) VALUES ('merge', ?)", TIDIED)
          // The command itself counts as one.
          if (changes() - before <= 1) return false
        } while (hasTime())
        return true
      })
    },
    /**
     * Moves free pages to the end of the file and off it, a few at a time while there is time, if they are this share of it; true if there may be
     * more.
     */
    shrink(hasTime: () => boolean, least: number): boolean {
      const free = pragma("freelist_count")
      if (free === 0 || free < least * pragma("page_count")) return false
      do db.exec(`PRAGMA incremental_vacuum(${TIDIED})`)
      while (hasTime() && pragma("freelist_count") > 0)
      return pragma("freelist_count") < free
    },
    /** After `settle`: the log keeps the size that it once had, unless it is cut. Does not wait for those who read it just now. */
    trimLog(): void {
      if (logSize() <= MOST_LOG) return
      db.exec("PRAGMA busy_timeout = 0")
      try {
        db.all("PRAGMA wal_checkpoint(TRUNCATE)")
      } finally {
        db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
      }
    },
    /** Whether something is indexed that was last changed before. */
    hasOlder: (updated: number) =>
      db.get("SELECT 1 FROM session WHERE messages > 0 AND updated < ? LIMIT 1", updated) !== undefined,
    /** Of the file, once its log is moved into it. */
    bytes,
    /** What it takes on the disk just now. */
    bytesOnDisk: () => bytes() + logSize(),
  }
}

const ALL: Stretch = { first: 0, past: Number.MAX_SAFE_INTEGER }

/** Which entries have which terms. */
function termsIn(db: Sqlite, path: string) {
  /** As one string: a row each for many thousands of entries costs ten times as much. */
  const listed = (expression: string, most: number, { first, past } = ALL) => {
    const newest = "SELECT rowid FROM term WHERE term MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid LIMIT ?"
    const sql = `SELECT group_concat(rowid) AS list FROM (${newest})`
    return numbersIn(db.get<{ list: string | null }>(sql, expression, first, past, most)?.list ?? "")
  }
  return {
    /** Number of messages in all. */
    size: () => db.get<{ size: number | null }>("SELECT sum(messages) AS size FROM session")?.size ?? 0,
    /** Number of messages with the term, counted up to `most`, and the last entry counted. */
    countOf: (term: string, most: number, isPrefix = false): { readonly count: number; readonly last: number } => {
      const newest = "SELECT rowid FROM term WHERE term MATCH ? ORDER BY rowid LIMIT ?"
      const sql = `SELECT count(*) AS count, ifnull(max(rowid), 0) AS last FROM (${newest})`
      return db.get(sql, matchFor(term, isPrefix), most) ?? { count: 0, last: 0 }
    },
    /** Entries with the term, or with one that begins so (`isPrefix`); in order, at most `most`. */
    having: (term: string, most: number, isPrefix = false, among?: Stretch) =>
      listed(matchFor(term, isPrefix), most, among),
    /** By an FTS5 expression; throws SQLite's error if it is invalid. */
    matching: listed,
    /** The message at a position of the session whose numbers begin at `first`, and when it last changed. */
    messageAt(first: number, position: number): { readonly id: string; readonly changed: number } | undefined {
      const sql = "SELECT id, changed FROM message WHERE entry BETWEEN ? AND ?"
      const range = [entryOf(first, position, "said"), entryOf(first, position, "summed up")]
      const found = db.get<{ id: string; changed: number }>(sql, ...range)
      return found && { id: lengthened(found.id), changed: found.changed }
    },
    /** Whether a person typed something between two messages of a session. */
    isTypedBetween(first: number, after: number, before: number): boolean {
      const sql = `SELECT 1 FROM message WHERE entry > ? AND entry < ? AND entry % ${VOICES.length} = ? LIMIT 1`
      const from = entryOf(first, after, "typed")
      return db.get(sql, from, entryOf(first, before, "said"), from % VOICES.length) !== undefined
    },
    places: () => rememberedPlaces(db, path),
  }
}

function matchFor(term: string, isPrefix: boolean): string {
  return `"${term.replaceAll('"', "")}"${isPrefix ? " *" : ""}`
}

/** How message ids begin in both generations. */
const USUAL = "msg_"

/** Stored without the prefix: ids are a sixth of the file. */
function shortened(id: string): string {
  return id.startsWith(USUAL) ? id.slice(USUAL.length) : `=${id}`
}

function lengthened(id: string): string {
  return id.startsWith("=") ? id.slice(1) : USUAL + id
}

/** Parses a list separated by commas; splitting it into strings first takes several times as long. */
function numbersIn(list: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < list.length; at++) {
    const digit = list.charCodeAt(at) - 48
    if (digit >= 0) number = number * 10 + digit
    else {
      numbers.push(number)
      number = 0
    }
  }
  if (list !== "") numbers.push(number)
  return numbers
}

export function removePastIndex(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true })
}

async function openOrMake(path: string): Promise<Sqlite> {
  // Cairn may never have run here, so its folder may not exist.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const opened = await openUsable(path)
  if (opened) return opened
  removePastIndex(path)
  const made = await openUsable(path)
  if (!made) throw new Error(`the index of past sessions cannot be made: ${path}`)
  return made
}

let knownSchema: Promise<Schema> | undefined

/** Undefined if the file cannot be used: one flipped bit in the name of a column would make every search fail, one in its head every write. */
async function openUsable(path: string): Promise<Sqlite | undefined> {
  const db = await openSqlite(path, { busyTimeoutMs: BUSY_MS })
  try {
    // What a power cut damages is built again; waiting for the disk would delay the host. The first counts only for a file that is still empty.
    db.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
    // Of two processes that create it at once, the second finds it done.
    if (isEmpty(db)) db.transaction(() => isEmpty(db) && db.exec(TABLES))
    const version = numberIn(db, "user_version")
    // Two versions that run side by side would otherwise remove each other's index again and again.
    if (version > FORMAT && numberIn(db, "application_id") === MARKED + version)
      throw new Error(`a newer Cairn has made it; update this one, or delete ${path}`)
    knownSchema ??= schemaMadeBy([TABLES])
    if (version === FORMAT && isSameSchema(readSchema(db), await knownSchema)) {
      db.all("SELECT id FROM session LIMIT 1")
      refuseBroken(db, new Map(), path, "UPDATE lease SET changes = changes")
      return db
    }
  } catch (error) {
    db.close()
    if (isSqliteDamaged(error) || error instanceof UnexpectedSchema) return undefined
    throw error
  }
  db.close()
  return undefined
}

function isEmpty(db: Sqlite): boolean {
  return numberIn(db, "user_version") === 0 && readSchema(db).size === 0
}

function numberIn(db: Sqlite, pragma: "user_version" | "application_id"): number {
  return db.get<Record<string, number>>(`PRAGMA ${pragma}`)?.[pragma] ?? 0
}

/** A value that is no text any more is damage that no query reports. */
function sessionsIn(db: Sqlite): IndexedSession[] {
  const rows = db.all<IndexedSession>("SELECT id, updated, stamp, database FROM session ORDER BY first")
  const isWhole = ({ id, stamp, database }: IndexedSession) =>
    [id, stamp, database].every((one) => typeof one === "string")
  if (!rows.every(isWhole)) throw new UnexpectedSchema()
  return rows
}
