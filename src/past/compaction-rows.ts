// The compactions of a session as OpenCode stores them. OpenCode 1 keeps one as two messages: one asks for it, and a summary answers that one.
import { field, jsonOf, textAt } from "../model/fields.ts"
import { joinClean } from "../redaction/clean-text.ts"
import type { HostTables } from "./host-tables.ts"
import { placesIn } from "./message-places.ts"
import { readMessage } from "./message-rows.ts"
import type { MessagePlace, PastCompaction, PastSession } from "./past-session.ts"
import { isTime } from "./session-rows.ts"

const V1_SUMMARY = "SELECT data FROM message WHERE id = ?"
const V1_ASKED = `SELECT m.id AS id, m.time_created AS at, p.data AS data FROM part p JOIN message m ON m.id = p.message_id
  WHERE p.message_id = ? AND p.data LIKE '%"type":"compaction"%'`
const V2_COMPACTION = "SELECT data FROM session_message WHERE id = ?"

type Row = Readonly<Record<"id" | "at" | "data", unknown>>
type Facts = Omit<PastCompaction, "summary">

/** Newest first, without those that failed or were taken back. */
export function compactionsIn(tables: HostTables, session: PastSession): PastCompaction[] {
  return factsIn(tables, session)
    .map(({ facts, place }) => ({ ...facts, summary: summaryAt(tables, place) }))
    .sort((a, b) => b.at - a.at)
}

/** How many these are, without reading them. */
export function countCompactions(tables: HostTables, session: PastSession): number {
  return factsIn(tables, session).length
}

/** Each is one of the summaries among the session's messages. */
function factsIn(tables: HostTables, session: PastSession) {
  return placesIn(tables, session).flatMap((place) => {
    if (place.role !== "summary") return []
    const facts = place.generation === 1 ? v1Facts(tables, place) : v2Facts(tables, place)
    return facts ? [{ facts, place }] : []
  })
}

function summaryAt(tables: HostTables, place: MessagePlace): PastCompaction["summary"] {
  const parts = readMessage(tables, place, "whole")?.parts ?? []
  return joinClean(parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])))
}

/**
 * It goes by the message that asked for it. A summary that answers any other, as the host writes one after a compaction that failed, shortens no
 * conversation.
 */
function v1Facts({ db }: HostTables, { id }: MessagePlace): Facts | undefined {
  const asking = textAt(jsonOf(db.get<Row>(V1_SUMMARY, id)?.data), "parentID")
  const asked = asking === undefined ? undefined : db.get<Row>(V1_ASKED, asking)
  if (asking === undefined || !isTime(asked?.at)) return undefined
  return { id: asking, at: asked.at, isAutomatic: field(jsonOf(asked.data), "auto") === true, isInstant: false }
}

function v2Facts({ db }: HostTables, { id, at }: MessagePlace): Facts | undefined {
  const read = jsonOf(db.get<Row>(V2_COMPACTION, id)?.data)
  if (read === undefined) return undefined
  const isInstant = field(field(read, "metadata"), "cairn") === true
  return { id, at, isAutomatic: textAt(read, "reason") !== "manual", isInstant }
}
