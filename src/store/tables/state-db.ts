// The store's SQLite state. OpenCode freezes a plugin at its first install, so two versions of Cairn do meet on one store. Migrations only add, so
// an older Cairn can continue with what it knows; `user_version` names the oldest format that may, and only a migration that older versions would
// get wrong raises it. The number of migrations run is counted separately, in a table.

import { existsSync } from "node:fs"
import { rename, rm, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import { type Notice, notice } from "../../model/notice.ts"
import { inodeOf } from "../../platform/durable-file.ts"
import {
  isExtendedSchema,
  isSameSchema,
  readSchema,
  refuseBroken,
  type Schema,
  schemaMadeBy,
  toHex,
  UnexpectedSchema,
} from "../../platform/known-schema.ts"
import type { Log } from "../../platform/log.ts"
import { isSqliteDamaged, openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { sessionTables } from "../journal/journal-rows.ts"
import { openWriteLock } from "../lock/write-lock.ts"
import { projectTables } from "../projects/project-keys.ts"
import { backgroundTables } from "./background-log.ts"
import { compactionTables } from "./compaction-log.ts"
import { lastWorkTables, workDayTables } from "./last-work.ts"
import { markOpening } from "./opening-mark.ts"
import { outcomeTables } from "./outcomes.ts"
import { shownClaimTables, shownPromptTables } from "./shown-prompts.ts"
import { toolOutputTables } from "./tool-outputs.ts"
import { typedDirectiveTables } from "./typed-directives.ts"

/** Append only. A released entry never changes. */
export const MIGRATIONS: readonly string[] = [
  projectTables,
  `CREATE TABLE epoch(session TEXT PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL, rendered_at INTEGER NOT NULL, compaction TEXT,
     model TEXT NOT NULL, pressure_step INTEGER NOT NULL, last_response_at INTEGER) WITHOUT ROWID;`,
  // Nothing is stored there any more.
  `CREATE TABLE host(host TEXT NOT NULL, version TEXT NOT NULL, hooks_seen TEXT NOT NULL, off TEXT NOT NULL,
  seen_at INTEGER NOT NULL, PRIMARY KEY(host, version)) WITHOUT ROWID;`,
  sessionTables,
  toolOutputTables,
  compactionTables,
  outcomeTables,
  workDayTables,
  typedDirectiveTables,
  shownClaimTables,
  shownPromptTables,
  backgroundTables,
  lastWorkTables,
]

/** Raised together with a migration after which an older Cairn would read or write wrongly. */
export const STATE_FORMAT = 10

const COUNT_TABLE = "CREATE TABLE schema(migrations INTEGER NOT NULL)"

/** The statements of a database with this many migrations. */
export function statementsOf(migrations: number): string[] {
  return migrations === 0 ? [] : [COUNT_TABLE, ...MIGRATIONS.slice(0, migrations)]
}

const MARK = ".is-damaged"
const SET_ASIDE_LOCK = ".set-aside-lock"
const WAIT_SET_ASIDE_MS = 5000
/** One process may end by chance while it opens the database; two in a row are no accident. */
const MAX_DEATHS = 2

class NotToBeTrusted extends Error {}

const NEWER = notice(
  "state_newer",
  "this store was used by a newer Cairn, whose session state this one cannot read: notes work, session features are off",
  "update this copy of Cairn",
)

export interface OpenedState {
  /** Undefined: work without it. */
  readonly db: Sqlite | undefined
  /** For the user, in plain words; said once. */
  readonly notice?: Notice
}

/** A database that turned out to be damaged in use is set aside when it is next opened: until then others may have it open. */
export async function markDamaged(path: string): Promise<void> {
  await writeFile(`${path}${MARK}`, "", { mode: 0o600 })
}

/** `onDamage` is called when the database turns out to be damaged in use. */
export async function openStateDb(
  path: string,
  log: Log,
  onDamage: () => void = () => undefined,
): Promise<OpenedState> {
  const mark = markOpening(path, log)
  const handleDamage = () => {
    onDamage()
    markDamaged(path).catch((error) => log.warn("state-unusable", { why: messageOf(error) }))
  }
  try {
    const { db, ...said } = await openOrSetAside(path, log, mark.deaths)
    return { ...said, db: db && watchForDamage(db, handleDamage) }
  } catch (error) {
    log.warn("state-unusable", { why: messageOf(error) })
    return { db: undefined, notice: notice("state_off", `session state is off: ${messageOf(error)}`) }
  } finally {
    mark.remove()
  }
}

async function openOrSetAside(path: string, log: Log, deaths: number): Promise<OpenedState> {
  const inode = inodeOf(path)
  try {
    if (existsSync(`${path}${MARK}`)) throw new NotToBeTrusted("it was found to be damaged when it was last used")
    if (deaths >= MAX_DEATHS) throw new NotToBeTrusted(`${deaths} processes in a row have ended while they opened it`)
    return await openMigrated(path)
  } catch (error) {
    const isDamaged = isSqliteDamaged(error) || error instanceof UnexpectedSchema || error instanceof NotToBeTrusted
    if (!isDamaged) throw error
    log.warn("state-unusable", { why: messageOf(error) })
    return await beginAgain(path, inode)
  }
}

/** `inode` is that of the damaged file. If several processes find the damage, one sets it aside; the others open the new one. */
async function beginAgain(path: string, inode: bigint | undefined): Promise<OpenedState> {
  const lock = await openWriteLock(`${path}${SET_ASIDE_LOCK}`)
  try {
    return await lock.hold(WAIT_SET_ASIDE_MS, async () => {
      if (inodeOf(path) !== inode) return openMigrated(path)
      const aside = await setAside(path)
      const { db } = await openMigrated(path)
      return {
        db,
        notice: notice(
          "state_set_aside",
          `the state database was damaged; it was set aside as ${aside} and a new one begun. Notes are not affected`,
        ),
      }
    })
  } finally {
    lock.close()
  }
}

async function openMigrated(path: string): Promise<OpenedState> {
  const db = await openSqlite(path, { busyTimeoutMs: 100 })
  try {
    const found = readState(db)
    if (found.format > STATE_FORMAT && !(found.migrations <= MIGRATIONS.length)) {
      db.close()
      return { db: undefined, notice: NEWER }
    }
    const known = await schemaMadeBy(statementsOf(found.migrations))
    if (!isUsable(found, known)) throw new UnexpectedSchema()
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
    if (known.size > 0) refuseBroken(db, known, path, "UPDATE schema SET migrations = migrations")
    const isOurs = found.migrations === MIGRATIONS.length && found.format === STATE_FORMAT
    if (found.migrations <= MIGRATIONS.length && !isOurs) migrate(db)
    return { db }
  } catch (error) {
    db.close()
    throw error
  }
}

/** In one transaction: another process may be migrating. */
function readState(db: Sqlite) {
  return db.snapshot(() => {
    const schema = readSchema(db)
    const { user_version: format = 0 } = db.get<{ user_version: number }>("PRAGMA user_version") ?? {}
    return { schema, format, migrations: countMigrations(db, schema) }
  })
}

/** NaN if it cannot be known. */
function countMigrations(db: Sqlite, schema: Schema): number {
  if (schema.size === 0) return 0
  if (schema.get(toHex("table schema schema")) !== toHex(COUNT_TABLE)) return Number.NaN
  return db.get<{ migrations: number }>("SELECT migrations FROM schema")?.migrations ?? Number.NaN
}

function isUsable({ migrations, schema }: ReturnType<typeof readState>, known: Schema): boolean {
  if (migrations > MIGRATIONS.length) return isExtendedSchema(schema, known)
  return Number.isSafeInteger(migrations) && isSameSchema(schema, known)
}

function migrate(db: Sqlite): void {
  db.transaction(() => {
    // Another process may have done it meanwhile, or more than this one knows about.
    const done = countMigrations(db, readSchema(db))
    if (done > MIGRATIONS.length) return
    for (const sql of statementsOf(MIGRATIONS.length).slice(statementsOf(done).length)) db.exec(sql)
    db.exec("DELETE FROM schema")
    db.run("INSERT INTO schema(migrations) VALUES (?)", MIGRATIONS.length)
    db.exec(`PRAGMA user_version = ${STATE_FORMAT}`)
  })
}

/** The same database, but it reports once when it turns out to be damaged. */
function watchForDamage(db: Sqlite, onDamage: () => void): Sqlite {
  let isTold = false
  const watched =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      try {
        return call(...args)
      } catch (error) {
        if (isSqliteDamaged(error) && !isTold) {
          isTold = true
          onDamage()
        }
        throw error
      }
    }
  const calls = Object.entries(db).map(([name, call]) => [name, watched(call)])
  return Object.fromEntries(calls) as Sqlite
}

/** The caller is the only one. The mark keeps others from opening files that are being moved; the database itself is moved last. */
async function setAside(path: string): Promise<string> {
  await markDamaged(path)
  const aside = await takeNumber(path)
  for (const ending of ["-wal", "-shm", ""]) {
    if (existsSync(path + ending)) await rename(path + ending, aside + ending)
  }
  await rm(`${path}${MARK}`, { force: true })
  return basename(aside)
}

/** The next free name, reserved at once: even an older Cairn, which does not know the lock, moves nothing onto it. */
async function takeNumber(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${path}.damaged-${number}`
    try {
      await writeFile(aside, "", { flag: "wx", mode: 0o600 })
      return aside
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error
    }
  }
}
