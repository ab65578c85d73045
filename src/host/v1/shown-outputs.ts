// The outputs of tools in a request of OpenCode 1, and the same request without those that were removed. The host reads its messages again for
// every request and sends the list that it handed over, so a changed message replaces the original in that list and nowhere else.

import { field, recordAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { ShownOutput } from "../../window/retiring/shown-output.ts"
import { lengthOf, shownTokens, textSize } from "../request-texts.ts"
import { createShownReader, type MessageReader, weighed } from "../shown-reader.ts"
import { typedText } from "./user-message.ts"

/** Fields are read one by one, and nothing is built that is not passed on: a first request has all messages to read. */
const reader: MessageReader = {
  idOf,
  weightOf(message) {
    let weight = 0
    for (const part of partsOf(message)) {
      const state = stateOf(part)
      const length = state === undefined ? lengthOf(field(part, "text")) : (outputText(state)?.length ?? -1)
      weight = weighed(weight, length)
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
      const shown = state === undefined ? undefined : outputText(state)
      if (shown === undefined) continue
      const place = { step: reading.steps, before: shownTokens(reading.chars, reading.images) }
      const output = outputOf(part, state, shown, place)
      if (output) reading.outputs.push(output)
      reading.chars += shown.length
      reading.images += filesOf(state)
    }
  },
}

export function createShown() {
  return createShownReader(reader)
}

function stateOf(part: unknown): unknown {
  return field(part, "type") === "tool" ? field(part, "state") : undefined
}

export interface WithoutRetired {
  /** The messages from which something was removed, by their position in the list. */
  readonly changed: ReadonlyMap<number, unknown>
  /** How many characters shorter they are. */
  readonly shorter: number
}

export function withoutRetired(
  messages: readonly unknown[],
  retired: ReadonlyMap<string, RetiredOutput>,
): WithoutRetired {
  const changed = new Map<number, unknown>()
  let shorter = 0
  // If a provider uses a number twice, the first output with it is the one that was removed.
  const met = new Set<string>()
  for (let at = 0; retired.size > 0 && at < messages.length; at++) {
    const parts = partsOf(messages[at])
    let shown: unknown[] | undefined
    for (let index = 0; index < parts.length; index++) {
      const left = leftOf(parts[index], retired, met)
      if (left === undefined) continue
      shown ??= [...parts]
      shown[index] = withLine(parts[index], left.line)
      shorter += left.chars - left.line.length
    }
    if (shown) changed.set(at, { ...(messages[at] as object), parts: shown })
  }
  return { changed, shorter }
}

/** For the messages from which something was removed, the outputs by their calls, as they are sent; undefined if a call has two. */
export function outputsIn(messages: Iterable<unknown>): Map<string, string | undefined> {
  const outputs = new Map<string, string | undefined>()
  for (const message of messages)
    for (const part of partsOf(message)) {
      const output = field(part, "type") === "tool" ? field(field(part, "state"), "output") : undefined
      const call = String(field(part, "callID"))
      if (typeof output === "string") outputs.set(call, outputs.has(call) ? undefined : output)
    }
  return outputs
}

/** Whether what was put into a request is still there after all other plugins. */
export function hasOutputs(messages: readonly unknown[], sent: ReadonlyMap<string, string | undefined>): boolean {
  const now = outputsIn(messages)
  for (const [call, output] of sent) if (!now.has(call) || (now.get(call) ?? output) !== output) return false
  return true
}

function leftOf(
  part: unknown,
  retired: ReadonlyMap<string, RetiredOutput>,
  met: Set<string>,
): RetiredOutput | undefined {
  if (field(part, "type") !== "tool") return undefined
  const left = retired.get(field(part, "callID") as string)
  if (!left || met.has(left.call) || isProviders(part)) return undefined
  met.add(left.call)
  const state = field(part, "state")
  const isSame = field(state, "status") === "completed" && outputText(state)?.length === left.chars
  return isSame && filesOf(state) === 0 ? left : undefined
}

function withLine(part: unknown, line: string): unknown {
  return { ...(part as object), state: { ...recordAt(part, "state"), output: line } }
}

/** What the host itself no longer shows is already gone. */
function outputText(state: unknown): string | undefined {
  if (field(field(state, "time"), "compacted") !== undefined) return undefined
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
  const files = field(state, "attachments")
  return Array.isArray(files) ? files.length : 0
}

function idOf(message: unknown): string {
  const id = field(field(message, "info"), "id")
  return typeof id === "string" ? id : ""
}

function partsOf(message: unknown): readonly unknown[] {
  const parts = field(message, "parts")
  return Array.isArray(parts) ? parts : []
}
