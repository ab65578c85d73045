// A session in the format in which its generation of OpenCode exports and imports sessions, cleaned: nothing private, no secret, and nothing that
// Cairn added. Fields without which a host would refuse the import are kept; snapshots, reasoning and attachments are not.
import { field, fieldAt, jsonOf, listAt, recordAt, textAt } from "../model/fields.ts"
import { cleanOutput, cleanText } from "../redaction/clean-text.ts"
import { isSaidByTool } from "./call-words.ts"
import { cleanValue } from "./clean-value.ts"
import { isHostId } from "./host-names.ts"
import type { HostTables } from "./host-tables.ts"
import { placesIn } from "./message-places.ts"
import { openTexts, readMessage, shownBeforeCopy } from "./message-rows.ts"
import { isShownPart, withoutTails } from "./own-texts.ts"
import type { MessagePlace, PastMessage, PastSession } from "./past-session.ts"

type Fields = Readonly<Record<string, unknown>>

const COLUMNS = ["slug", "project_id", "path", "version", "agent", "model", "time_idle", "idle_outcome"]
const ASKS_TO_COMPACT = `SELECT m.id AS id, m.data AS info, p.id AS part, p.data AS data FROM message m JOIN part p ON p.message_id = m.id
  WHERE m.session_id = ? AND p.data LIKE '%"type":"compaction"%'`

export function hostFormatOf(tables: HostTables, session: PastSession): { info: Fields; messages: Fields[] } {
  const places = placesIn(tables, session)
  const whole = (place: MessagePlace) => readMessage(tables, place, "whole")
  if (session.generation === 2)
    return {
      info: v2Info(tables, session),
      messages: places.flatMap((place) => v2Message(tables, place, whole(place))),
    }
  const asked = new Map(
    tables.db.all<Fields>(ASKS_TO_COMPACT, session.id).map((row) => [String(row.id), askedMessage(session, row)]),
  )
  const messages = places.flatMap((place): Fields[] => {
    const made = v1Message(tables, session, place, whole(place))
    const parent = textAt(made[0], "info", "parentID") ?? ""
    const question = asked.get(parent)
    if (!question || fieldAt(made[0], "info", "summary") !== true) return made
    // After a failed attempt, the same question has another answer.
    asked.delete(parent)
    return [question, ...made]
  })
  return { info: v1Info(tables, session), messages }
}

function rowOf({ db, column }: HostTables, session: PastSession): Fields {
  const table = session.generation === 1 ? "session" : "session_v2"
  const more = COLUMNS.map((name) => column(table, name)).join(", ")
  return db.get<Fields>(`SELECT ${more} FROM ${table} WHERE id = ?`, session.id) ?? {}
}

function v1Info(tables: HostTables, session: PastSession): Fields {
  const row = rowOf(tables, session)
  const { id, parent, title, directory, created, updated, archived } = session
  return given({
    ...{ id, parentID: parent, slug: row.slug ?? id, projectID: row.project_id ?? "global", directory, title },
    path: row.path,
    version: row.version ?? "1.18.0",
    agent: row.agent,
    model: jsonOf(row.model),
    ...usage(session),
    time: given({ created, updated, archived }),
  })
}

function v2Info(tables: HostTables, session: PastSession): Fields {
  const row = rowOf(tables, session)
  const { id, parent, title, directory, created, updated, archived } = session
  return given({
    ...{ id, parentID: parent, projectID: row.project_id ?? "global", title, location: { directory } },
    ...usage(session),
    outcome: row.idle_outcome,
    time: given({ created, updated, archived, idle: row.time_idle }),
  })
}

function usage({ cost, tokens: { input, output, reasoning, cacheRead, cacheWrite } }: PastSession): Fields {
  return { cost, tokens: { input, output, reasoning, cache: { read: cacheRead, write: cacheWrite } } }
}

const V1_INFO = "SELECT data FROM message WHERE id = ?"
const V1_PARTS = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
const V1_FIELDS = "role time agent model parentID modelID providerID mode path summary cost tokens finish error".split(
  " ",
)

function v1Message({ db }: HostTables, session: PastSession, place: MessagePlace, read?: PastMessage): Fields[] {
  const raw = recordAt(jsonOf(db.get<Fields>(V1_INFO, place.id)?.data))
  if (!raw || !read) return []
  const rows = db.all<{ id: string; data: unknown }>(V1_PARTS, place.id)
  const ids = { sessionID: session.id, messageID: place.id }
  const parts =
    place.role === "user"
      ? [given({ ...ids, id: rows[0]?.id, type: "text", text: wordsIn(read) })].filter(({ text }) => text !== "")
      : v1Parts(rows).map(({ id, part }) => ({ ...part, ...ids, id }))
  if (parts.length === 0 && (raw.error ?? undefined) === undefined) return []
  // On a user's message, `summary` is an account of what the turn changed.
  const fields = V1_FIELDS.filter((name) => name !== "summary" || raw.summary === true)
  return [{ info: { ...cleanFields(raw, fields), id: place.id, sessionID: session.id }, parts }]
}

function v1Parts(rows: readonly { readonly id: string; readonly data: unknown }[]) {
  const shown = rows.map(({ id, data }) => ({ id, part: jsonOf(data) })).filter(({ part }) => isShownPart(part))
  const texts = openTexts(shown.map(({ part }) => part))
  return shown.flatMap(({ id, part }, at) => v1Part(part, texts[at] ?? "").map((made) => ({ id, part: made })))
}

function v1Part(part: unknown, text: string): Fields[] {
  const type = textAt(part, "type")
  if (type === "text") return [given({ type, text: cleanOutput(text).text, time: field(part, "time") })]
  if (type !== "tool") return []
  const { attachments, ...state } = recordAt(part, "state") ?? {}
  const tool = textAt(part, "tool")
  return [given({ type, tool, callID: textAt(part, "callID"), state: cleanState(tool, state) })]
}

/** All of it is a model's or a person's words, except what a tool has printed: `output` in OpenCode 1, `content` in OpenCode 2. */
function cleanState(tool: string | undefined, state: Fields): Fields {
  const { output, content, ...said } = state
  const cleanPrinted = isSaidByTool(tool ?? "", state) ? cleanOutput : cleanText
  return Object.assign({}, cleanValue(said, cleanText), cleanValue({ output, content }, cleanPrinted))
}

/** The message that asks for a summary: without it the host would not recognise the summary. */
function askedMessage({ id: sessionID }: PastSession, { id, info, part, data }: Fields): Fields {
  const read = recordAt(jsonOf(info)) ?? {}
  const fields = cleanFields(read, ["role", "time", "agent", "model"])
  const auto = field(jsonOf(data), "auto") === true
  return {
    info: { ...fields, id, sessionID },
    parts: [{ type: "compaction", auto, id: part, sessionID, messageID: id }],
  }
}

const V2_ROW = "SELECT type, data FROM session_message WHERE id = ?"
const V2_FIELDS: Readonly<Record<string, readonly string[]>> = {
  user: ["time"],
  assistant: ["time", "agent", "model", "finish", "rawFinish", "cost", "tokens", "error"],
  compaction: ["time", "status", "reason", "model", "summary", "recent", "cost", "tokens", "error"],
  shell: ["time", "shellID", "command", "status", "exit", "output"],
}

function v2Message(tables: HostTables, place: MessagePlace, read?: PastMessage): Fields[] {
  if (!read) return []
  const { id } = place
  if (place.generation === 1) return translated(read)
  const row = tables.db.get<{ type: string; data: unknown }>(V2_ROW, id)
  const raw = recordAt(jsonOf(row?.data))
  if (!row || !raw) return []
  const kept = typeof raw.recent === "string" ? { ...raw, recent: withoutTails(raw.recent) } : raw
  const made: Fields = { id, type: row.type, ...cleanFields(kept, V2_FIELDS[row.type] ?? []) }
  if (row.type === "shell" && !String(made.shellID).startsWith("sh_")) return []
  if (row.type === "user") return wordsIn(read) === "" ? [] : [{ ...made, text: wordsIn(read) }]
  if (row.type !== "assistant") return [made]
  const parts = (listAt(raw, "content") ?? []).filter(shownBeforeCopy(tables, id))
  const texts = openTexts(parts)
  const content = parts.flatMap((part, at) => v2Part(part, texts[at] ?? ""))
  return [{ ...made, content }]
}

function v2Part(part: unknown, text: string): Fields[] {
  const type = textAt(part, "type")
  if (type === "text") return [{ type, text: cleanOutput(text).text }]
  if (type !== "tool") return []
  const state = recordAt(part, "state")
  return [
    given({
      ...cleanFields(recordAt(part) ?? {}, ["type", "id", "name", "executed", "time"]),
      state: state && cleanState(textAt(part, "name"), state),
    }),
  ]
}

/** Texts that OpenCode 1 added to a session after OpenCode 2 copied it, in the format of OpenCode 2. */
function translated(message: PastMessage): Fields[] {
  const { id, at, role } = message
  const text = wordsIn(message)
  if (text === "") return []
  const time = { created: at }
  if (role === "user") return [{ id, type: "user", time, text }]
  const [providerID = "unknown", model = "unknown"] = message.model?.split(/\/(.*)/s) ?? []
  const content = [{ type: "text", text }]
  return [{ id, type: "assistant", time, agent: "build", model: { id: model, providerID }, content }]
}

function wordsIn({ parts }: PastMessage): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n")
}

/** Some look as made up as a secret, and a host refuses what stands in the place of one. */
const IDS = new Set(["id", "parentID", "shellID"])

function cleanFields(from: Fields, names: readonly string[]): Fields {
  const cleaned = (name: string, value: unknown) =>
    IDS.has(name) && isHostId(value) ? value : cleanValue(value, cleanText)
  return given(Object.fromEntries(names.map((name) => [name, cleaned(name, from[name])])))
}

function given(fields: Record<string, unknown>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}
