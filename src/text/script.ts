// Chinese, Japanese and Korean writing: few spaces or none, and each character worth about two letters. Uses code ranges, because the patterns for
// scripts are ten times as slow and every message, fact and note is read with these.

const RANGES: readonly (readonly [number, number])[] = [
  [0x3005, 0x3007],
  // Kana, without the dot between words.
  [0x3040, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3130, 0x318f],
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
]

/** What goes between the brackets of a character class. */
export const EASTERN = RANGES.map((range) => range.map((code) => String.fromCharCode(code)).join("-")).join("")

/** With Thai, Lao, Burmese and Khmer, which have no spaces between words either: for whoever cuts a text into what can be searched for. */
export const SPACELESS = `${EASTERN}\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff`
export const SPACELESS_SCRIPT = new RegExp(`[${SPACELESS}]`)

/** Without such characters, the rules for those languages need not be tried. */
export const EASTERN_SCRIPT = new RegExp(`[${EASTERN}]`)
const ALL_EASTERN = new RegExp(EASTERN_SCRIPT, "g")

/** Tell the three languages apart: Chinese has neither. */
export const KANA = /[\u3040-\u30ff]/
export const HANGUL = /[\uac00-\ud7af]/

export function isEasternCode(code: number): boolean {
  return code >= 0x3005 && RANGES.some(([first, last]) => code >= first && code <= last)
}

/** Length in letters, or their equivalent. */
export function widthOf(text: string): number {
  return text.length + (text.match(ALL_EASTERN)?.length ?? 0)
}

/** Without spaces, two characters are the smallest piece that seldom occurs in a text by chance. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((second, at) => `${characters[at]}${second}`)
}
