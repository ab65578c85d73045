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

const folded = new WeakMap<SeenText, string>()

export function foldedOf(seen: SeenText): string {
  const text = folded.get(seen) ?? foldCase(seen.text)
  folded.set(seen, text)
  return text
}
