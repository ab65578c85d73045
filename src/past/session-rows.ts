// The sessions of one of OpenCode's databases, each once. OpenCode 2 copies every session of OpenCode 1 into its own tables, in the background
// and under the same id; the old rows stay and become stale. So a session with messages in the new tables is read there, followed by what
// OpenCode 1 added if it was run again. What one of them has deleted is left out, although the other one still has it.
import { jsonOf, textAt, tried } from "../model/fields.ts"
import { inTurns, letOthersRun } from "../model/in-turns.ts"
import { onceFor } from "../model/once-for.ts"
import { sha256 } from "../model/sha256.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { mixedHash } from "../search/hashed-numbers.ts"
import type { CleanText } from "../text/known-clean.ts"
import { type CopiedSessions, copiedSessions, copyingMark } from "./copied-sessions.ts"
import { hostName, isHostId } from "./host-names.ts"
import type { HostTables, SessionTable } from "./host-tables.ts"
import { type PastSession, sessionWith } from "./past-session.ts"

export type SessionRows = NonNullable<Awaited<ReturnType<typeof readSessions>>>
/** Undefined if it was stopped. */
export type SessionReader = (tables: HostTables, isStopped: () => boolean) => Promise<SessionRows | undefined>

const OWN_TITLE = /^\[cairn\] /

/** Thousands of sessions take a while, so the host gets its turn in between. */
async function readSessions(tables: HostTables, isStopped: () => boolean) {
  const found = new Map<string, PastSession>()
  /** Sessions in which Cairn asked a model something; not part of the user's past. */
  const questions: PastSession[] = []
  const copied = copiedSessions(tables)
  await letOthersRun()
  const isInNewTables = (id: string) => copied !== undefined || idsWithMessages(tables).has(id)
  /** Rows that could not be read. */
  let skipped = 0
  // The rows of OpenCode 1 come first.
  for (const table of [tables.has.v1 && "session", tables.has.v2 && "session_v2"] as const)
    await inTurns(table ? rowsOf(tables, table, isStopped) : [], (rows) => {
      for (const row of rows) {
        const session = sessionOf(row, table === "session" ? 1 : 2)
        if (!session) skipped++
        else if (copied?.deleted.has(session.id)) continue
        else if (isOwnQuestion(row)) questions.push(session)
        else keep(found, session, isInNewTables, copied)
      }
    })
  await letOthersRun()
  if (isStopped()) return undefined
  const sessions = [...found.values()].sort(newestFirst)
  return { sessions, byId: found, questions, skipped }
}

/** Equal times are ordered too, so that a list can be read on from any of its sessions. */
export function newestFirst(a: PastSession, b: PastSession): number {
  return b.updated - a.updated || (a.id < b.id ? -1 : 1)
}

/** Reads the sessions again only if something has changed; checking takes a twentieth of the time. */
export function sessionReader(): SessionReader {
  const known = new Map<string, { readonly state: string; readonly rows: SessionRows }>()
  return async (tables, isStopped) => {
    // Undefined for tables in another form; then nothing is cached.
    const state = tried(() => sumsOf(tables))
    const before = known.get(tables.path)
    if (state !== undefined && before?.state === state) return before.rows
    await letOthersRun()
    const rows = await readSessions(tables, isStopped)
    if (state !== undefined && rows) known.set(tables.path, { state, rows })
    return rows
  }
}

/** What can change in a session, as numbers. Its time is weighted by the row, so that what one gains and another loses is seen. */
const CHANGING = {
  time_updated: "time_updated % 1000003 * (rowid % 1009 + 1)",
  time_archived: "time_archived",
  time_idle: "time_idle",
  cost: "cost",
  tokens_input: "tokens_input",
  tokens_output: "tokens_output",
  revert: "length(revert)",
}

/** Sums over all rows that change with any of them. */
function sumsOf(tables: HostTables): string {
  const { db, has, column, bytes } = tables
  const sum = (table: SessionTable) => {
    const there = Object.entries(CHANGING).filter(([name]) => column(table, name) === name)
    // A sum a column takes a fifth less time than one sum over all of them, which has to look for NULL in each.
    const sums = there.map(([name, value]) => `sum(${value}) AS ${name}`)
    const counted = db.get(`SELECT count(*) AS count, ${sums.join(", ")} FROM ${table}`)
    return JSON.stringify(counted) + namesMark(tables, table)
  }
  const newest = has.v2 ? db.get("SELECT max(rowid) AS newest FROM session_message") : undefined
  const sums = [has.v1 && sum("session"), has.v2 && sum("session_v2"), JSON.stringify(newest)]
  return [bytes === 0, ...sums, copyingMark(tables)].join(" ")
}

const MOST_OF_TITLE = 1000

/** Of all titles and folders: neither host moves anything else with them. SQLite has no hash, and a sum does not see every change. */
function namesMark({ db }: HostTables, table: SessionTable): string {
  const name = `coalesce(substr(title, 1, ${MOST_OF_TITLE}), '') || char(0) || directory`
  // As bytes, since Node ends a text at its first NUL.
  const sql = `SELECT CAST(group_concat(${name}, char(0)) AS BLOB) AS names FROM ${table}`
  const names = db.get<{ names: unknown }>(sql)?.names
  return names instanceof Uint8Array ? sha256(names) : ""
}

/** Cairn's questions are children of the session they are about; a user's own session may have such a title. */
function isOwnQuestion({ title, parent_id: parent }: Row): boolean {
  return typeof parent === "string" && OWN_TITLE.test(String(title))
}

function keep(
  found: Map<string, PastSession>,
  session: PastSession,
  isInNewTables: (id: string) => boolean,
  copied: CopiedSessions | undefined,
): void {
  const before = found.get(session.id)
  if (!before) found.set(session.id, session)
  else if (isInNewTables(session.id)) found.set(session.id, joined(before, session, copied))
}

/** One session of the rows that both generations have of it. */
function joined(first: PastSession, second: PastSession, copied: CopiedSessions | undefined): PastSession {
  const updated = Math.max(first.updated, second.updated)
  if (copied === undefined || first.created > copied.at) return sessionWith(second, { updated })
  // A new title in OpenCode 1 does not move the session's time.
  const isLedByFirst = first.updated >= second.updated || copied.ledByFirst.has(second.id)
  const { at } = copied
  const isChanged = second.updated > at
  const both = { updated, copied: { at, isChanged, isLedByFirst, revertedFrom: first.revertedFrom } }
  if (!isLedByFirst) return sessionWith(second, both)
  return sessionWith(second, {
    ...both,
    archived: first.archived,
    titleMark: first.titleMark,
    get title() {
      return first.title
    },
  })
}

type Row = Readonly<Record<string, unknown>>

const MORE = [
  "time_archived",
  "time_idle",
  "cost",
  "tokens_input",
  "tokens_output",
  "tokens_reasoning",
  "tokens_cache_read",
  "tokens_cache_write",
  "revert",
  "model",
]

const ROWS_AT_ONCE = 50

/** In pieces, until it is stopped. */
function* rowsOf({ db, column }: HostTables, table: SessionTable, isStopped: () => boolean): Generator<readonly Row[]> {
  const more = MORE.map((name) => column(table, name)).join(", ")
  const sql = `SELECT rowid AS number, id, parent_id, directory, title, time_created, time_updated, ${more} FROM ${table}
    WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`
  let rows: readonly Row[]
  let last: unknown = Number.MIN_SAFE_INTEGER
  do {
    rows = db.all<Row>(sql, last as number)
    last = rows.at(-1)?.number
    yield rows
  } while (rows.length === ROWS_AT_ONCE && !isStopped())
}

/** Asked for when it is first needed: few databases have a session in the tables of both generations. */
const idsWithMessages = onceFor(({ db }: HostTables): ReadonlySet<string> => {
  const rows = db.all<{ id: string }>("SELECT DISTINCT session_id AS id FROM session_message")
  return new Set(rows.map(({ id }) => id))
})

/** Undefined if the row is damaged. */
function sessionOf(row: Row, generation: 1 | 2): PastSession | undefined {
  const { id, parent_id: parent, directory, title, time_created: created, time_updated: updated } = row
  if (!isHostId(id) || typeof directory !== "string" || !isTime(created)) return undefined
  // Without its parent it would pass for a session of the user's own.
  if (typeof parent === "string" && !isHostId(parent)) return undefined
  let clean: CleanText | undefined
  return {
    ...{ id, directory, created, generation },
    updated: isTime(updated) ? updated : created,
    parent: typeof parent === "string" ? parent : undefined,
    titleMark: typeof title === "string" ? markOf(title) : 0,
    // Most titles are never shown, and cleaning thousands takes a while.
    get title() {
      clean ??= titleOf(title)
      return clean
    },
    archived: isTime(row.time_archived) ? row.time_archived : undefined,
    idle: isTime(row.time_idle) ? row.time_idle : undefined,
    model: modelName(jsonOf(row.model)),
    cost: amount(row.cost),
    tokens: {
      input: amount(row.tokens_input),
      output: amount(row.tokens_output),
      reasoning: amount(row.tokens_reasoning),
      cacheRead: amount(row.tokens_cache_read),
      cacheWrite: amount(row.tokens_cache_write),
    },
    revertedFrom: textAt(jsonOf(row.revert), "messageID"),
  }
}

/** The same in every process. */
function markOf(text: string): number {
  let mark = 0
  for (let at = 0; at < text.length; at++) mark = mixedHash(mark, text.charCodeAt(at))
  return mark
}

function titleOf(title: unknown): CleanText {
  return cleanText(typeof title === "string" ? title : "").text
}

/** Later ones cannot be written as a day with four digits for the year, in whatever time zone; far later ones cannot be written at all. */
const END_OF_TIME = Date.UTC(9999, 11, 30)

export function isTime(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < END_OF_TIME
}

function amount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0
}

/** From a session, or from a message of either generation; one line. */
export function modelName(model: unknown): string | undefined {
  const [provider, id] = [textAt(model, "providerID"), textAt(model, "id") ?? textAt(model, "modelID")]
  return provider && id ? hostName(`${provider}/${id}`) : undefined
}
