// How much of a call's tokens a text takes, reckoned on the safe side: a letter of a script beyond Latin is a token or nearly one, so a room in plain
// characters would let a Chinese conversation cost several times what was agreed.

/** On the safe side for English, about right for code. */
const CHARS_PER_TOKEN = 3.5
const WIDE = /[^\u0000-\u024f]/g

/** In characters of plain English that cost the same. */
export function promptSize(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return text.length - wide + wide * CHARS_PER_TOKEN
}

export function tokensIn(text: string): number {
  return Math.ceil(promptSize(text) / CHARS_PER_TOKEN)
}

/** What so many tokens have room for. */
export function sizeOfTokens(tokens: number): number {
  return Math.floor(tokens * CHARS_PER_TOKEN)
}
