// One of OpenCode's databases, opened read-only. Both generations keep their sessions in one file, each in its own tables, and a future version
// may change them: nothing is guessed if a table differs from what is expected. Tables with secrets are never queried.
import { stat } from "node:fs/promises"
import { CairnError, errnoOf, messageOf } from "../model/errors.ts"
import { isSqliteBusy, isSqliteDamaged, openSqlite, type Sqlite } from "../platform/sqlite.ts"

export type HostTables = NonNullable<Awaited<ReturnType<typeof open>>>

export type SessionTable = "session" | "session_v2"

const SESSION = ["id", "parent_id", "directory", "title", "time_created", "time_updated"]
const NEEDED = {
  session: SESSION,
  message: ["id", "session_id", "time_created", "time_updated", "data"],
  part: ["id", "message_id", "session_id", "data"],
  session_v2: SESSION,
  session_message: ["id", "session_id", "type", "seq", "time_created", "time_updated", "data"],
  todo: ["session_id", "content", "status"],
  kv: ["key", "value", "time_created"],
  event_sequence: ["aggregate_id", "seq"],
  event: ["aggregate_id", "seq", "type"],
} as const

/** How long a locked database may delay the host. */
const BUSY_MS = 250

/** Throws a `CairnError` that says in one line why the file cannot be read. The caller closes `db`. */
export async function openHostTables(path: string): Promise<HostTables> {
  const opened = await open(path, false)
  if (!opened) throw noDatabase(path)
  return opened
}

/** The same of a file that only its name speaks for: undefined if nothing of OpenCode's is in it. */
export function openIfHosts(path: string): Promise<HostTables | undefined> {
  return open(path, true)
}

async function open(path: string, isGuess: boolean) {
  let db: Sqlite | undefined
  try {
    const { size, ino } = await stat(path)
    // What the host has not yet moved from its log into the file counts too; it is often more than the file.
    const log = await stat(`${path}-wal`).catch(() => undefined)
    const bytes = size + (log?.size ?? 0)
    db = await openSqlite(path, { readonly: true, busyTimeoutMs: BUSY_MS })
    db.exec("PRAGMA query_only = 1")
    const columns = knownColumnsOf(db, `${path} ${ino}`)
    if (isGuess && !Object.keys(NEEDED).some((table) => columns.has(table))) {
      db.close()
      return undefined
    }
    const isWhole = (table: keyof typeof NEEDED) => NEEDED[table].every((name) => columns.get(table)?.has(name))
    const v1 = isWhole("session") && isWhole("message") && isWhole("part")
    const v2 = isWhole("session_v2") && isWhole("session_message")
    /** Which tables are complete: the sessions of OpenCode 1, those of OpenCode 2, what tells how they were copied, todo lists. */
    const has = {
      ...{ v1, v2 },
      copying: v1 && v2 && isWhole("kv") && isWhole("event_sequence") && isWhole("event"),
      todos: isWhole("todo"),
    }
    // Session tables in a format of neither generation: a newer host's.
    if (columns.size > 0 && !has.v1 && !has.v2) throw newer(path)
    const isThere = (table: keyof typeof NEEDED) => columns.has(table)
    // OpenCode 1.18 makes `session_message` too, without using it.
    const isUnknown =
      (!has.v1 && (isThere("session") || isThere("message") || isThere("part"))) || (!has.v2 && isThere("session_v2"))
    return {
      ...{ path, bytes, db, has },
      /** Set if one generation's tables are in another format: its sessions are missing, or what the other generation has of them is old. */
      fault: isUnknown ? partlyNewer(path) : undefined,
      /** The column, or `NULL AS column` if this version does not have it. */
      column: (table: SessionTable, name: string) => (columns.get(table)?.has(name) ? name : `NULL AS ${name}`),
    }
  } catch (error) {
    db?.close()
    const fault = hostDatabaseFault(error, path)
    // A folder, or a file of something else.
    if (isGuess && !/^database_(?:busy|newer)$/.test(fault.code)) return undefined
    throw fault
  }
}

const knownColumns = new Map<string, { readonly version: unknown; readonly columns: Map<string, Set<string>> }>()

/** `schema_version` changes whenever the schema does, so the columns are read only once. */
function knownColumnsOf(db: Sqlite, file: string): Map<string, Set<string>> {
  const version = db.get<{ schema_version: unknown }>("PRAGMA schema_version")?.schema_version
  const known = knownColumns.get(file)
  if (known && known.version === version) return known.columns
  const columns = columnsOf(db)
  knownColumns.set(file, { version, columns })
  return columns
}

function columnsOf(db: Sqlite): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const tables = db.all<{ name: unknown }>("SELECT name FROM sqlite_master WHERE type = 'table'")
  for (const table of Object.keys(NEEDED)) {
    if (!tables.some(({ name }) => name === table)) continue
    const rows = db.all<{ name: unknown }>("SELECT name FROM pragma_table_info(?)", table)
    found.set(table, new Set(rows.map(({ name }) => String(name))))
  }
  // An empty file is a database without sessions; one with only unknown tables is not.
  if (found.size === 0 && tables.length > 0) found.set("", new Set())
  return found
}

/** What is wrong with a database, in one line. */
export function hostDatabaseFault(error: unknown, path: string): CairnError {
  if (error instanceof CairnError) return error
  if (errnoOf(error) === "ENOENT") return noDatabase(path)
  const cause = { cause: error }
  if (isSqliteBusy(error))
    return new CairnError("database_busy", `OpenCode's database is locked: ${path}`, "try again in a moment", cause)
  if (isSqliteDamaged(error))
    return new CairnError("database_damaged", `OpenCode's database is damaged: ${path}`, "memory itself works", cause)
  const why = `OpenCode's database cannot be read: ${messageOf(error)} (${path})`
  return new CairnError("database_unreadable", why, "memory itself works", cause)
}

export function noDatabase(path = ""): CairnError {
  const where = path === "" ? "" : `: ${path}`
  return new CairnError(
    "no_database",
    `OpenCode has no database of sessions here${where}`,
    "it is made with your first session in OpenCode",
  )
}

function partlyNewer(path: string): CairnError {
  return new CairnError(
    "database_newer",
    `this Cairn does not know the format of a part of OpenCode's database, so sessions may be missing or old; update Cairn: ${path}`,
    "update Cairn; memory itself works",
  )
}

function newer(path: string): CairnError {
  return new CairnError(
    "database_newer",
    `this Cairn does not know the format of OpenCode's database: ${path}`,
    "update Cairn; memory itself works",
  )
}
