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
/** In a run that is longer than the margin, as a list without blanks is, these end it too. */
const BORDER_IN_LISTS = /["'`()[\]{}<>,;&|]|[^\x21-\x7e]/

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

/** What is cleaned begins in the middle of a run, which may end with a label: so the run is dropped after cleaning. */
function cleanEnd(text: string, length: number): CleanText {
  const from = text.length - length - MARGIN
  const ending = text.slice(from)
  const clean = cleanOutput(ending).text
  // What was redacted in the margin is shorter now, so the margin ends earlier.
  const margin = clean.length === ending.length ? MARGIN : cleanOutput(ending.slice(0, MARGIN)).text.length
  const isWhole = isBorder(text, from - 1)
  const start = Math.max(margin, isWhole ? 0 : runEnd(clean, 0))
  const end = isBorder(clean, start - 1) ? start : runEnd(clean, start)
  const isLong = (!isWhole && runEnd(ending, 0) > MARGIN) || end - start > MARGIN
  return pieceOf(clean, (isLong ? LEFT_OUT : "") + clean.slice(end))
}

/** Where the run begins that goes on over `at`; `at` if none does. */
function runStart(text: string, at: number): number {
  const startOf = (border: RegExp) => {
    let start = at
    if (!border.test(text.charAt(at))) while (start > 0 && !border.test(text.charAt(start - 1))) start--
    return start
  }
  const start = startOf(BORDER)
  return at - start > 2 * MARGIN ? startOf(BORDER_IN_LISTS) : start
}

/** The first border from `at` on. */
function runEnd(text: string, at: number): number {
  const endOf = (border: RegExp) => {
    let end = at
    while (end < text.length && !border.test(text.charAt(end))) end++
    return end
  }
  const end = endOf(BORDER)
  return end - at > MARGIN ? endOf(BORDER_IN_LISTS) : end
}

function isBorder(text: string, at: number): boolean {
  return BORDER.test(text.charAt(at))
}
