// Everything that OpenCode has kept of its sessions. Databases are open only for as long as one question takes: an open reader keeps the host
// from checkpointing its file.
import { CairnError, messageOf } from "../model/errors.ts"
import { isSqliteBusy, isSqliteDamaged } from "../platform/sqlite.ts"
import { compactionsIn } from "./compaction-rows.ts"
import { databaseFiles, hostDataFolder } from "./database-files.ts"
import { hostFormatOf } from "./host-format.ts"
import { type HostTables, hostDatabaseFault, noDatabase, openHostTables } from "./host-tables.ts"
import { bringUpToDate } from "./index-builder.ts"
import { keptIndex } from "./kept-index.ts"
import { placeIn, readPlaces } from "./message-places.ts"
import { type Extent, readMessage } from "./message-rows.ts"
import { type PastIndex, removePastIndex } from "./past-index.ts"
import type { MessagePlace, PastSession } from "./past-session.ts"
import { newestFirst, type SessionRows, sessionReader } from "./session-rows.ts"
import { todosIn } from "./todo-rows.ts"

export type Past = ReturnType<typeof openPast>
export type PastView = Awaited<ReturnType<typeof viewOf>>

export interface RefreshLimits {
  readonly forMs: number
  readonly maxMegabytes: number
  /** Pause between two pieces of work. */
  readonly restMs: number
}

/** `indexFile` is where the index is kept. */
export function openPast(env: Readonly<Record<string, string | undefined>>, indexFile: string) {
  let running: Promise<boolean> | undefined
  let isStopped = false
  const readSessions = sessionReader()
  const kept = keptIndex(indexFile)
  const withIndex = async <T>(work: (index: PastIndex) => T | Promise<T>): Promise<T> => {
    let isOpen = false
    try {
      return await kept.use((index) => {
        isOpen = true
        return work(index)
      })
    } catch (error) {
      // Faults of the host's databases are already `CairnError`s, so this one is the index's. It is built again at the next question.
      if (isSqliteDamaged(error)) removePastIndex(indexFile)
      throw !isOpen || isSqliteDamaged(error) || isSqliteBusy(error) ? indexUnusable(error) : error
    }
  }
  /**
   * With `serving`, a session of the asking host, only the database that contains it counts. Throws `no_database` and the like if there is
   * nothing to read.
   */
  const look = async <T>(serving: string | undefined, work: (view: PastView) => T | Promise<T>): Promise<T> => {
    const { opened, faults } = await openAll(await databaseFiles(env))
    try {
      const [fault] = faults
      if (opened.length === 0) throw fault ?? noDatabase()
      return await work(await viewOf(servingOnly(opened, serving), faults, readSessions))
    } finally {
      for (const { db } of opened) db.close()
    }
  }
  return {
    /** Where OpenCode keeps its data. */
    folder: hostDataFolder(env),
    look,
    withIndex,
    /** Brings the index up to date within the limits; one run at a time. Nothing is kept of an excluded session and its subagents. */
    refresh(
      { forMs, maxMegabytes, restMs }: RefreshLimits,
      isExcluded: (session: string) => boolean,
    ): Promise<boolean> {
      const now = () => Date.now()
      const limits = {
        until: now() + forMs,
        now,
        isStopped: () => isStopped,
        maxBytes: maxMegabytes * 1_000_000,
        restMs,
      }
      const run = async () => {
        if ((await databaseFiles(env)).length === 0) throw noDatabase()
        return withIndex(async (index) => {
          // Checked first, so that of many processes all but one give up before reading the list of sessions.
          if (!index.takeLease(now())) return false
          try {
            return await look(undefined, (view) =>
              bringUpToDate(index, view, { ...limits, isExcluded: (session) => view.lineOf(session).some(isExcluded) }),
            )
          } finally {
            index.dropLease()
          }
        })
      }
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
    /** Stops a run in progress. */
    async close(): Promise<void> {
      isStopped = true
      await running?.catch(() => undefined)
      kept.close()
    },
  }
}

function indexUnusable(cause: unknown): CairnError {
  const why = `the index of past sessions cannot be used: ${messageOf(cause)}`
  return new CairnError("index_unusable", why, "memory_sessions and memory_messages work without it", { cause })
}

async function openAll(files: readonly string[]): Promise<{ opened: HostTables[]; faults: CairnError[] }> {
  const tried = await Promise.all(
    files.map((path) => openHostTables(path).catch((error: unknown) => hostDatabaseFault(error, path))),
  )
  return {
    opened: tried.filter((one): one is HostTables => !(one instanceof CairnError)),
    faults: tried.filter((one): one is CairnError => one instanceof CairnError),
  }
}

/** The databases with the session; all if none has it, as before a session's first message. */
function servingOnly(opened: readonly HostTables[], serving: string | undefined): readonly HostTables[] {
  if (serving === undefined || opened.length < 2) return opened
  const having = opened.filter((tables) =>
    [tables.has.v1 && "session", tables.has.v2 && "session_v2"].some(
      (table) =>
        table && reading(tables, ({ db }) => db.get(`SELECT id FROM ${table} WHERE id = ?`, serving)) !== undefined,
    ),
  )
  return having.length > 0 ? having : opened
}

/** The caller may use the index too, so an error must say whose it is. */
function reading<T>(tables: HostTables, read: (tables: HostTables) => T): T {
  try {
    return read(tables)
  } catch (error) {
    throw hostDatabaseFault(error, tables.path)
  }
}

async function viewOf(
  databases: readonly HostTables[],
  faults: readonly CairnError[],
  readSessions: (tables: HostTables) => Promise<SessionRows>,
) {
  const read = await Promise.all(
    databases.map(async (tables) => {
      const rows = await readSessions(tables).catch((error: unknown) => {
        throw hostDatabaseFault(error, tables.path)
      })
      return { tables, ...rows }
    }),
  )
  const only = read.length === 1 ? read[0] : undefined
  /** If several databases have the session, the one where it is newest. */
  const having = (id: string) =>
    only ??
    read.reduce((best, one) => ((one.byId.get(id)?.updated ?? 0) > (best.byId.get(id)?.updated ?? 0) ? one : best))
  const find = (id: string) => having(id).byId.get(id)
  const tablesOf = ({ id }: PastSession) => having(id).tables
  const newestOf = (one: (typeof read)[number]) => one.sessions.filter(({ id }) => having(id) === one)
  const sessions = only?.sessions ?? read.flatMap(newestOf).sort(newestFirst)
  return {
    /** Each once, newest first. */
    sessions,
    /** Sessions in which Cairn asked a model something and that a crash has left behind. */
    questions: read.flatMap(({ questions }) => questions),
    /** Why other databases, or parts of these, could not be read. */
    faults: [...faults, ...databases.flatMap(({ fault }) => fault ?? [])],
    /** The files that were read as a whole: a session that is not there is gone. */
    databases: databases.filter(({ fault }) => fault === undefined).map(({ path }) => path),
    /** Rows of sessions that could not be read. */
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0),
    /** Of all databases together. */
    bytes: databases.reduce((sum, { bytes }) => sum + bytes, 0),
    /** Throws `no_such_session`. */
    session: (id: string) => find(id) ?? refuseUnknown(id, sessions),
    find,
    /** The file that it is read from. */
    databaseOf: (session: PastSession) => tablesOf(session).path,
    /** Ids of the session and of those that it works for, itself first. */
    lineOf({ id, parent }: PastSession): string[] {
      const line = [id]
      for (let up = parent; up !== undefined && !line.includes(up); up = find(up)?.parent) line.push(up)
      return line
    },
    places: (session: PastSession) => reading(tablesOf(session), (tables) => readPlaces(tables, session).places),
    /** With the number of rows that cannot be read. */
    placesAndGaps: (session: PastSession) => reading(tablesOf(session), (tables) => readPlaces(tables, session)),
    /** One of its messages; undefined if it does not exist. */
    place: (session: PastSession, message: string) =>
      reading(tablesOf(session), (tables) => placeIn(tables, session, message)),
    /** Undefined if it is damaged. */
    message: (session: PastSession, place: MessagePlace, extent: Extent = "whole") =>
      reading(tablesOf(session), (tables) => readMessage(tables, place, extent)),
    /** Several of its messages are read faster within `work`, which must not wait: the host cannot tidy up its file meanwhile. */
    atOnce: <T>(session: PastSession, work: () => T) => tablesOf(session).db.snapshot(work),
    /** Newest first. */
    compactions: (session: PastSession) => reading(tablesOf(session), (tables) => compactionsIn(tables, session)),
    /** As the host itself would export it, cleaned. */
    hostFormat: (session: PastSession) => reading(tablesOf(session), (tables) => hostFormatOf(tables, session)),
    todos: () =>
      databases.flatMap((tables) => reading(tables, todosIn)).filter(({ session }) => find(session) !== undefined),
  }
}

const MOST_NEAR = 3
/** Characters, including `ses_`, that ids made within an hour share. */
const ALIKE = 9

function refuseUnknown(id: string, sessions: readonly PastSession[]): never {
  const like = sessions.filter((one) => id.length >= ALIKE && one.id.startsWith(id.slice(0, ALIKE)))
  const near = (like.length > 0 ? like : sessions).slice(0, MOST_NEAR).map((one) => one.id)
  const known =
    near.length === 0 ? "there are no sessions" : `${like.length > 0 ? "near it" : "the newest"}: ${near.join(", ")}`
  throw new CairnError(
    "no_such_session",
    `there is no session "${id.slice(0, 60)}"; ${known}`,
    "memory_sessions lists them",
  )
}
