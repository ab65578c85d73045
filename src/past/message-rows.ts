// What a past message says, in the format of either generation. Rows are read field by field, so a damaged one costs only itself.
import { field, fieldAt, jsonOf, listAt, numberAt, recordAt, textAt } from "../model/fields.ts"
import { firstName } from "../model/tool-name.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { withoutPrivateAcross, withoutPrivateText, withoutPrivateTexts } from "../redaction/private-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { isSaidByTool } from "./call-words.ts"
import { cleanFields } from "./clean-value.ts"
import { cleanBeginning, cleanEnds } from "./cut-text.ts"
import type { HostTables } from "./host-tables.ts"
import { INPUT_HEAD, OUTPUT_HEAD, OUTPUT_TAIL, TEXT_HEAD } from "./indexed-terms.ts"
import { isPromptOfCairn, isShownPart, isTemplate, withoutTail } from "./own-texts.ts"
import type { MessagePlace, PastCall, PastMessage, PastPart } from "./past-session.ts"
import { modelName } from "./session-rows.ts"

const V1_MESSAGE = "SELECT data FROM message WHERE id = ?"
/** Half of all rows only mark a step, and reasoning is not shown. The host writes the type first; elsewhere it is seen when the row is parsed. */
const UNSHOWN = `'{"type":"step-star', '{"type":"step-fini', '{"type":"reasoning'`
const V1_PARTS = `SELECT data FROM part WHERE message_id = ? AND substr(data, 1, 18) NOT IN (${UNSHOWN}) ORDER BY id`
/** A message without parts, unless a future version has emptied the table of parts. */
const V1_EMPTIED = `SELECT 1 AS one FROM message WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM part WHERE message_id = ?1)
  AND EXISTS (SELECT 1 FROM part)`
const V2_MESSAGE = "SELECT type, data FROM session_message WHERE id = ?"

/** How much of a tool's output is read: all of it, or only what a search looks at. */
export type Extent = "whole" | "ends"

/** Undefined if damaged or gone. A message with nothing to show has no parts. */
export function readMessage(tables: HostTables, place: MessagePlace, extent: Extent): PastMessage | undefined {
  return place.generation === 1 ? readV1(tables, place, extent) : readV2(tables, place, extent)
}

function readV1({ db }: HostTables, place: MessagePlace, extent: Extent): PastMessage | undefined {
  // Nothing else in a message's own row is searched for, and its place would not be known if it were damaged.
  const isNeeded = extent === "whole" || place.mayHaveFailed
  const info = isNeeded ? jsonOf(db.get<{ data: unknown }>(V1_MESSAGE, place.id)?.data) : {}
  const rows = db.all<{ data: unknown }>(V1_PARTS, place.id).map(({ data }) => jsonOf(data))
  if (info === undefined || (rows.length > 0 && rows.every((part) => part === undefined))) return undefined
  if (place.role === "user") return { ...place, ...userWords(rows, extent) }
  const said = shownParts(rows.filter(isShownPart), extent, v1Call)
  return {
    ...place,
    parts: [...said, ...failure(fieldAt(info, "error"), extent)],
    isTyped: false,
    model: modelName(info),
  }
}

function readV2(tables: HostTables, place: MessagePlace, extent: Extent): PastMessage | undefined {
  const row = tables.db.get<{ type: unknown; data: unknown }>(V2_MESSAGE, place.id)
  const data = jsonOf(row?.data)
  if (data === undefined) return undefined
  if (row?.type === "shell")
    return { ...place, parts: [{ kind: "tool", call: shellCall(data, extent) }], isTyped: false }
  if (place.role === "summary")
    return { ...place, parts: textParts(textAt(data, "summary") ?? "", extent), isTyped: false }
  if (place.role === "user")
    return { ...place, ...(wordsBeforeCopy(tables, place.id, extent) ?? v2Words(data, extent)) }
  const said =
    (row?.type === "assistant" && saidBeforeCopy(tables, place.id, extent)) ||
    shownParts(listAt(data, "content") ?? [], extent, v2Call)
  const model = modelName(field(data, "model"))
  return { ...place, parts: [...said, ...failure(field(data, "error"), extent)], isTyped: false, model }
}

/** Which model wrote the message, without reading what it says. */
export function modelIn({ db }: HostTables, { id, generation }: MessagePlace): string | undefined {
  const data = jsonOf(db.get<{ data: unknown }>(generation === 1 ? V1_MESSAGE : V2_MESSAGE, id)?.data)
  return modelName(generation === 1 ? data : field(data, "model"))
}

type Words = Pick<PastMessage, "parts" | "isTyped">

/** A private text may begin in one part and end in another, so they are cleaned together. */
function userWords(rows: readonly unknown[], extent: Extent): Words {
  const shown = rows.filter((part) => part !== undefined && isShownPart(part))
  const texts = shown.flatMap((part) => textAt(part, "text") ?? textAt(part, "prompt") ?? [])
  const files = shown
    .filter((part) => textAt(part, "type") === "file")
    .map((part) => fileName(textAt(part, "filename"), textAt(part, "url"), textAt(part, "mime")))
  const isTyped = !shown.some((part) => isTemplate(part) || textAt(part, "type") === "subtask")
  return wordsOf(texts.join("\n"), files, isTyped, extent)
}

function wordsBeforeCopy(tables: HostTables, id: string, extent: Extent): Words | undefined {
  const rows = originalParts(tables, id)
  return rows && userWords(rows, extent)
}

function saidBeforeCopy(tables: HostTables, id: string, extent: Extent): PastPart[] | undefined {
  const rows = originalParts(tables, id)
  return rows && shownParts(rows.filter(isShownPart), extent, v1Call)
}

/** Whether OpenCode 1 has and shows a part of an answer that OpenCode 2 has copied from it; true for an answer of OpenCode 2's own. */
export function shownBeforeCopy(tables: HostTables, id: string): (part: unknown) => boolean {
  const shown = originalParts(tables, id)?.filter((part) => part !== undefined && isShownPart(part))
  if (!shown) return () => true
  const texts = new Set(shown.flatMap((part) => (field(part, "type") === "text" ? textAt(part, "text") : [])))
  const calls = new Set(shown.flatMap((part) => textAt(part, "callID") ?? []))
  return (part) => {
    const type = field(part, "type")
    return type === "text" ? texts.has(textAt(part, "text")) : type !== "tool" || calls.has(textAt(part, "id") ?? "")
  }
}

/**
 * A message copied from OpenCode 1 has lost its marks, and has not got what was edited or deleted there since; while the original exists, it is read
 * there.
 */
function originalParts({ db, has }: HostTables, id: string): readonly unknown[] | undefined {
  if (!has.v1) return undefined
  const rows = db.all<{ data: unknown }>(V1_PARTS, id).map(({ data }) => jsonOf(data))
  if (rows.some((part) => part !== undefined)) return rows
  // All of its parts were deleted.
  return rows.length === 0 && db.get(V1_EMPTIED, id) !== undefined ? [] : undefined
}

function v2Words(data: unknown, extent: Extent): Words {
  const files = (listAt(data, "files") ?? []).map((file) =>
    fileName(textAt(file, "name"), textAt(file, "source", "uri"), textAt(file, "mime")),
  )
  return wordsOf(textAt(data, "text") ?? "", files, fieldAt(data, "metadata", "cairn", "command") !== true, extent)
}

/** The first that says something: a `data:` address is the file itself. */
function fileName(...known: readonly (string | undefined)[]): string {
  return known.find((one) => one !== undefined && one.trim() !== "" && !/^\s*data:/i.test(one)) ?? ""
}

function wordsOf(text: string, files: readonly string[], isTyped: boolean, extent: Extent): Words {
  if (isPromptOfCairn(text)) return { parts: [], isTyped: false }
  const named = files.filter((name) => name !== "").map((name) => `[file ${name}]`)
  const words = [withoutTail(text), ...named].filter((part) => part.trim() !== "").join("\n")
  return { parts: textParts(words, extent), isTyped }
}

/** Private parts can be recognised only in the whole text; a search does not need the rest of a very long one. */
function textParts(text: string, extent: Extent): PastPart[] {
  return openParts(withoutPrivateText(text), extent)
}

function openParts(open: string, extent: Extent): PastPart[] {
  const clean = extent === "whole" ? cleanOutput(open).text : cleanBeginning(open, TEXT_HEAD)
  return clean.trim() === "" ? [] : [{ kind: "text", text: clean }]
}

function shownParts(parts: readonly unknown[], extent: Extent, callIn: typeof v1Call): PastPart[] {
  const texts = openTexts(parts)
  return parts.flatMap((part, at): PastPart[] => {
    const type = field(part, "type")
    if (type === "text") return openParts(texts[at] ?? "", extent)
    return type === "tool" ? [{ kind: "tool", call: callIn(part, field(part, "state"), extent) }] : []
  })
}

/** What each part of a message says, if it is a text, without what is private: that may begin in one part and end after a call in another. */
export function openTexts(parts: readonly unknown[]): readonly string[] {
  return withoutPrivateAcross(parts.map((part) => (field(part, "type") === "text" ? (textAt(part, "text") ?? "") : "")))
}

function v1Call(part: unknown, state: unknown, extent: Extent): PastCall {
  const output = textAt(state, "output") ?? textAt(state, "error") ?? ""
  return callOfTool({ id: textAt(part, "callID"), name: textAt(part, "tool") }, state, output, extent)
}

function v2Call(part: unknown, state: unknown, extent: Extent): PastCall {
  const texts = (listAt(state, "content") ?? []).flatMap((one) => textAt(one, "text") ?? [])
  const output = [...texts, textAt(state, "error", "message") ?? ""].filter((text) => text !== "").join("\n")
  return callOfTool({ id: textAt(part, "id"), name: textAt(part, "name") }, state, output, extent)
}

function cleanInput(json: string, extent: Extent): CleanText {
  return extent === "whole" ? cleanOutput(json).text : cleanBeginning(json, INPUT_HEAD)
}

function cleanPrinted(output: string, extent: Extent): CleanText {
  return extent === "whole" ? cleanOutput(output).text : cleanEnds(output, OUTPUT_HEAD, OUTPUT_TAIL)
}

interface CallName {
  readonly id: string | undefined
  readonly name: string | undefined
}

function callOfTool({ id, name }: CallName, state: unknown, output: string, extent: Extent): PastCall {
  const tool = firstName(name ?? "unknown")
  const said = withoutTail(output)
  const called = { id, tool, status: textAt(state, "status") ?? "unknown", exit: numberAt(state, "metadata", "exit") }
  const printed = cleanPrinted(isSaidByTool(tool, state) ? said : withoutPrivateText(said), extent)
  return withArguments({ ...called, output: printed }, recordAt(state, "input"), extent)
}

function withArguments(call: Omit<PastCall, "args" | "input">, given: unknown, extent: Extent): PastCall {
  const open = recordAt(withoutPrivateTexts(given)) ?? {}
  let clean: PastCall["args"] | undefined
  return {
    ...call,
    input: cleanInput(JSON.stringify(extent === "whole" ? open : shortFirst(open)), extent),
    get args() {
      clean ??= cleanFields(open)
      return clean
    },
  }
}

/** Of a long file that was written, the beginning is enough; where it was written is not to be cut off behind it. */
function shortFirst(args: Record<string, unknown>): Record<string, unknown> {
  const sized = Object.entries(args).map((entry) => ({ entry, size: JSON.stringify(entry).length }))
  return Object.fromEntries(sized.sort((a, b) => a.size - b.size).map(({ entry }) => entry))
}

/** A command that the user ran in OpenCode's own prompt. */
function shellCall(data: unknown, extent: Extent): PastCall {
  const output = cleanPrinted(textAt(data, "output", "output") ?? "", extent)
  const status = textAt(data, "status") ?? "unknown"
  const called = { id: undefined, tool: "bash", status, output, exit: numberAt(data, "exit") }
  return withArguments(called, { command: textAt(data, "command") ?? "" }, extent)
}

function failure(error: unknown, extent: Extent): PastPart[] {
  const message = textAt(error, "data", "message") ?? textAt(error, "message")
  return message === undefined ? [] : textParts(`(failed: ${message})`, extent)
}
