// A request of OpenCode 2 without the outputs and arguments that were removed, and whether their lines are still there. A message that has lost
// something is a new object: the host's own is left as it is.
import { field, listAt, recordAt, textAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import { argumentOf, isBound, replacedName } from "../replaced-text.ts"
import { lengthOf, outputSize } from "../request-texts.ts"
import { textsIn } from "../result-content.ts"
import { type FoundPlaces, type Place, removalFor } from "../retired-places.ts"
import { outputOf } from "./shown-outputs.ts"

type Retired = ReadonlyMap<string, RetiredOutput>

export function createRemoval() {
  const outputChars = (part: unknown) => outputSize(field(field(part, "result"), "value"))
  return removalFor({ parts: "content", search, withLine, outputChars })
}

function search(message: unknown, at: number, retired: Retired, { places, met }: FoundPlaces): void {
  const content = contentOf(message)
  for (let index = 0; index < content.length; index++) {
    const part = content[index]
    const type = field(part, "type")
    const argument = type === "tool-call" ? replacedName(field(part, "input")) : undefined
    if (argument === undefined && type !== "tool-result") continue
    const call = textAt(part, "id") ?? ""
    const left = retired.get(argument === undefined ? call : argumentOf(call, argument))
    if (!left || met.has(left.call)) continue
    met.add(left.call)
    const isSame = argument === undefined ? isOutput(part, left) : isArgument(part, argument, left)
    if (isSame) places.push({ at, index, left, argument })
  }
}

function isOutput(part: unknown, { chars }: RetiredOutput): boolean {
  const output = outputOf(part, new Map())
  return output?.ok === true && !output.hasFile && output.text.length === chars
}

function isArgument(part: unknown, argument: string, { chars }: RetiredOutput): boolean {
  return lengthOf(field(field(part, "input"), argument)) === chars && !isBound(field(part, "providerMetadata"))
}

function withLine(part: unknown, line: string, argument: string | undefined): unknown {
  if (argument !== undefined) return { ...(part as object), input: { ...recordAt(part, "input"), [argument]: line } }
  const result = recordAt(part, "result")
  // The result keeps its form.
  const value = typeof result?.value === "string" ? line : [{ type: "text", text: line }]
  return { ...(part as object), result: { ...result, value } }
}

/** Whether what was put into a request is still there after all other plugins. */
export function hasLines(messages: readonly unknown[], places: readonly Place[]): boolean {
  const isThere = ({ at, index, left, argument }: Place) => {
    const part = contentOf(messages[at])[index]
    const call = textAt(part, "id") ?? ""
    if (argument === undefined) return call === left.call && resultText(part) === left.line
    return argumentOf(call, argument) === left.call && field(field(part, "input"), argument) === left.line
  }
  return places.every(isThere) || areLater(messages, places)
}

/** If messages were inserted before them or removed. */
function areLater(messages: readonly unknown[], places: readonly Place[]): boolean {
  const wanted = new Set(places.map(({ left }) => left.call))
  const now = textsOf(messages, wanted)
  return places.every(({ left }) => now.has(left.call) && (now.get(left.call) ?? left.line) === left.line)
}

/** Of outputs and of arguments that edits replaced; undefined if a call comes twice. */
function textsOf(messages: readonly unknown[], wanted: ReadonlySet<string>): Map<string, string | undefined> {
  const texts = new Map<string, string | undefined>()
  const add = (call: string, text: () => string) => {
    if (wanted.has(call)) texts.set(call, texts.has(call) ? undefined : text())
  }
  for (const message of messages)
    for (const part of contentOf(message)) {
      const id = textAt(part, "id") ?? ""
      if (field(part, "type") === "tool-result") add(id, () => resultText(part))
      const input = field(part, "type") === "tool-call" ? field(part, "input") : undefined
      const name = replacedName(input)
      if (name !== undefined) add(argumentOf(id, name), () => String(field(input, name)))
    }
  return texts
}

function resultText(part: unknown): string {
  const value = field(field(part, "result"), "value")
  return Array.isArray(value) ? textsIn(value).join("\n") : String(value)
}

function contentOf(message: unknown): readonly unknown[] {
  return listAt(message, "content") ?? []
}
