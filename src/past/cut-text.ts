// Cuts the beginning or the end out of a long text, clean. A cut may leave half a secret that no rule recognises: without its label, its prefix or
// its end. So more is cleaned than is kept, and a run of signs that is cut anywhere goes as a whole.
import { cleanOutput, joinClean, pieceOf } from "../redaction/clean-text.ts"
import type { CleanText } from "../text/known-clean.ts"

/** How much more is cleaned than is kept. */
const MARGIN = 600
/** Instead of a run that is longer. */
const LEFT_OUT = "[…]"
/** A blank, quote or bracket, or what no key is made of. Anything else is in one run with its neighbours. */
const BORDER = /["'`()[\]{}<>]|[^\x21-\x7e]/

export function cleanBeginning(text: string, length: number): CleanText {
  if (text.length <= length + MARGIN) return cleanOutput(text).text
  const end = runStart(text, length + MARGIN)
  const clean = cleanOutput(text.slice(0, end)).text
  return pieceOf(clean, end > length ? clean.slice(0, length - end) : clean + LEFT_OUT)
}

export function cleanEnds(text: string, head: number, tail: number): CleanText {
  if (text.length <= head + tail + 2 * MARGIN) return cleanOutput(text).text
  return joinClean([cleanBeginning(text, head), cleanEnd(text, tail)])
}

function cleanEnd(text: string, length: number): CleanText {
  const from = text.length - length - MARGIN
  const start = runEnd(text, from)
  const clean = cleanOutput(text.slice(start)).text
  const left = Math.max(0, from + MARGIN - start)
  const end = runEnd(clean, left)
  const isLong = left === 0 || end - left > MARGIN
  return pieceOf(clean, (isLong ? LEFT_OUT : "") + clean.slice(end))
}

/** Where the run begins that goes on over `at`; `at` if none does. */
function runStart(text: string, at: number): number {
  let start = at
  if (!isBorder(text, at)) while (start > 0 && !isBorder(text, start - 1)) start--
  return start
}

/** Where the run ends that goes on over `at`; `at` if none does. */
function runEnd(text: string, at: number): number {
  let end = at
  if (at > 0 && !isBorder(text, at - 1)) while (end < text.length && !isBorder(text, end)) end++
  return end
}

function isBorder(text: string, at: number): boolean {
  return BORDER.test(text.charAt(at))
}
