// Text that may be stored anywhere: it contains nothing private and no secret. It is made once, where text comes in; everything that stores text
// requires this type, so the compiler finds the place that forgot.
import { bareView } from "./bare-view.ts"
import { withoutPrivateText } from "./private-text.ts"
import { type Redacted, redact, secretsIn } from "./redact.ts"
import { redactInSlices, secretsInSlices } from "./redact-in-slices.ts"
import { joinSpans } from "./secret-span.ts"

declare const isClean: unique symbol
export type CleanText = string & { readonly [isClean]: true }

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
