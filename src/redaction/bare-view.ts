// A text as a prompt shows it, without colours and invisible characters, and a way to map its spans to the text itself. Each view shows secrets
// that the other hides: a colour in the middle splits one in two, and two that only a colour separates become a word that nobody knows.
import { HIDDEN, mayHideText } from "../text/hidden-text.ts"
import { CODES } from "../text/terminal-codes.ts"
import type { SecretSpan } from "./secret-span.ts"

export interface BareView {
  readonly text: string
  /** For spans in order and without overlap. */
  spansOf(spans: readonly SecretSpan[]): SecretSpan[]
}

const UNSEEN = new RegExp(`${CODES.source}|\\r(?=\\n)|(?!\\r)${HIDDEN.source}`, "gu")

/** Undefined if the text has nothing invisible. */
export function bareView(text: string): BareView | undefined {
  if (!mayHideText(text)) return
  const cuts = [...text.matchAll(UNSEEN)].map(({ index, 0: cut }) => ({ start: index, end: index + cut.length }))
  if (cuts.length === 0) return
  const bare = text.replace(UNSEEN, "").replaceAll("\r", "\n").toWellFormed()
  return { text: bare, spansOf: (spans) => shifted(spans, cuts) }
}

function shifted(spans: readonly SecretSpan[], cuts: readonly { start: number; end: number }[]): SecretSpan[] {
  let next = 0
  let gone = 0
  const bareAt = (at: number) => {
    for (let cut = cuts[next]; cut && cut.end <= at; cut = cuts[++next]) gone += cut.end - cut.start
    return Math.min(at, cuts[next]?.start ?? at) - gone
  }
  return spans
    .map(({ start, end, kind }) => ({ start: bareAt(start), end: bareAt(end), kind }))
    .filter(({ start, end }) => start < end)
}
