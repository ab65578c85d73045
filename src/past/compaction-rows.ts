// The compactions of a session as OpenCode stores them. OpenCode 1 keeps one as two messages: one asks for it, and a summary answers that one.
import { field, jsonOf, textAt } from "../model/fields.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { HostTables } from "./host-tables.ts"
import { newestAt, placesIn } from "./message-places.ts"
import type { PastCompaction, PastSession } from "./past-session.ts"
import { isTime } from "./session-rows.ts"

const ASKED = `SELECT m.id AS id, m.time_created AS at, p.data AS data FROM part p JOIN message m ON m.id = p.message_id
  WHERE p.session_id = ? AND m.time_created > ? AND p.data LIKE '%"type":"compaction"%'`
const SUMMARIES = `SELECT id, data FROM message WHERE session_id = ? AND data LIKE '%"summary":true%'`
const TEXTS = "SELECT data FROM part WHERE message_id = ? ORDER BY id"
const V2_COMPACTIONS =
  "SELECT id, time_created AS at, data FROM session_message WHERE session_id = ? AND type = 'compaction' ORDER BY seq"

interface Row {
  readonly id: string
  readonly at: number
  readonly data: unknown
}

/** Newest first, without those that failed. */
export function compactionsIn(tables: HostTables, session: PastSession): PastCompaction[] {
  const v2 = session.generation === 2 ? tables.db.all<Row>(V2_COMPACTIONS, session.id).flatMap(v2Compaction) : []
  const places = placesIn(tables, session).filter(({ generation }) => generation === 2)
  const v1 = tables.has.v1 ? v1Compactions(tables, session.id, newestAt(places)) : []
  const known = new Set(v2.map(({ id }) => id))
  return [...v2, ...v1.filter(({ id }) => !known.has(id))].sort((a, b) => b.at - a.at)
}

function v2Compaction({ id, at, data }: Row): PastCompaction[] {
  const read = jsonOf(data)
  const summary = textAt(read, "summary")
  if (summary === undefined || textAt(read, "status") === "failed" || !isTime(at)) return []
  const isInstant = field(field(read, "metadata"), "cairn") === true
  return [{ id, at, isAutomatic: textAt(read, "reason") !== "manual", isInstant, summary: cleanText(summary).text }]
}

function v1Compactions({ db }: HostTables, session: string, after: number): PastCompaction[] {
  const summaries = new Map(
    db
      .all<{ id: string; data: unknown }>(SUMMARIES, session)
      .map(({ id, data }) => ({ id, read: jsonOf(data) }))
      .filter(({ read }) => (field(read, "error") ?? undefined) === undefined)
      .map(({ id, read }) => [textAt(read, "parentID"), id]),
  )
  return db.all<Row>(ASKED, session, after).flatMap(({ id, at, data }) => {
    const read = jsonOf(data)
    const answer = summaries.get(id)
    if (read === undefined || answer === undefined || !isTime(at)) return []
    const parts = db.all<{ data: unknown }>(TEXTS, answer).map((row) => jsonOf(row.data))
    const texts = parts.filter((part) => textAt(part, "type") === "text").map((part) => textAt(part, "text") ?? "")
    return [
      {
        id,
        at,
        isAutomatic: field(read, "auto") === true,
        isInstant: false,
        summary: cleanText(texts.join("\n")).text,
      },
    ]
  })
}
