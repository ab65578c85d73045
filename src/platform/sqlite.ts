// One small SQLite interface over two drivers: the host's Bun has no node:sqlite, and Node and Electron have no Bun module.
// The module name is computed, because a name a bundler can see breaks loading on the other runtime. Numbers are bound and
// rows are copied so that both drivers answer alike. (One difference stays: Node ends a text at its first NUL on reading.)
import { chmodSync, closeSync, constants, lstatSync, openSync } from "node:fs"
import { rm } from "node:fs/promises"
import { fileError, hasCode } from "./file-error.ts"

export type SqliteParam = string | number | bigint | null | Uint8Array

/** Integers come back as `number`, or as `bigint` beyond the safe range. All calls are synchronous. */
export interface Sqlite {
  /** Runs any number of statements, without parameters. */
  exec(sql: string): void
  run(sql: string, ...params: SqliteParam[]): { changes: number }
  get<T>(sql: string, ...params: SqliteParam[]): T | undefined
  all<T>(sql: string, ...params: SqliteParam[]): T[]
  /** `BEGIN IMMEDIATE` … `COMMIT`, or `ROLLBACK` when `work` throws. Nothing can be awaited inside. */
  transaction<T>(work: () => T): T
  /** All that `work` reads is of one moment, under one lock instead of one a query. Nothing can be awaited inside. */
  snapshot<T>(work: () => T): T
  close(): void
}

export interface SqliteOptions {
  readonly?: boolean
  /** How long a call may block the event loop waiting for another process. */
  busyTimeoutMs?: number
}

/** Opens or creates the database; the file and its -wal, -shm and -journal companions have mode 0600. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Sqlite> {
  const connect = await (process.versions.bun ? loadBunDriver() : loadNodeDriver())
  const readonly = options.readonly ?? false
  if (!readonly && path !== ":memory:") createPrivate(path)
  const connection = connect(path, readonly)
  try {
    connection.exec(`PRAGMA busy_timeout = ${Math.trunc(options.busyTimeoutMs ?? 1000)}`)
  } catch (error) {
    connection.close()
    throw error
  }
  return overConnection(connection)
}

/** Opened for one piece of work. */
export async function withSqlite<T>(path: string, options: SqliteOptions, work: (db: Sqlite) => T): Promise<T> {
  const db = await openSqlite(path, options)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** With its companions. */
export async function removeSqlite(path: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm"]) await rm(path + ending, { force: true })
}

/** Another connection holds the lock that was asked for. */
export function isSqliteBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/** The file is not a database, or is broken. */
export function isSqliteDamaged(error: unknown): boolean {
  const code = resultCode(error)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB || String(error).includes(BAD_HEADER)
}

/** The file system's error, where SQLite reports it in its own words. */
export function sqliteErrno(error: unknown): "ENOSPC" | "EROFS" | undefined {
  const code = resultCode(error)
  if (code === SQLITE_FULL) return "ENOSPC"
  return code === SQLITE_READONLY ? "EROFS" : undefined
}

const BAD_HEADER = "unsupported file format"
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26

/** Node calls it `errcode`, Bun `errno`; the low byte is the primary code. */
function resultCode(error: unknown): number | undefined {
  const { errcode, errno } = (error ?? {}) as { errcode?: unknown; errno?: unknown }
  const code = errcode ?? errno
  return typeof code === "number" && code > 0 ? code & 0xff : undefined
}

/**
 * SQLite gives its companion files the mode of the main file, so that one is made first. An existing file must not be
 * opened here, nor anywhere else in this process: closing any descriptor of a file drops all POSIX locks SQLite holds on it.
 */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600))
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
    const found = lstatSync(path)
    if (!found.isFile()) throw fileError("ENOTREG", `${path} is not a regular file`)
    if (process.platform !== "win32" && found.mode & 0o077) chmodSync(path, 0o600)
  }
}

interface Statement {
  run(...params: SqliteParam[]): { changes: number | bigint }
  get(...params: SqliteParam[]): Row | null | undefined
  all(...params: SqliteParam[]): Row[]
  finalize?(): void
}

interface Connection {
  exec(sql: string): unknown
  prepare(sql: string): Statement
  close(): void
}

type Row = Record<string, unknown>
type Connect = (path: string, readonly: boolean) => Connection

const MAX_STATEMENTS = 128

function overConnection(connection: Connection): Sqlite {
  const statements = new Map<string, Statement>()

  function prepared(sql: string): Statement {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= MAX_STATEMENTS) finalizeAll()
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function finalizeAll(): void {
    for (const statement of statements.values()) statement.finalize?.()
    statements.clear()
  }

  return {
    exec(sql) {
      connection.exec(sql)
    },
    run(sql, ...params) {
      return { changes: Number(prepared(sql).run(...params.map(bindable)).changes) }
    },
    get<T>(sql: string, ...params: SqliteParam[]) {
      const row = prepared(sql).get(...params.map(bindable))
      return row ? (plainRow(row) as T) : undefined
    },
    all<T>(sql: string, ...params: SqliteParam[]) {
      return prepared(sql)
        .all(...params.map(bindable))
        .map((row) => plainRow(row) as T)
    },
    transaction(work) {
      connection.exec("BEGIN IMMEDIATE")
      try {
        const result = work()
        connection.exec("COMMIT")
        return result
      } catch (error) {
        rollBack(connection)
        throw error
      }
    },
    snapshot(work) {
      connection.exec("BEGIN")
      try {
        return work()
      } finally {
        rollBack(connection)
      }
    },
    close() {
      // If a statement is left open, Bun keeps the file and its locks until garbage collection.
      finalizeAll()
      connection.close()
    },
  }
}

/** SQLite may have rolled back by itself (a full disk does that), and then says that there is no transaction. */
function rollBack(connection: Connection): void {
  try {
    connection.exec("ROLLBACK")
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

/** Node binds every number as a real, so that 1 would be stored as "1.0" in a text column. */
function bindable(param: SqliteParam): SqliteParam {
  return Number.isSafeInteger(param) ? BigInt(param as number) : param
}

/** Node's rows have no prototype. Copying those of Bun too would take a tenth of what reading them does. */
function plainRow(row: Row): Row {
  const plain = Object.getPrototypeOf(row) === Object.prototype ? row : { ...row }
  for (const column in plain) {
    const value = plain[column]
    if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) plain[column] = Number(value)
  }
  return plain
}

async function loadBunDriver(): Promise<Connect> {
  const { Database } = (await import(["bun", "sqlite"].join(":"))) as BunSqlite
  return (path, readonly) =>
    new Database(
      path,
      readonly ? { readonly, safeIntegers: true } : { readwrite: true, create: true, safeIntegers: true },
    )
}

async function loadNodeDriver(): Promise<Connect> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  // 22.13 to 22.15 have the module, but no full-text search in it.
  if (major < 22 || (major === 22 && minor < 16)) {
    throw new Error(`SQLite with full-text search needs Node 22.16 or newer; this is Node ${process.versions.node}`)
  }
  const { DatabaseSync } = withoutSqliteWarning(() => process.getBuiltinModule("node:sqlite"))
  return (path, readOnly) => {
    const database = new DatabaseSync(path, { readOnly })
    return {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare(sql) {
        const statement = database.prepare(sql)
        statement.setReadBigInts(true)
        return statement
      },
    }
  }
}

/** Node 22 announces on stderr that its SQLite is experimental; stderr belongs to the TUI and to whoever reads our exit. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).includes("SQLite is an experimental feature")) emitWarning.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

interface BunSqlite {
  Database: new (
    path: string,
    options: { readonly?: boolean; readwrite?: boolean; create?: boolean; safeIntegers: boolean },
  ) => Connection
}
