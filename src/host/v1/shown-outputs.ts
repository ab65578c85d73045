// The outputs of tools in a request of OpenCode 1, and the same request without those that were removed. The host reads its messages again for
// every request and sends the list that it handed over, so a changed message replaces the original in that list and nowhere else.

import { field, listIn, recordAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { ShownOutput } from "../../window/retiring/shown-output.ts"
import { filesTokens, fileTokens } from "../file-tokens.ts"
import { createMarks, weighed } from "../message-marks.ts"
import { argumentOf, isBound, replacedName } from "../replaced-text.ts"
import { lengthOf, shownTokens, textSize } from "../request-texts.ts"
import { type Removable, removalFor } from "../retired-places.ts"
import { addOutput, createShownReader, type MessageReader } from "../shown-reader.ts"
import { partsOf, typedText } from "./user-message.ts"

/** With `compaction.prune` the host clears old outputs: it keeps their text and marks them, and a model is shown these words for each. */
export const CLEARED = "[Old tool result content cleared]".length

/** `state` is that of a tool's part. */
export function isCleared(state: unknown): boolean {
  return field(field(state, "time"), "compacted") !== undefined
}

/** Fields are read one by one, and nothing is built that is not passed on: a first request has all messages to read. */
const reader: MessageReader = {
  idOf,
  weightOf(message) {
    let weight = 0
    for (const part of partsOf(message)) {
      const state = stateOf(part)
      const length = state === undefined ? saidSize(part) : (outputText(state)?.length ?? -1)
      weight = weighed(weight, isCleared(state) ? -2 : length)
    }
    return weight
  },
  read(message, reading) {
    const parts = partsOf(message)
    const isAgent = field(field(message, "info"), "role") === "assistant"
    if (isAgent) reading.steps++
    const text = isAgent ? "" : typedText(parts)
    if (text !== "") reading.said.push({ id: idOf(message), step: reading.steps, text })
    for (const part of parts) {
      const state = stateOf(part)
      reading.chars += state === undefined ? lengthOf(field(part, "text")) : textSize(field(state, "input"))
      if (isSentFile(part)) reading.files += fileTokens(part)
      const shown = state === undefined ? undefined : outputText(state)
      if (shown === undefined) continue
      const place = { step: reading.steps, before: shownTokens(reading.chars, reading.files) }
      const output = outputOf(part, state, shown, place)
      if (isCleared(state)) {
        if (output) reading.cleared.push(output)
        reading.chars += CLEARED
        continue
      }
      if (output) addOutput(reading, output, field(part, "metadata"))
      reading.chars += shown.length
      reading.files += filesTokens(filesOf(state))
    }
  },
}

export const createShown = () => createShownReader(reader)
export const createMessageMarks = () => createMarks(reader)

/** Files that the host sends as texts of their own are listed beside these. */
const AS_TEXT = new Set<unknown>(["text/plain", "application/x-directory"])

function isSentFile(part: unknown): boolean {
  return field(part, "type") === "file" && !AS_TEXT.has(field(part, "mime"))
}

function saidSize(part: unknown): number {
  return lengthOf(field(part, "text")) + (isSentFile(part) ? lengthOf(field(part, "url")) : 0)
}

function stateOf(part: unknown): unknown {
  return field(part, "type") === "tool" ? field(part, "state") : undefined
}

export function createRemoval() {
  const outputChars = (part: unknown, { chars }: RetiredOutput) => (isCleared(field(part, "state")) ? CLEARED : chars)
  return removalFor({ parts: "parts", removablesIn, withLine, outputChars })
}

/** A list and no generator: it is asked for every removed output of every request. */
function removablesIn(message: unknown): Removable[] {
  const found: Removable[] = []
  const parts = partsOf(message)
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const state = stateOf(part)
    if (state === undefined || isProviders(part)) continue
    const call = String(field(part, "callID"))
    const input = field(state, "input")
    const isDone = field(state, "status") === "completed"
    const argument = replacedName(input)
    if (argument !== undefined)
      found.push({
        ...{ index, call: argumentOf(call, argument), argument },
        text: () => field(input, argument),
        mayLeave: () => isDone && !isBound(field(part, "metadata")),
      })
    found.push({
      index,
      call,
      text: () => field(state, "output"),
      mayLeave: () => isDone && filesOf(state).length === 0,
    })
  }
  return found
}

function withLine(part: unknown, line: string, argument: string | undefined): unknown {
  const state = recordAt(part, "state")
  const changed =
    argument === undefined
      ? { output: line, ...shownTime(state) }
      : { input: { ...recordAt(state, "input"), [argument]: line } }
  return { ...(part as object), state: { ...state, ...changed } }
}

/** If the host has cleared the output since, it would show its own words: then the cache is missed, and the way back is lost. */
function shownTime(state: unknown): { readonly time?: unknown } {
  return isCleared(state) ? { time: { ...recordAt(state, "time"), compacted: undefined } } : {}
}

/** Also of an output that the host has cleared: it keeps the text. */
function outputText(state: unknown): string | undefined {
  const status = field(state, "status")
  const text = status === "completed" ? field(state, "output") : status === "error" ? field(state, "error") : undefined
  return typeof text === "string" ? text : undefined
}

function outputOf(
  part: unknown,
  state: unknown,
  text: string,
  place: Pick<ShownOutput, "step" | "before">,
): ShownOutput | undefined {
  const [call, tool] = [field(part, "callID"), field(part, "tool")]
  if (typeof call !== "string" || typeof tool !== "string" || isProviders(part)) return undefined
  const exit = field(field(state, "metadata"), "exit")
  return {
    call,
    tool,
    args: recordAt(field(state, "input")) ?? {},
    text,
    ok: field(state, "status") === "completed",
    exit: typeof exit === "number" || exit === null ? exit : undefined,
    step: place.step,
    before: place.before,
    hasFile: filesOf(state).length > 0 || undefined,
  }
}

/** For example a search that the provider made itself: the form of its result is the provider's. */
function isProviders(part: unknown): boolean {
  return field(field(part, "metadata"), "providerExecuted") === true
}

function filesOf(state: unknown): readonly unknown[] {
  return listIn(state, "attachments")
}

function idOf(message: unknown): string {
  const id = field(field(message, "info"), "id")
  return typeof id === "string" ? id : ""
}
