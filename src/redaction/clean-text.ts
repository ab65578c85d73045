// Makes text that may be stored anywhere: it contains nothing private and no secret. It is made once, where text comes in. The journal of sessions,
// the tables of outcomes, prompts, epochs and typed rules, kept outputs and candidates for facts take only its type (`text/known-clean.ts`), so the
// compiler finds the place that forgot. Notes take any text: they are a person's own files, which are restored and moved byte for byte; whoever
// writes one for an agent cleans it first (`intake/note-text.ts`). Only this file casts to the type.
import { HIDDEN, mayHideText } from "../text/hidden-text.ts"
import type { Clean, CleanText } from "../text/known-clean.ts"
import { CODES } from "../text/terminal-codes.ts"
import { withoutPrivateText } from "./private-text.ts"
import { type Redacted, redact, secretsIn } from "./redact.ts"
import { redactInSlices, secretsInSlices } from "./redact-in-slices.ts"
import { joinSpans, type SecretSpan } from "./secret-span.ts"

export interface Cleaned extends Redacted {
  readonly text: CleanText
}

/** For text that a person or a model has written. */
export function cleanText(text: string): Cleaned {
  return cleanOutput(withoutPrivateText(text))
}

/** For a tool's output: a tag in a file is not a person's wish. */
export function cleanOutput(text: string): Cleaned {
  // Colours and invisible characters inside a secret are removed before a prompt shows it, which would join its pieces.
  const bare = bareView(text)
  const beneath = bare ? secretsIn(bare.text) : []
  if (!bare || beneath.length === 0) return redact(text) as Cleaned
  return redact(bare.text, joinSpans([...beneath, ...bare.spansOf(secretsIn(text))], bare.text)) as Cleaned
}

/** The same for an output of any length, without blocking the host. */
export async function cleanOutputInSlices(text: string, pause: () => Promise<void>): Promise<Cleaned> {
  const bare = bareView(text)
  const beneath = bare ? await secretsInSlices(bare.text, pause) : []
  if (!bare || beneath.length === 0) return (await redactInSlices(text, pause)) as Cleaned
  const seen = bare.spansOf(await secretsInSlices(text, pause))
  return (await redactInSlices(bare.text, pause, joinSpans([...beneath, ...seen], bare.text))) as Cleaned
}

/** A part of clean text is clean, and so are clean parts joined by Cairn's own words. */
export function pieceOf(_whole: CleanText, piece: string): CleanText {
  return piece as CleanText
}

/** As lines of one text. */
export function joinClean(texts: readonly CleanText[]): CleanText {
  return texts.join("\n") as CleanText
}

/** The same for a value whose texts are all such pieces. */
export function piecesOf<T>(_whole: CleanText, value: T): Clean<T> {
  return value as Clean<T>
}

const UNSEEN = new RegExp(`${CODES.source}|\\r(?=\\n)|(?!\\r)${HIDDEN.source}`, "gu")

/**
 * A text without colours and invisible characters, undefined if it has none. Each view shows secrets that the other hides: a colour in the middle
 * splits one in two, and two that only a colour separates become a word that nobody knows.
 */
function bareView(text: string) {
  if (!mayHideText(text)) return
  const cuts = [...text.matchAll(UNSEEN)].map(({ index, 0: cut }) => ({ start: index, end: index + cut.length }))
  if (cuts.length === 0) return
  const bare = text.replace(UNSEEN, "").replaceAll("\r", "\n").toWellFormed()
  // For spans in order and without overlap.
  return { text: bare, spansOf: (spans: readonly SecretSpan[]) => shifted(spans, cuts) }
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
