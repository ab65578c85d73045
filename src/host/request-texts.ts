// The texts of a request: how many characters they have, and what tools and files said, as far as it is read. This runs for each request, over all
// messages, so lengths are added up and nothing is joined or serialised.
import type { ForeignText, RequestSizes } from "../flows/contract.ts"
import { field } from "../model/fields.ts"

export type MessageSizes = Pick<RequestSizes, "conversation" | "toolOutputs">

const MAX_CHARS = 4_000_000
/** The texts in a value at any depth, such as a tool's arguments. Nobody nests them deeper than this. */
const MAX_DEPTH = 8

export function textSize(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return 0
  let size = 0
  for (const key of Object.keys(value)) size += textSize((value as Record<string, unknown>)[key], depth + 1)
  return size
}

const CHARS_PER_TOKEN = 4

/** `files` is what the images and documents cost. */
export function shownTokens(chars: number, files: number): number {
  return Math.round(chars / CHARS_PER_TOKEN) + files
}

export function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : 0
}

/** Of an output in OpenCode 2: a text, a list of contents, or an error; images are not text. */
export function outputSize(value: unknown): number {
  return Array.isArray(value) ? textsSize(value) : textSize(value)
}

export function textsSize(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + lengthOf(field(part, "text")), 0)
}

/**
 * The newest texts, since a long session has more than can be searched for the source of a sentence. Oldest first. Takes no more of `newestFirst`
 * than fits.
 */
export function newestTexts(newestFirst: Iterable<ForeignText>): ForeignText[] {
  const kept: ForeignText[] = []
  let room = MAX_CHARS
  for (const { text, ...call } of newestFirst) {
    if (text === "") continue
    kept.push({ ...call, text: text.slice(0, room) })
    room -= text.length
    if (room <= 0) break
  }
  return kept.reverse()
}
