// Everything that OpenCode has kept of its sessions. Databases are open only for as long as one question takes: an open reader keeps the host
// from checkpointing its file.
import { CairnError, messageOf } from "../model/errors.ts"
import { tried } from "../model/fields.ts"
import { UnexpectedSchema } from "../platform/known-schema.ts"
import { isSqliteBusy, isSqliteDamaged } from "../platform/sqlite.ts"
import { compactionsIn, countCompactions } from "./compaction-rows.ts"
import { databaseFiles, hostDataFolder, isGuess } from "./database-files.ts"
import { hostFormatOf } from "./host-format.ts"
import { type HostTables, hostDatabaseFault, noDatabase, openHostTables, openIfHosts } from "./host-tables.ts"
import { bringUpToDate } from "./index-builder.ts"
import { keptIndex } from "./kept-index.ts"
import { partsTraceIn, placeIn, readPlaces, traceIn } from "./message-places.ts"
import { type Extent, modelIn, readMessage } from "./message-rows.ts"
import { namedBy, refuseUnknownSession } from "./named-id.ts"
import { type PastIndex, removePastIndex } from "./past-index.ts"
import type { MessagePlace, PastSession } from "./past-session.ts"
import { newestFirst, type SessionReader, type SessionRows, sessionReader } from "./session-rows.ts"
import { todosIn } from "./todo-rows.ts"

export type Past = ReturnType<typeof openPast>
export type PastView = ReturnType<typeof viewOf>

export interface RefreshLimits {
  readonly forMs: number
  readonly maxMegabytes: number
  /** Pause between two pieces of work. */
  readonly restMs: number
}

type Work<T> = (view: PastView) => T | Promise<T>

/** Ends a look while it reads the list of sessions. */
interface Stop<T> {
  isStopped(): boolean
  readonly answer: T
}

const neverStopped = () => false

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
      if (isSqliteDamaged(error) || error instanceof UnexpectedSchema) throw removeDamaged(indexFile, error)
      throw !isOpen || isSqliteBusy(error) ? indexUnusable(error) : error
    }
  }
  /**
   * With `serving`, a session of the asking host, only the database that contains it counts. Throws `no_database` and the like if there is
   * nothing to read.
   */
  const look = async <T>(serving: string | undefined, work: Work<T>, stop?: Stop<T>): Promise<T> => {
    const { opened, faults } = await openAll(await databaseFiles(env), (file) => isGuess(file, env))
    try {
      const read = await readAll(servingOnly(opened, serving), readSessions, stop?.isStopped ?? neverStopped)
      if (stop?.isStopped()) return stop.answer
      const all = [...faults, ...read.faults]
      if (read.databases.length === 0) throw all[0] ?? noDatabase()
      return await work(viewOf(read.databases, all))
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
            const build = (view: PastView) =>
              bringUpToDate(index, view, { ...limits, isExcluded: (session) => view.lineOf(session).some(isExcluded) })
            return await look(undefined, build, { isStopped: limits.isStopped, answer: false })
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

const WITHOUT_INDEX = "memory_sessions and memory_messages work without it"

function indexUnusable(cause: unknown): CairnError {
  const why = `the index of past sessions cannot be used: ${messageOf(cause)}`
  return new CairnError("index_unusable", why, WITHOUT_INDEX, { cause })
}

function removeDamaged(indexFile: string, cause: unknown): CairnError {
  removePastIndex(indexFile)
  const why = `the index of past sessions was damaged and is made again: ${messageOf(cause)}`
  return new CairnError("index_unusable", why, `search again in a moment; until then ${WITHOUT_INDEX}`, { cause })
}

async function openAll(
  files: readonly string[],
  isGuess: (file: string) => boolean,
): Promise<{ opened: HostTables[]; faults: CairnError[] }> {
  const open = (path: string) =>
    (isGuess(path) ? openIfHosts(path) : openHostTables(path)).catch((error: unknown) => hostDatabaseFault(error, path))
  const tried = await Promise.all(files.map(open))
  return {
    opened: tried.filter((one): one is HostTables => one !== undefined && !(one instanceof CairnError)),
    faults: tried.filter((one): one is CairnError => one instanceof CairnError),
  }
}

/** The databases with the session; all if none has it, as before a session's first message. */
function servingOnly(opened: readonly HostTables[], serving: string | undefined): readonly HostTables[] {
  if (serving === undefined || opened.length < 2) return opened
  // What is wrong with one that cannot be asked is said when its sessions are read.
  const having = opened.filter(({ db, has }) =>
    [has.v1 && "session", has.v2 && "session_v2"].some(
      (table) => table && tried(() => db.get(`SELECT id FROM ${table} WHERE id = ?`, serving)) !== undefined,
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

interface ReadDatabase extends SessionRows {
  readonly tables: HostTables
}

/** One that is damaged inside does not take the others along. */
async function readAll(
  opened: readonly HostTables[],
  readSessions: SessionReader,
  isStopped: () => boolean,
): Promise<{ databases: ReadDatabase[]; faults: CairnError[] }> {
  const faults: CairnError[] = []
  const read = await Promise.all(
    opened.map(async (tables) => {
      try {
        const rows = await readSessions(tables, isStopped)
        return rows ? [{ tables, ...rows }] : []
      } catch (error) {
        faults.push(hostDatabaseFault(error, tables.path))
        return []
      }
    }),
  )
  return { databases: read.flat(), faults }
}

function viewOf(read: readonly ReadDatabase[], faults: readonly CairnError[]) {
  const only = read.length === 1 ? read[0] : undefined
  /** If several databases have the session, the one where it is newest. */
  const having = (id: string) =>
    only ??
    read.reduce((best, one) => ((one.byId.get(id)?.updated ?? 0) > (best.byId.get(id)?.updated ?? 0) ? one : best))
  const find = (id: string) => having(id).byId.get(id)
  const tablesOf = ({ id }: PastSession) => having(id).tables
  const newestOf = (one: ReadDatabase) => one.sessions.filter(({ id }) => having(id) === one)
  const sessions = only?.sessions ?? read.flatMap(newestOf).sort(newestFirst)
  return {
    /** Each once, newest first. */
    sessions,
    /** Sessions in which Cairn asked a model something and that a crash has left behind. */
    questions: read.flatMap(({ questions }) => questions),
    /** Why other databases, or parts of these, could not be read. */
    faults: [...faults, ...read.flatMap(({ tables }) => tables.fault ?? [])],
    /** The files that were read as a whole: a session that is not there is gone. */
    databases: read.flatMap(({ tables }) => (tables.fault === undefined ? [tables.path] : [])),
    /** Rows of sessions that could not be read. */
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0),
    /** Of all databases together. */
    bytes: read.reduce((sum, { tables }) => sum + tables.bytes, 0),
    /** By its id, or by how only its id begins. Throws `no_such_session`, `ambiguous_id`. */
    session: (id: string) => find(id) ?? namedBy(id, sessions, "session") ?? refuseUnknownSession(id, sessions),
    find,
    /** The file that it is read from. */
    databaseOf: (session: PastSession) => tablesOf(session).path,
    /** Ids of the session and of those that it works for, itself first. */
    lineOf({ id, parent }: PastSession): string[] {
      const line = [id]
      for (let up = parent; up !== undefined && !line.includes(up); up = find(up)?.parent) line.push(up)
      return line
    },
    /** With `areEditsSeen`, a message has changed when one of its parts has. */
    places: (session: PastSession, areEditsSeen = false) =>
      reading(tablesOf(session), (tables) => readPlaces(tables, session, areEditsSeen).places),
    /** With the number of rows that cannot be read. */
    placesAndGaps: (session: PastSession) => reading(tablesOf(session), (tables) => readPlaces(tables, session)),
    /** Changes if messages were deleted, which a host does not show elsewhere. */
    traceOf: (session: PastSession) => reading(tablesOf(session), (tables) => traceIn(tables, session)),
    /** Changes if parts of messages were edited or deleted. */
    partsTraceOf: (session: PastSession) => reading(tablesOf(session), (tables) => partsTraceIn(tables, session)),
    /** One of its messages; undefined if it does not exist. */
    place: (session: PastSession, message: string) =>
      reading(tablesOf(session), (tables) => placeIn(tables, session, message)),
    /** Undefined if it is damaged. */
    message: (session: PastSession, place: MessagePlace, extent: Extent = "whole") =>
      reading(tablesOf(session), (tables) => readMessage(tables, place, extent)),
    /** The session's model, which OpenCode 2 often leaves open, or that of its last answer among these messages. */
    modelOf(session: PastSession, places: readonly MessagePlace[]): string | undefined {
      if (session.model !== undefined) return session.model
      const answers = places.filter(({ role }) => role === "assistant").slice(-MOST_ASKED)
      return reading(tablesOf(session), (tables) => lastOf(answers, (place) => modelIn(tables, place)))
    },
    /** Several of its messages are read faster within `work`, which must not wait: the host cannot tidy up its file meanwhile. */
    atOnce: <T>(session: PastSession, work: () => T) => tablesOf(session).db.snapshot(work),
    /** Newest first. */
    compactions: (session: PastSession) => reading(tablesOf(session), (tables) => compactionsIn(tables, session)),
    compactionCount: (session: PastSession) =>
      reading(tablesOf(session), (tables) => countCompactions(tables, session)),
    /** As the host itself would export it, cleaned. */
    hostFormat: (session: PastSession) => reading(tablesOf(session), (tables) => hostFormatOf(tables, session)),
    todos: () =>
      read.flatMap(({ tables }) => reading(tables, todosIn)).filter(({ session }) => find(session) !== undefined),
  }
}

/** Answers that are looked at for a model: one that was broken off may name none. */
const MOST_ASKED = 10

function lastOf<T, R>(all: readonly T[], look: (one: T) => R | undefined): R | undefined {
  for (const one of all.toReversed()) {
    const found = look(one)
    if (found !== undefined) return found
  }
  return undefined
}
