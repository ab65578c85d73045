// The note index on disk, so that a start with thousands of notes does not parse them all again. It is derived: if it is missing, damaged or from
// another version, it is not used, and the next scan fills it again.
import { messageOf, toLog } from "../../model/errors.ts"
import type { NoteInfo } from "../../model/note.ts"
import { isHot, type Scope } from "../../model/scope.ts"
import { isSameSchema, readSchema, refuseBroken, schemaMadeBy, UnexpectedSchema } from "../../platform/known-schema.ts"
import type { Log } from "../../platform/log.ts"
import { isSqliteDamaged, openSqlite, removeSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { markOpening, type OpeningMark } from "../tables/opening-mark.ts"
import type { IndexedNote, NoteIndex } from "./note-index.ts"
import { type NoteSettings, withCutMark } from "./note-reader.ts"

const VERSION = 4
const CHUNK = 1000
/** Rows of an older version lack facts or the beginnings of bodies; and an old version that still runs cannot write to a table with a new column. */
const SCHEMA = `
DROP TABLE IF EXISTS note;
CREATE TABLE note(scope TEXT NOT NULL, path TEXT NOT NULL, mtime TEXT NOT NULL, size INTEGER NOT NULL, ino TEXT NOT NULL,
  nlink INTEGER NOT NULL, info TEXT NOT NULL, fact TEXT, gist TEXT, PRIMARY KEY(scope, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS made_with(setting TEXT PRIMARY KEY, value) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};`

const INSERT = `INSERT OR REPLACE INTO note(scope, path, mtime, size, ino, nlink, info, fact, gist) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

export type IndexCache = ReturnType<typeof cacheIn>

export async function openIndexCache(path: string, settings: NoteSettings, log: Log): Promise<IndexCache> {
  const mark = markOpening(path, log)
  if (mark.deaths > 0) {
    log.warn("index-cache-unusable", { why: "a process has ended while it opened it" })
    await discard(path, log)
  }
  let opened = await open(path, settings, log)
  if (opened === "damaged") {
    await discard(path, log)
    opened = await open(path, settings, log)
  }
  if (typeof opened !== "string") return cacheIn(opened, mark, log)
  mark.remove()
  return noCache
}

const noCache: IndexCache = { load: async () => 0, save: async () => undefined, close: () => undefined }

type Row = Record<"path" | "mtime" | "ino" | "info", string> &
  Record<"size" | "nlink", number> &
  Record<"fact" | "gist", string | null>

function cacheIn(db: Sqlite, mark: OpeningMark, log: Log) {
  function giveUp(event: string, error: unknown): void {
    log.warn(event, { why: messageOf(error) })
    if (isSqliteDamaged(error)) mark.stay()
  }

  return {
    /** Puts the cold notes of a scope into an index, some at a time; returns how many. */
    async load(scope: Scope, index: NoteIndex, settings: NoteSettings): Promise<number> {
      try {
        return await loadAll(db, scope, index, settings)
      } catch (error) {
        giveUp("index-cache-not-read", error)
        return 0
      } finally {
        mark.remove()
      }
    },
    async save(scope: Scope, index: NoteIndex): Promise<void> {
      const paths = index.takeChanged()
      for (let start = 0; start < paths.length; start += CHUNK) {
        try {
          saveChunk(db, scope, index, paths.slice(start, start + CHUNK))
        } catch (error) {
          return giveUp("index-cache-not-saved", error)
        }
        await new Promise(setImmediate)
      }
    },
    close(): void {
      mark.remove()
      db.close()
    },
  }
}

async function loadAll(db: Sqlite, scope: Scope, index: NoteIndex, settings: NoteSettings): Promise<number> {
  let count = 0
  for (let after = ""; ; ) {
    const rows = db.all<Row>(
      "SELECT path, mtime, size, ino, nlink, info, fact, gist FROM note WHERE scope = ? AND path > ? ORDER BY path LIMIT ?",
      keyOf(scope),
      after,
      CHUNK,
    )
    for (const row of rows) if (restore(row, scope, index, settings)) count++
    index.takeChanged()
    if (rows.length < CHUNK) return count
    after = (rows.at(-1) as Row).path
    await new Promise(setImmediate)
  }
}

function saveChunk(db: Sqlite, scope: Scope, index: NoteIndex, paths: readonly string[]): void {
  db.transaction(() => {
    for (const path of paths) {
      const note = index.get(path)
      if (!note) db.run("DELETE FROM note WHERE scope = ? AND path = ?", keyOf(scope), path)
      else db.run(INSERT, keyOf(scope), path, ...columnsOf(note))
    }
  })
}

function columnsOf({ info, stamp }: IndexedNote): (string | number | null)[] {
  const { body, hot, scope, path, fact, gist, ...kept } = info
  const texts = [JSON.stringify(kept), fact ? JSON.stringify(fact) : null, gist ?? null]
  return [String(stamp.mtimeNs), stamp.size, String(stamp.ino), stamp.nlink, ...texts]
}

/** Hot notes are left to the scan: their bodies are not kept here. What the index already knows is newer. */
function restore(row: Row, scope: Scope, index: NoteIndex, settings: NoteSettings): boolean {
  if (isHot(row.path, settings.hotDir) || index.get(row.path)) return false
  const kept = JSON.parse(row.info) as Omit<NoteInfo, "scope" | "path" | "hot" | "body" | "fact" | "gist">
  const fact = row.fact === null ? undefined : withCutMark(JSON.parse(row.fact), kept.chars)
  index.put({
    info: {
      ...kept,
      scope: scope.name,
      path: row.path,
      hot: false,
      ...(fact && { fact }),
      ...(row.gist && { gist: row.gist }),
    },
    stamp: { mtimeNs: BigInt(row.mtime), size: row.size, ino: BigInt(row.ino), nlink: row.nlink },
    foreign: true,
  })
  return true
}

function keyOf(scope: Scope): string {
  return scope.folder.join("/")
}

function versionOf(db: Sqlite): number {
  return db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0
}

type Opened = Sqlite | "newer" | "damaged" | "unavailable"

async function open(path: string, settings: NoteSettings, log: Log): Promise<Opened> {
  let db: Sqlite | undefined
  try {
    const opened = await openSqlite(path, { busyTimeoutMs: 50 })
    db = opened
    const known = await schemaMadeBy([SCHEMA])
    const version = versionOf(db)
    if (version > VERSION && !isSameSchema(readSchema(db), known)) {
      db.close()
      return "newer"
    }
    // The text of a private note is gone once the note is: free pages would keep it.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON;")
    // In a transaction: another process may have done it meanwhile, and filled the table.
    if (version < VERSION) db.transaction(() => versionOf(opened) < VERSION && opened.exec(SCHEMA))
    if (version > VERSION || !isSameSchema(readSchema(db), known)) throw new UnexpectedSchema()
    refuseBroken(db, known, path, "UPDATE made_with SET value = value")
    forgetOtherSettings(db, settings)
    return db
  } catch (error) {
    log.warn("index-cache-unusable", { why: messageOf(error) })
    db?.close()
    return isSqliteDamaged(error) || error instanceof UnexpectedSchema ? "damaged" : "unavailable"
  }
}

/** What a row says depends on the default limit. */
function forgetOtherSettings(db: Sqlite, { defaultLimit }: NoteSettings): void {
  if (db.get<{ value: number }>("SELECT value FROM made_with WHERE setting = 'defaultLimit'")?.value === defaultLimit)
    return
  db.exec("DELETE FROM note")
  db.run("INSERT OR REPLACE INTO made_with(setting, value) VALUES ('defaultLimit', ?)", defaultLimit)
}

async function discard(path: string, log: Log): Promise<void> {
  await removeSqlite(path).catch(toLog({ log }, "index-cache-not-removed"))
}
