// The messages of a session in order, without their texts. OpenCode 2 numbers them; OpenCode 1 orders them by time.
import { isHostId } from "./host-names.ts"
import type { HostTables } from "./host-tables.ts"
import type { MessagePlace, PastRole, PastSession } from "./past-session.ts"
import { isTime } from "./session-rows.ts"

/**
 * Excludes a user's message that only asks for a compaction, unless everything from it on was taken back. In JSON, quotes inside a text are escaped,
 * so no text can match.
 */
const ASKS_TO_COMPACT = `SELECT 1 FROM part p WHERE p.message_id = m.id AND p.data LIKE '%"type":"compaction"%'`
const V1_MESSAGES = `SELECT id, time_created AS at, time_updated AS changed, CASE WHEN json_valid(data) THEN json_extract(data, '$.role') END AS type,
  CASE WHEN json_valid(data) THEN json_extract(data, '$.summary') END AS summary, instr(data, '"error"') > 0 AS error,
  CASE WHEN instr(data, '"error"') > 0 AND json_valid(data) THEN json_extract(data, '$.error') IS NOT NULL END AS failed
  FROM message m WHERE session_id = ?`
const V1_IN_ORDER = `${V1_MESSAGES} AND (time_created > ? OR coalesce(time_created, 0) <= 0) AND (id = ? OR NOT (type = 'user' AND EXISTS (${ASKS_TO_COMPACT}))) ORDER BY time_created, id`
/**
 * OpenCode 1 lets a part be edited or deleted without touching its message. The number that this makes of a message's parts changes with each of them; it
 * stands for less than a minute.
 */
const MARKS = 59_999
const PART_MARK = `(sum(p.time_updated % ${MARKS}) + count(*)) % ${MARKS}`
const V1_PARTS = `SELECT m.id AS id, max(p.time_updated) AS newest, ${PART_MARK} AS mark
  FROM message m JOIN part p ON p.message_id = m.id WHERE m.session_id = ? GROUP BY m.id`
const V1_COUNT = "SELECT count(*) AS messages FROM message WHERE session_id = ?"
const V1_TRACE = `SELECT count(*) AS parts, max(p.time_updated) AS newest, sum(p.time_updated % 1000003) AS sum
  FROM message m JOIN part p ON p.message_id = m.id WHERE m.session_id = ?`
const V1_IDS = "SELECT id FROM message WHERE session_id = ?"
const V1_ANY = "SELECT 1 AS one FROM message LIMIT 1"
const V2_MESSAGES = `SELECT id, time_created AS at, time_updated AS changed, type, NULL AS summary, 1 AS error,
  CASE WHEN type = 'compaction' AND json_valid(data)
    THEN json_extract(data, '$.status') IS 'failed' OR json_type(data, '$.summary') IS NOT 'text' END AS failed FROM session_message
  WHERE session_id = ? AND type IN ('user', 'assistant', 'compaction', 'shell')`

type Row = Readonly<Record<"id" | "at" | "changed" | "type" | "summary" | "error" | "failed", unknown>>

/** Changes if OpenCode 1 has deleted messages, or has changed what counts of a copied session. */
export function traceIn({ db }: HostTables, { id, generation, copied }: PastSession): string {
  if (generation === 2 && !copied) return ""
  const led = copied ? `${copied.isLedByFirst} ${copied.isChanged} ${copied.revertedFrom ?? ""}` : ""
  return `${db.get<{ messages: number }>(V1_COUNT, id)?.messages}${led}`
}

/** Changes if OpenCode 1 has edited or deleted a part, which takes looking at all of them. */
export function partsTraceIn({ db }: HostTables, { id, generation, copied }: PastSession): string {
  if (generation === 2 && !copied) return ""
  return Object.values(db.get<Record<string, unknown>>(V1_TRACE, id) ?? {}).join(".")
}

/** Without reverted messages and rows that cannot be read. */
export function placesIn(tables: HostTables, session: PastSession): MessagePlace[] {
  return readPlaces(tables, session).places
}

/** The same, and how many rows cannot be read. With `areEditsSeen`, a message has changed when one of its parts has. */
export function readPlaces(tables: HostTables, session: PastSession, areEditsSeen = false) {
  const { db, has } = tables
  const { id, generation, copied } = session
  const rows = generation === 2 ? db.all<Row>(`${V2_MESSAGES} ORDER BY seq`, id) : []
  const known = new Set(rows.map((row) => row.id))
  const v2 = withoutDeleted(
    tables,
    session,
    rows.flatMap((row) => placeOf(row, 2)),
  )
  // What OpenCode 2 has taken back is still in the tables of OpenCode 1.
  const before = copied?.isChanged ? copied.at : 0
  const after = Math.max(newestAt(v2), before)
  const reverted = (copied ? copied.revertedFrom : session.revertedFrom) ?? ""
  // What OpenCode 1 has added since the session was copied.
  const added = has.v1 ? db.all<Row>(V1_IN_ORDER, id, after, reverted).filter((row) => !known.has(row.id)) : []
  const v1 = added.flatMap((row) => placeOf(row, 1))
  const places = [...beforeRevert(v2, generation === 2 ? session.revertedFrom : undefined), ...v1]
  const kept = beforeRevert(places, revertOfFirst(session))
  return {
    places: areEditsSeen && has.v1 && (generation === 1 || copied) ? withEdits(tables, id, kept) : kept,
    damaged: [...rows, ...added].filter(isDamaged).length,
  }
}

/** Undefined if OpenCode 2 has gone on with the session. */
function revertOfFirst({ generation, copied, revertedFrom }: PastSession): string | undefined {
  if (copied) return copied.isLedByFirst ? copied.revertedFrom : undefined
  return generation === 1 ? revertedFrom : undefined
}

/** Without copies of what OpenCode 1 has deleted since, unless OpenCode 2 has gone on with the session, or has emptied the old tables. */
function withoutDeleted({ db }: HostTables, { id, copied }: PastSession, places: readonly MessagePlace[]) {
  if (!copied?.isLedByFirst || db.get(V1_ANY) === undefined) return places
  const there = new Set(db.all<{ id: unknown }>(V1_IDS, id).map((row) => row.id))
  return places.filter((place) => place.at > copied.at || there.has(place.id))
}

function withEdits({ db }: HostTables, session: string, places: readonly MessagePlace[]): MessagePlace[] {
  const rows = db.all<Record<"id" | "newest" | "mark", unknown>>(V1_PARTS, session)
  const parts = new Map(rows.map((row) => [row.id, row]))
  return places.map((place) => {
    const { newest, mark } = parts.get(place.id) ?? {}
    const edited = isTime(newest) ? newest : 0
    return { ...place, changed: Math.max(place.changed, edited) + (typeof mark === "number" ? Math.abs(mark) : 0) }
  })
}

/** One message, without reading the whole list (except in a session of which something is left out). */
export function placeIn(tables: HostTables, session: PastSession, id: string): MessagePlace | undefined {
  if (session.revertedFrom !== undefined || session.copied)
    return placesIn(tables, session).find((place) => place.id === id)
  const { db, has } = tables
  const v2 = session.generation === 2 ? db.get<Row>(`${V2_MESSAGES} AND id = ?`, session.id, id) : undefined
  if (v2) return placeOf(v2, 2)[0]
  const v1 = has.v1 ? db.get<Row>(`${V1_MESSAGES} AND id = ?`, session.id, id) : undefined
  return v1 && placeOf(v1, 1)[0]
}

function newestAt(places: readonly MessagePlace[]): number {
  return places.reduce((newest, { at }) => Math.max(newest, at), 0)
}

/** A role that is not known is no damage, but without any the row's JSON is broken. */
function isDamaged({ id, at, type }: Row): boolean {
  return !isHostId(id) || !isTime(at) || typeof type !== "string"
}

function placeOf({ id, at, changed, type, summary, error, failed }: Row, generation: 1 | 2): MessagePlace[] {
  // On a user's message, `summary` is an object: what the turn changed.
  const isSummary = (type === "compaction" || summary === 1 || summary === true) && failed !== 1
  const role = roleOf(type, isSummary)
  if (!isHostId(id) || !isTime(at) || !role) return []
  return [{ id, at, role, generation, changed: isTime(changed) ? changed : at, mayHaveFailed: error !== 0 }]
}

/** A compaction that failed, or that still runs, left no summary: it is an answer. */
function roleOf(type: unknown, isSummary: boolean): PastRole | undefined {
  if (type === "user" || type === "shell") return "user"
  if (type !== "assistant" && type !== "compaction") return undefined
  return isSummary ? "summary" : "assistant"
}

function beforeRevert(places: readonly MessagePlace[], from: string | undefined): MessagePlace[] {
  const at = from === undefined ? -1 : places.findIndex(({ id }) => id === from)
  return at < 0 ? [...places] : places.slice(0, at)
}
