// The words of a fact: one line that is shown in prompts and indexes, and the rest, which only the note itself has.
import { sentenceEnds } from "../text/sentence-end.ts"
import { cutText } from "../text/text.ts"

export const MAX_FACT = 260
export const MAX_FACT_DETAIL = 4000

/** If the text is clean, both parts are clean. */
export interface FactText<T extends string = string> {
  readonly text: T
  readonly detail?: T
}

/** `words` on one line; what does not fit becomes the detail, split at the end of a sentence or else of a word. */
export function factText<T extends string>(words: T): FactText<T> {
  const line = words
    .slice(0, 4 * (MAX_FACT + MAX_FACT_DETAIL))
    .replace(/\s+/g, " ")
    .trim()
  if (line.length <= MAX_FACT) return { text: line as T }
  const end = sentenceEnds(line.slice(0, MAX_FACT + 1)).findLast((at) => at <= MAX_FACT) ?? 0
  const text = end > MAX_FACT / 4 ? line.slice(0, end) : cutText(line, MAX_FACT - 1).trimEnd()
  const detail = cutText(line.slice(text.length).trim(), MAX_FACT_DETAIL)
  return { text: (end > MAX_FACT / 4 ? text : `${text}…`) as T, detail: detail as T }
}
