// Text as it may be kept anywhere: nothing private and no secret is in it. It is made once, where text comes in; whatever keeps text asks for
// this type, so the compiler finds the place that forgot.
import { stripHidden } from "../text/hidden-text.ts"
import { stripTerminalCodes } from "../text/terminal-codes.ts"
import { withoutPrivateText } from "./private-text.ts"
import { type Redacted, redact } from "./redact.ts"
import { redactInSlices } from "./redact-in-slices.ts"

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
  const { text: bare } = stripHidden(stripTerminalCodes(text))
  const beneath = bare === text ? undefined : redact(bare)
  return (beneath?.found.length ? beneath : redact(text)) as Cleaned
}

/** The same for an output of any length, without holding the host up. */
export async function cleanOutputInSlices(text: string, pause: () => Promise<void>): Promise<Cleaned> {
  const { text: bare } = stripHidden(stripTerminalCodes(text))
  const beneath = bare === text ? undefined : await redactInSlices(bare, pause)
  return (beneath?.found.length ? beneath : await redactInSlices(text, pause)) as Cleaned
}

/** A part of clean text, or clean parts put together by words of Cairn's own, is clean. */
export function pieceOf(_whole: CleanText, piece: string): CleanText {
  return piece as CleanText
}
