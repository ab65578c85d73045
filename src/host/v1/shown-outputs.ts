// The outputs of tools in a request of OpenCode 1, and the same request without those that were removed. The host reads its messages again for
// every request and sends the list that it handed over, so a changed message replaces the original in that list and nowhere else.

import { field, recordAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { ShownOutput } from "../../window/retiring/shown-output.ts"
import { filesTokens, fileTokens } from "../file-tokens.ts"
import { createMarks, weighed } from "../message-marks.ts"
import { argumentOf, isBound, replacedName } from "../replaced-text.ts"
import { lengthOf, shownTokens, textSize } from "../request-texts.ts"
import { type FoundPlaces, type Place, removalFor } from "../retired-places.ts"
import { addOutput, createShownReader, type MessageReader } from "../shown-reader.ts"
import { CLEARED, isCleared } from "./cleared-output.ts"
import { partsOf, typedText } from "./user-message.ts"

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
      reading.files += filesTokens(attachmentsOf(state))
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
  return removalFor({ parts: "parts", search, withLine, outputChars })
}

function search(
  message: unknown,
  at: number,
  retired: ReadonlyMap<string, RetiredOutput>,
  { places, met }: FoundPlaces,
): void {
  const parts = partsOf(message)
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (field(part, "type") !== "tool" || isProviders(part)) continue
    const replaced = replacedName(field(field(part, "state"), "input"))
    for (const argument of replaced === undefined ? [undefined] : [replaced, undefined]) {
      const left = leftOf(part, argument, retired, met)
      if (left !== undefined) places.push({ at, index, left, argument })
    }
  }
}

/** Whether what was put into a request is still there after all other plugins. */
export function hasLines(messages: readonly unknown[], places: readonly Place[]): boolean {
  const isThere = ({ at, index, left, argument }: Place) => {
    const part = partsOf(messages[at])[index]
    const call = field(part, "callID")
    const [known, shown] = argument === undefined ? [call, "output"] : [argumentOf(String(call), argument), argument]
    const state = field(part, "state")
    return known === left.call && field(argument === undefined ? state : field(state, "input"), shown) === left.line
  }
  return places.every(isThere) || areLater(messages, places)
}

/** If messages were inserted before them or removed. */
function areLater(messages: readonly unknown[], places: readonly Place[]): boolean {
  const now = outputsIn(messages)
  return places.every(({ left }) => now.has(left.call) && (now.get(left.call) ?? left.line) === left.line)
}

/** With the arguments that can be removed, by their calls; undefined if a call has two. */
function outputsIn(messages: readonly unknown[]): Map<string, string | undefined> {
  const outputs = new Map<string, string | undefined>()
  const add = (call: string, text: unknown) => {
    if (typeof text === "string") outputs.set(call, outputs.has(call) ? undefined : text)
  }
  for (const message of messages)
    for (const part of partsOf(message)) {
      const state = stateOf(part)
      const call = String(field(part, "callID"))
      add(call, field(state, "output"))
      const input = field(state, "input")
      const argument = replacedName(input)
      if (argument !== undefined) add(argumentOf(call, argument), field(input, argument))
    }
  return outputs
}

/** Of the output, or of an argument; undefined if it is not the one that was removed. */
function leftOf(
  part: unknown,
  argument: string | undefined,
  retired: ReadonlyMap<string, RetiredOutput>,
  met: Set<string>,
): RetiredOutput | undefined {
  const call = field(part, "callID") as string
  const left = retired.get(argument === undefined ? call : argumentOf(call, argument))
  if (!left || met.has(left.call)) return undefined
  met.add(left.call)
  const state = field(part, "state")
  if (field(state, "status") !== "completed") return undefined
  const isSame =
    argument === undefined
      ? outputText(state)?.length === left.chars && filesOf(state) === 0
      : lengthOf(field(field(state, "input"), argument)) === left.chars && !isBound(field(part, "metadata"))
  return isSame ? left : undefined
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
    hasFile: filesOf(state) > 0 || undefined,
  }
}

/** For example a search that the provider made itself: the form of its result is the provider's. */
function isProviders(part: unknown): boolean {
  return field(field(part, "metadata"), "providerExecuted") === true
}

function filesOf(state: unknown): number {
  return attachmentsOf(state).length
}

function attachmentsOf(state: unknown): readonly unknown[] {
  const files = field(state, "attachments")
  return Array.isArray(files) ? files : []
}

function idOf(message: unknown): string {
  const id = field(field(message, "info"), "id")
  return typeof id === "string" ? id : ""
}
