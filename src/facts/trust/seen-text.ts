// A text from outside as the tests of trust want it.
import { foldCase } from "../../text/fold.ts"
import type { SaidOutside } from "./outside-text.ts"
import { type Prints, printsOf } from "./verbatim.ts"

export interface SeenText extends SaidOutside {
  readonly prints: Prints
}

export function seenText({ kind, text }: SaidOutside, prints: Prints = printsOf(text)): SeenText {
  return { kind, text, prints }
}

/** By the prints, which are made once for each text. */
const folded = new WeakMap<Prints, string>()
const ASCII = /^[\x00-\x7f]*$/

export function foldedOf({ text, prints }: SeenText): string {
  const known = folded.get(prints)
  if (known !== undefined) return known
  // The same for most texts, at a tenth of the cost.
  const made = ASCII.test(text) ? text.toLowerCase() : foldCase(text)
  folded.set(prints, made)
  return made
}
