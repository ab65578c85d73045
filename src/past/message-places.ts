// The messages of a session in their order, without their texts. OpenCode 2 numbers them, OpenCode 1 orders by time.
import type { HostTables } from "./host-tables.ts"
import type { MessagePlace, PastRole, PastSession } from "./past-session.ts"
import { isTime } from "./session-rows.ts"

/** A user's message that only asks for a compaction says nothing. As JSON, no text can look like this. */
const ASKS_TO_COMPACT = `SELECT 1 FROM part p WHERE p.message_id = m.id AND p.data LIKE '%"type":"compaction"%'`
const OLD = `SELECT id, time_created AS at, time_updated AS changed, CASE WHEN json_valid(data) THEN json_extract(data, '$.role') END AS type,
  CASE WHEN json_valid(data) THEN json_extract(data, '$.summary') END AS summary FROM message m WHERE session_id = ?`
const OLD_ALL = `${OLD} AND time_created > ? AND NOT (type = 'user' AND EXISTS (${ASKS_TO_COMPACT})) ORDER BY time_created, id`
const YOUNG = `SELECT id, time_created AS at, time_updated AS changed, type, NULL AS summary FROM session_message
  WHERE session_id = ? AND type IN ('user', 'assistant', 'compaction', 'shell')`

interface Row {
  readonly id: unknown
  readonly at: unknown
  readonly changed: unknown
  readonly type: unknown
  readonly summary: unknown
}

/** What was taken back is not there. A row that cannot be read is left out. */
export function placesIn(tables: HostTables, session: PastSession): MessagePlace[] {
  const { db, has } = tables
  const young =
    session.generation === 2 ? db.all<Row>(`${YOUNG} ORDER BY seq`, session.id).flatMap((row) => placeOf(row, 2)) : []
  const known = new Set(young.map(({ id }) => id))
  // Of a session that was copied, what OpenCode 1 has added since.
  const old = has.v1 ? db.all<Row>(OLD_ALL, session.id, newestAt(young)).flatMap((row) => placeOf(row, 1)) : []
  return beforeRevert([...young, ...old.filter(({ id }) => !known.has(id))], session.revertedFrom)
}

/** One that is known to be there, without a look at all the others; only what was taken back needs one. */
export function placeIn(tables: HostTables, session: PastSession, id: string): MessagePlace | undefined {
  if (session.revertedFrom !== undefined) return placesIn(tables, session).find((place) => place.id === id)
  const { db, has } = tables
  const young = session.generation === 2 ? db.get<Row>(`${YOUNG} AND id = ?`, session.id, id) : undefined
  if (young) return placeOf(young, 2)[0]
  const old = has.v1 ? db.get<Row>(`${OLD} AND id = ?`, session.id, id) : undefined
  return old && placeOf(old, 1)[0]
}

export function newestAt(young: readonly MessagePlace[]): number {
  return young.reduce((newest, { at }) => Math.max(newest, at), 0)
}

function placeOf({ id, at, changed, type, summary }: Row, generation: 1 | 2): MessagePlace[] {
  const role = roleOf(type, summary)
  if (typeof id !== "string" || !isTime(at) || !role) return []
  return [{ id, at, role, generation, changed: isTime(changed) ? changed : at }]
}

function roleOf(type: unknown, summary: unknown): PastRole | undefined {
  if (type === "compaction") return "summary"
  if (type === "user" || type === "shell") return "user"
  if (type !== "assistant") return undefined
  // Of a user message it is an object: what the turn changed.
  return summary === 1 || summary === true ? "summary" : "assistant"
}

function beforeRevert(places: readonly MessagePlace[], from: string | undefined): MessagePlace[] {
  const at = from === undefined ? -1 : places.findIndex(({ id }) => id === from)
  return at < 0 ? [...places] : places.slice(0, at)
}
