// What a message is indexed by: its words and names, the arguments of its tool calls, and the beginning and end of their outputs.

import { indexTerms } from "../search/index-terms.ts"
import type { CleanText } from "../text/known-clean.ts"
import type { Voice } from "./entry-number.ts"
import type { PastMessage, PastPart } from "./past-session.ts"

export const TEXT_HEAD = 60_000
export const INPUT_HEAD = 2000
/** The head of an output says what it is, its tail how it ended. */
export const OUTPUT_HEAD = 2800
export const OUTPUT_TAIL = 1200

/** Characters of text whose terms are found in one go. */
const SLICE = 4000

/** What counts of a message, cut between words: the terms of the slices together are those of the message. */
export function searchableSlices({ parts }: PastMessage): string[] {
  return parts.map(searchableText).flatMap(slicesOf)
}

/** A search reads a text in the same slices, since each is told its language by itself. */
export function slicesOf(text: string): string[] {
  const slices: string[] = []
  let from = 0
  for (let end = blankNear(text, from); end < text.length; end = blankNear(text, from)) {
    slices.push(text.slice(from, end))
    from = end
  }
  slices.push(text.slice(from))
  return slices
}

/** Where a slice from `from` ends: at the last blank within its length, otherwise at the first one after it. No term has a blank in it. */
function blankNear(text: string, from: number): number {
  const most = from + SLICE
  if (text.length <= most) return text.length
  const before = Math.max(text.lastIndexOf("\n", most), text.lastIndexOf(" ", most))
  if (before > from) return before
  const after = text.slice(most).search(/[\n ]/)
  return after < 0 ? text.length : most + after
}

export function termsOfTitle(title: CleanText): string {
  return indexTerms(title)
}

export function voiceIn({ role, parts }: PastMessage): Voice {
  if (role === "summary") return "summed up"
  if (role === "user" && parts.some(({ kind }) => kind === "text")) return "typed"
  return parts.some(({ kind }) => kind === "tool") ? "done" : "said"
}

/** The text of a part that counts in a search. */
export function searchableText(part: PastPart): string {
  if (part.kind === "text") return part.text.slice(0, TEXT_HEAD)
  const { tool, input, output } = part.call
  const shown =
    output.length <= OUTPUT_HEAD + OUTPUT_TAIL
      ? output
      : `${output.slice(0, OUTPUT_HEAD)}\n${output.slice(-OUTPUT_TAIL)}`
  return `${tool} ${unescaped(input.slice(0, INPUT_HEAD))}\n${shown}`
}

const ESCAPED = /\\(["\\/nrtbf])/g

/** Arguments are JSON: without unescaping, `\nfoo` would be indexed as the word "nfoo". */
function unescaped(json: string): string {
  return json.includes("\\") ? json.replace(ESCAPED, (_, sign) => (/["\\/]/.test(sign) ? sign : "\n")) : json
}
