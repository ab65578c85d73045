// A text from outside with what the trust checks need of it.
import { foldCase } from "../../text/fold.ts"
import type { SaidOutside } from "./outside-text.ts"
import { type Prints, printsOf } from "./verbatim.ts"

export interface SeenText extends SaidOutside {
  readonly prints: Prints
}

export function seenText({ kind, text }: SaidOutside, prints: Prints = printsOf(text)): SeenText {
  return { kind, text, prints }
}

/** Keyed by the prints, which are computed once per text. */
const folded = new WeakMap<Prints, string>()
const ASCII = /^[\x00-\x7f]*$/

export function foldedOf({ text, prints }: SeenText): string {
  const known = folded.get(prints)
  if (known !== undefined) return known
  // Gives the same result for ASCII at a tenth of the cost.
  const made = ASCII.test(text) ? text.toLowerCase() : foldCase(text)
  folded.set(prints, made)
  return made
}
