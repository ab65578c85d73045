// The outputs of tools in a request of OpenCode 2, and the same request without those that were removed.

import { field, listAt, recordAt, textAt } from "../../model/fields.ts"
import { firstName } from "../../model/tool-name.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { ShownOutput } from "../../window/retiring/shown-output.ts"
import { weighed } from "../message-marks.ts"
import { argumentOf, isBound, replacedName } from "../replaced-text.ts"
import { lengthOf, shownTokens, textSize } from "../request-texts.ts"
import { textsIn } from "../result-content.ts"
import { addOutput, createShownReader, type ShownReading } from "../shown-reader.ts"

/** `typedIn` gives what the user typed in a message. */
export function createShown(typedIn: (message: unknown) => string) {
  return createShownReader({
    idOf: (message) => field(message, "id"),
    weightOf(message) {
      let weight = 0
      for (const part of contentOf(message)) {
        const size = lengthOf(field(part, "text")) + valueSize(field(field(part, "result"), "value"))
        weight = weighed(weighed(weight, size), endOf(field(part, "id")))
      }
      return weight
    },
    read(message, reading, at) {
      const role = field(message, "role")
      if (role === "assistant") reading.steps++
      const text = role === "user" ? typedIn(message) : ""
      if (text !== "") reading.said.push({ id: textAt(message, "id") ?? `${at}`, step: reading.steps, text })
      for (const part of contentOf(message)) readPart(part, reading)
    },
  })
}

function readPart(part: unknown, reading: ShownReading): void {
  const type = field(part, "type")
  if (type === "tool-call") reading.calls.set(field(part, "id"), part)
  const output = type === "tool-result" ? outputOf(part, reading.calls) : undefined
  if (output) {
    const place = { step: reading.steps, before: shownTokens(reading.chars, reading.images) }
    addOutput(reading, { ...output, ...place }, field(reading.calls.get(output.call), "providerMetadata"))
    reading.chars += output.text.length
    reading.images += filesIn(part)
  } else {
    const said = lengthOf(field(part, "text")) + textSize(field(part, "input"))
    reading.chars += said + textSize(field(part, "result"))
  }
}

/** Not every message has an id, but calls and their results have one. */
function endOf(id: unknown): number {
  if (typeof id !== "string") return 0
  let end = id.length
  for (let at = Math.max(0, id.length - 6); at < id.length; at++) end = weighed(end, id.charCodeAt(at))
  return end
}

/** A text, or a list of contents. */
function valueSize(value: unknown): number {
  if (!Array.isArray(value)) return lengthOf(value)
  let size = value.length
  for (const item of value) size += lengthOf(field(item, "text"))
  return size
}

/** A message that has lost an output is a new object: the host's own is left as it is. The same list if nothing was removed. */
export function withoutRetired(messages: unknown[], retired: ReadonlyMap<string, RetiredOutput>): unknown[] {
  if (retired.size === 0) return messages
  let isChanged = false
  // If a provider uses a number twice, the first output with it is the one that was removed.
  const met = new Set<string>()
  const shown = messages.map((message) => {
    const content = contentOf(message)
    let left: unknown[] | undefined
    for (let at = 0; at < content.length; at++) {
      const part = replaced(content[at], retired, met)
      if (part === content[at]) continue
      left ??= [...content]
      left[at] = part
    }
    if (left === undefined) return message
    isChanged = true
    return { ...(message as object), content: left }
  })
  return isChanged ? shown : messages
}

function replaced(part: unknown, retired: ReadonlyMap<string, RetiredOutput>, met: Set<string>): unknown {
  if (field(part, "type") === "tool-call") return withoutArgument(part, retired, met)
  if (field(part, "type") !== "tool-result") return part
  const left = retired.get(textAt(part, "id") ?? "")
  if (!left || met.has(left.call)) return part
  met.add(left.call)
  const output = outputOf(part, new Map())
  if (!output?.ok || output.hasFile || output.text.length !== left.chars) return part
  const result = recordAt(part, "result")
  const value = typeof result?.value === "string" ? left.line : [{ type: "text", text: left.line }]
  return { ...(part as object), result: { ...result, value } }
}

function withoutArgument(part: unknown, retired: ReadonlyMap<string, RetiredOutput>, met: Set<string>): unknown {
  const input = recordAt(part, "input")
  const argument = replacedName(input)
  const left = argument && retired.get(argumentOf(textAt(part, "id") ?? "", argument))
  if (!argument || !left || met.has(left.call)) return part
  met.add(left.call)
  const isSame = lengthOf(input?.[argument]) === left.chars && !isBound(field(part, "providerMetadata"))
  return isSame ? { ...(part as object), input: { ...input, [argument]: left.line } } : part
}

/** A text or a list of contents; an error, or a result in the provider's own form, cannot be removed. */
function outputOf(
  part: unknown,
  calls: ReadonlyMap<unknown, unknown>,
): Omit<ShownOutput, "step" | "before"> | undefined {
  const [call, tool] = [textAt(part, "id"), textAt(part, "name")]
  const value = field(field(part, "result"), "value")
  const isProviders = field(part, "providerExecuted") === true
  if (call === undefined || tool === undefined || isProviders) return undefined
  if (typeof value !== "string" && !Array.isArray(value)) return undefined
  const texts = typeof value === "string" ? [value] : textsIn(value)
  const name = firstName(tool)
  return {
    call,
    tool: name,
    args: recordAt(calls.get(call), "input") ?? {},
    text: texts.join("\n"),
    ok: !/error/i.test(textAt(part, "result", "type") ?? ""),
    ...(name === "bash" && { exit: exitIn(texts) }),
    ...(filesIn(part) > 0 && { hasFile: true }),
  }
}

const ENDED = /^(?:Exited with code (\d+)|Timed out before completion)\s*$/

/**
 * What the host says after the output: null if the command was stopped. It says nothing of a success, nor of a command that a signal has ended, so
 * without a word the code is not known. Cairn may have added a text of its own, or made one text of all.
 */
function exitIn(texts: readonly string[]): number | null | undefined {
  const lastLine = texts.at(-1)?.slice(-200).trimEnd().split("\n").at(-1) ?? ""
  const ended = ENDED.exec(texts.findLast((text) => ENDED.test(text)) ?? lastLine)
  if (!ended) return undefined
  return ended[1] === undefined ? null : Number(ended[1])
}

function filesIn(part: unknown): number {
  const value = listAt(part, "result", "value")
  return value ? value.length - textsIn(value).length : 0
}

function contentOf(message: unknown): readonly unknown[] {
  const content = field(message, "content")
  return Array.isArray(content) ? content : []
}
