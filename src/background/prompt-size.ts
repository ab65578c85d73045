// Estimates, on the safe side, how many tokens a text takes. A character beyond Latin is about one token, so a limit in characters would let a
// Chinese conversation cost several times what was agreed.

/** Safe for English, about right for code. */
const CHARS_PER_TOKEN = 3.5
const WIDE = /[^\u0000-\u024f]/g

/** In characters of plain English with the same cost. */
export function promptSize(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return text.length - wide + wide * CHARS_PER_TOKEN
}

export function tokensIn(text: string): number {
  return Math.ceil(promptSize(text) / CHARS_PER_TOKEN)
}

/** The `promptSize` that fits into this many tokens. */
export function sizeOfTokens(tokens: number): number {
  return Math.floor(tokens * CHARS_PER_TOKEN)
}
