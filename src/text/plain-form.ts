// A text as it is searched in, small and with plain letters, and the way back from a place in it: "ß" becomes two letters.
import { plainLetters } from "./accents.ts"

export interface PlainForm {
  readonly plain: string
  /** Where in the text that is, for a place in `plain`. */
  placeOf(at: number): number
}

const NOT_ASCII = /[^\0-\x7f]/gu

export function plainFormOf(text: string): PlainForm {
  const plain = plainLetters(text.toLowerCase())
  // No letter gets shorter.
  if (plain.length === text.length) return { plain, placeOf: (at) => at }
  const grown: { readonly from: number; readonly more: number }[] = []
  let shift = 0
  for (const { index, 0: letter } of text.matchAll(NOT_ASCII)) {
    const more = plainLetters(letter.toLowerCase()).length - letter.length
    if (more === 0) continue
    grown.push({ from: index + shift, more })
    shift += more
  }
  return {
    plain,
    // Within such a letter, at its beginning.
    placeOf: (at) => at - grown.reduce((sum, { from, more }) => sum + Math.max(0, Math.min(more, at - from)), 0),
  }
}
