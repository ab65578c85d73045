// What became of the sessions that OpenCode 2 has copied from OpenCode 1: both generations keep their own rows, and neither touches those of the
// other, so what is deleted in one stays in the other. `event_sequence` tells which of them is right: either host takes a session's row out of it
// with the session, and writes it again when the session goes on. Only OpenCode 1 writes what it numbers there into `event`.
import { jsonOf, textAt } from "../model/fields.ts"
import type { HostTables } from "./host-tables.ts"

export interface CopiedSessions {
  /** When the copying began. What OpenCode 1 had then was copied, all of it. */
  readonly at: number
  /** Sessions of which one generation has rows left that the other one has deleted. */
  readonly deleted: ReadonlySet<string>
  /** Sessions that OpenCode 1 has changed after OpenCode 2. */
  readonly ledByFirst: ReadonlySet<string>
}

const COPYING = "SELECT value, time_created AS at FROM kv WHERE key = 'migration.v1-v2'"
/** A session that was imported later looks old, but its messages tell when they were written. */
const DELETED_IN_2 = `SELECT id FROM session AS s WHERE time_created <= ?1 AND NOT EXISTS (SELECT 1 FROM session_v2 WHERE id = s.id)
  AND NOT EXISTS (SELECT 1 FROM event_sequence WHERE aggregate_id = s.id)
  AND NOT EXISTS (SELECT 1 FROM message WHERE session_id = s.id AND time_updated > ?1)`
/** Unless a future version has emptied the old table. */
const DELETED_IN_1 = `SELECT id FROM session_v2 AS s WHERE time_created <= ? AND NOT EXISTS (SELECT 1 FROM session WHERE id = s.id)
  AND NOT EXISTS (SELECT 1 FROM event_sequence WHERE aggregate_id = s.id) AND EXISTS (SELECT 1 FROM session)`
/** Named, in case a future OpenCode 2 writes events of its own there. */
const EVENTS_OF_1 = `'session.created.1', 'session.updated.1', 'message.updated.1', 'message.removed.1', 'message.part.updated.1', 'message.part.removed.1'`
const LED_BY_1 = `SELECT s.id AS id FROM session AS s JOIN event_sequence AS last ON last.aggregate_id = s.id
  WHERE EXISTS (SELECT 1 FROM event WHERE aggregate_id = s.id AND seq = last.seq AND type IN (${EVENTS_OF_1}))`

/** Undefined if nothing was copied, or while it still is: then nothing is known to be deleted. */
export function copiedSessions(tables: HostTables): CopiedSessions | undefined {
  const at = copiedAt(tables)
  if (at === undefined) return undefined
  const ids = (sql: string, ...asked: number[]) => tables.db.all<{ id: string }>(sql, ...asked).map(({ id }) => id)
  return {
    at,
    deleted: new Set([...ids(DELETED_IN_2, at), ...ids(DELETED_IN_1, at)]),
    ledByFirst: new Set(ids(LED_BY_1)),
  }
}

/** Changes with what `copiedSessions` says where the rows of the sessions do not. */
export function copyingMark(tables: HostTables): string {
  const at = copiedAt(tables)
  if (at === undefined) return ""
  const newest = "SELECT (SELECT max(rowid) FROM event) AS event, (SELECT count(*) FROM event_sequence) AS count"
  return `${at} ${JSON.stringify(tables.db.get(newest))}`
}

function copiedAt({ db, has }: HostTables): number | undefined {
  const row = has.copying ? db.get<{ value: unknown; at: unknown }>(COPYING) : undefined
  if (textAt(jsonOf(row?.value), "phase") !== "completed") return undefined
  return typeof row?.at === "number" && row.at > 0 ? row.at : undefined
}
