// What of a message is found by: its words and names, what tools were given, and the beginning and end of what they said.
import { termsOf } from "../search/search-terms.ts"
import type { PastMessage, PastPart } from "./past-session.ts"

const MAX_TEXT = 60_000
const MAX_INPUT = 2000
/** An output begins with what it is and ends with how it went. */
const OUTPUT_HEAD = 2800
const OUTPUT_TAIL = 1200
const MAX_TERM = 60

export function indexedTerms(message: PastMessage): string[] {
  const { words, names } = termsOf(message.parts.map(searchableText).join("\n"))
  return [...new Set([...words.keys(), ...names.keys()])].filter(
    (term) => term.length <= MAX_TERM && !/["\s]/.test(term),
  )
}

/** What of a part counts in a search. */
export function searchableText(part: PastPart): string {
  if (part.kind === "text") return part.text.slice(0, MAX_TEXT)
  const { tool, input, output } = part.call
  const shown =
    output.length <= OUTPUT_HEAD + OUTPUT_TAIL
      ? output
      : `${output.slice(0, OUTPUT_HEAD)}\n${output.slice(-OUTPUT_TAIL)}`
  return `${tool} ${input.slice(0, MAX_INPUT)}\n${shown}`
}
