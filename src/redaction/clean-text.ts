// Text as it may be kept anywhere: nothing private and no secret is in it. It is made once, where text comes in; whatever keeps text asks for
// this type, so the compiler finds the place that forgot.
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

/** For what a person or a model has written. */
export function cleanText(text: string): Cleaned {
  return cleanOutput(withoutPrivateText(text))
}

/** For what a tool printed: a tag in a file is not a person's wish. */
export function cleanOutput(text: string): Cleaned {
  // Colours and unseen characters inside a secret are taken out before a prompt shows it, which would put its pieces together.
  const bare = bareView(text)
  const beneath = bare ? secretsIn(bare.text) : []
  if (!bare || beneath.length === 0) return redact(text) as Cleaned
  return redact(bare.text, joinSpans([...beneath, ...bare.spansOf(secretsIn(text))], bare.text)) as Cleaned
}

/** The same for an output of any length, without holding the host up. */
export async function cleanOutputInSlices(text: string, pause: () => Promise<void>): Promise<Cleaned> {
  const bare = bareView(text)
  const beneath = bare ? await secretsInSlices(bare.text, pause) : []
  if (!bare || beneath.length === 0) return (await redactInSlices(text, pause)) as Cleaned
  const seen = bare.spansOf(await secretsInSlices(text, pause))
  return (await redactInSlices(bare.text, pause, joinSpans([...beneath, ...seen], bare.text))) as Cleaned
}

/** A part of clean text, or clean parts put together by words of Cairn's own, is clean. */
export function pieceOf(_whole: CleanText, piece: string): CleanText {
  return piece as CleanText
}
