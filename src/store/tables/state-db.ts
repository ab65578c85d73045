// The store's SQLite state. Migrations only add, and `user_version` counts them: OpenCode freezes a plugin at its first install, so two
// versions of Cairn do meet on one store. One that finds a newer state keeps its hands off it.
import { existsSync } from "node:fs"
import { rename, rm, writeFile } from "node:fs/promises"
import { messageOf } from "../../model/errors.ts"
import type { Log } from "../../platform/log.ts"
import { isSqliteDamaged, openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { sessionTables } from "../journal/journal-rows.ts"
import { projectTables } from "../projects/project-keys.ts"
import { compactionTables } from "./compaction-log.ts"
import { hostTables } from "./hosts.ts"
import { outcomeTables } from "./outcomes.ts"
import { toolOutputTables } from "./tool-outputs.ts"
import { workDayTables } from "./work-days.ts"

/** Append only. A released entry never changes. */
export const MIGRATIONS: readonly string[] = [
  projectTables,
  `CREATE TABLE epoch(session TEXT PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL, rendered_at INTEGER NOT NULL, compaction TEXT,
     model TEXT NOT NULL, pressure_step INTEGER NOT NULL, last_response_at INTEGER) WITHOUT ROWID;`,
  hostTables,
  sessionTables,
  toolOutputTables,
  compactionTables,
  outcomeTables,
  workDayTables,
]

export const STATE_VERSION = MIGRATIONS.length

const MARK = ".is-damaged"

class DamagedInUse extends Error {
  override message = "it was found to be damaged when it was last used"
}

export interface OpenedState {
  /** Undefined: work without it. */
  readonly db: Sqlite | undefined
  /** For the user, in plain words; said once. */
  readonly notice?: string
}

/** A database that turned out to be damaged in use is set aside when it is next opened: until then others may hold it open. */
export async function markDamaged(path: string): Promise<void> {
  await writeFile(`${path}${MARK}`, "", { mode: 0o600 })
}

export async function openStateDb(path: string, log: Log): Promise<OpenedState> {
  try {
    if (existsSync(`${path}${MARK}`)) throw new DamagedInUse()
    return await openMigrated(path)
  } catch (error) {
    log.warn("state-unusable", { why: messageOf(error) })
    if (!isSqliteDamaged(error) && !(error instanceof DamagedInUse))
      return { db: undefined, notice: `session state is off: ${messageOf(error)}` }
  }
  try {
    const aside = await setAside(path)
    const { db } = await openMigrated(path)
    return {
      db,
      notice: `the state database was damaged; it was set aside as ${aside} and a new one begun. Notes are not affected`,
    }
  } catch (error) {
    log.warn("state-unusable", { why: messageOf(error) })
    return { db: undefined, notice: `session state is off: ${messageOf(error)}` }
  }
}

async function openMigrated(path: string): Promise<OpenedState> {
  const db = await openSqlite(path, { busyTimeoutMs: 100 })
  try {
    const version = versionOf(db)
    if (version > STATE_VERSION) {
      db.close()
      return {
        db: undefined,
        notice: "this store was used by a newer Cairn: notes work, session features are off until this copy is updated",
      }
    }
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
    if (version < STATE_VERSION) migrate(db)
    return { db }
  } catch (error) {
    db.close()
    throw error
  }
}

function migrate(db: Sqlite): void {
  db.transaction(() => {
    for (let version = versionOf(db); version < STATE_VERSION; version++) db.exec(MIGRATIONS[version] as string)
    db.exec(`PRAGMA user_version = ${STATE_VERSION}`)
  })
}

function versionOf(db: Sqlite): number {
  return db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0
}

async function setAside(path: string): Promise<string> {
  let number = 1
  while (existsSync(`${path}.damaged-${number}`)) number++
  for (const ending of ["", "-wal", "-shm"]) {
    if (existsSync(path + ending)) await rename(path + ending, `${path}.damaged-${number}${ending}`)
  }
  await rm(`${path}${MARK}`, { force: true })
  return `${path.split("/").at(-1)}.damaged-${number}`
}
