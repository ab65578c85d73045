// Whether a word is another one in short, as developers type: "config", "env" and "docs" cut off the end, "db" and "msg" leave out the vowels.

const LEAST_BEGINNING = 3
const LEAST_LEFT_OUT = 2
const MOST_CONSONANTS = 4
/** Beginnings of this length are one word in two forms: "readable", "readability". */
const SAME_WORD = 6

/** Of stems. */
export function isShortFor(short: string, long: string): boolean {
  if (short.slice(0, SAME_WORD) === long.slice(0, SAME_WORD) && short.length >= SAME_WORD) return true
  if (long.length < short.length + (short.length > LEAST_BEGINNING ? 1 : LEAST_LEFT_OUT)) return false
  if (short.length >= LEAST_BEGINNING && long.startsWith(short)) return true
  return /^[b-df-hj-np-tv-z]+$/.test(short) && short.length <= MOST_CONSONANTS && isWithin(short, long)
}

/** Its letters in that order, beginning with the first. */
function isWithin(short: string, long: string): boolean {
  let at = -1
  for (const letter of short) {
    const next = long.indexOf(letter, at + 1)
    if (next < 0 || (at < 0 && next > 0)) return false
    at = next
  }
  return short.length > 1
}
