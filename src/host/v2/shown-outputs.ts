// The outputs of tools in a request of OpenCode 2, and the same request without those that were removed.

import { field, listAt, listIn, recordAt, textAt } from "../../model/fields.ts"
import { firstName } from "../../model/tool-name.ts"
import type { ShownOutput } from "../../window/retiring/shown-output.ts"
import { filesTokens, fileTokens } from "../file-tokens.ts"
import { createMarks, type MessageWeight, weighed } from "../message-marks.ts"
import { argumentOf, isBound, replacedName } from "../replaced-text.ts"
import { lengthOf, outputSize, shownTokens, textSize } from "../request-texts.ts"
import { textsIn } from "../result-content.ts"
import { type Removable, removalFor } from "../retired-places.ts"
import { addOutput, createShownReader, type ShownReading } from "../shown-reader.ts"
import { shownTail } from "./conversation.ts"

const weights: MessageWeight = {
  idOf: (message) => field(message, "id"),
  weightOf(message) {
    let weight = lengthOf(shownTail(message))
    for (const part of contentOf(message)) {
      const size = lengthOf(field(part, "text")) + valueSize(field(field(part, "result"), "value")) + mediaSize(part)
      weight = weighed(weighed(weight, size), endOf(field(part, "id")))
    }
    return weight
  },
}

export const createMessageMarks = () => createMarks(weights)

/** `typedIn` gives what the user typed in a message. */
export function createShown(typedIn: (message: unknown) => string) {
  return createShownReader({
    ...weights,
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
    const place = { step: reading.steps, before: shownTokens(reading.chars, reading.files) }
    addOutput(reading, { ...output, ...place }, field(reading.calls.get(output.call), "providerMetadata"))
    reading.chars += output.text.length
    reading.files += filesTokens(filesIn(part))
  } else {
    const said = lengthOf(field(part, "text")) + textSize(field(part, "input"))
    reading.chars += said + textSize(field(part, "result"))
    if (type === "media" || type === "file") reading.files += fileTokens(part)
  }
}

export function createRemoval() {
  const outputChars = (part: unknown) => outputSize(field(field(part, "result"), "value"))
  return removalFor({ parts: "content", removablesIn, withLine, outputChars })
}

/** A list and no generator: it is asked for every removed output of every request. */
function removablesIn(message: unknown): Removable[] {
  const found: Removable[] = []
  const content = contentOf(message)
  for (let index = 0; index < content.length; index++) {
    const part = content[index]
    const [type, call] = [field(part, "type"), textAt(part, "id") ?? ""]
    if (type === "tool-result") found.push({ index, call, text: () => resultText(part), mayLeave: () => isPlain(part) })
    const input = type === "tool-call" ? field(part, "input") : undefined
    const argument = replacedName(input)
    if (argument !== undefined)
      found.push({
        ...{ index, call: argumentOf(call, argument), argument },
        text: () => field(input, argument),
        mayLeave: () => !isBound(field(part, "providerMetadata")),
      })
  }
  return found
}

function resultText(part: unknown): string {
  const value = field(field(part, "result"), "value")
  return Array.isArray(value) ? textsIn(value).join("\n") : String(value)
}

function isPlain(part: unknown): boolean {
  const output = outputOf(part, new Map())
  return output?.ok === true && !output.hasFile
}

function withLine(part: unknown, line: string, argument: string | undefined): unknown {
  if (argument !== undefined) return { ...(part as object), input: { ...recordAt(part, "input"), [argument]: line } }
  const result = recordAt(part, "result")
  // The result keeps its form.
  const value = typeof result?.value === "string" ? line : [{ type: "text", text: line }]
  return { ...(part as object), result: { ...result, value } }
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
    ...(filesIn(part).length > 0 && { hasFile: true }),
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

/** All that is no text. */
function filesIn(part: unknown): readonly unknown[] {
  return (listAt(part, "result", "value") ?? []).filter((item) => field(item, "type") !== "text")
}

function mediaSize(part: unknown): number {
  return field(part, "type") === "media" ? lengthOf(field(field(field(part, "media"), "source"), "data")) : 0
}

function contentOf(message: unknown): readonly unknown[] {
  return listIn(message, "content")
}
