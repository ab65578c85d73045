// Chinese, Japanese and Korean writing: few spaces or none, and about two letters' worth in each character. By code ranges, because the
// patterns for scripts are ten times as slow and every message, fact and note is read with these.

const RANGES: readonly (readonly [number, number])[] = [
  [0x3005, 0x3007],
  // Kana, without the dot that stands between words.
  [0x3040, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3130, 0x318f],
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
]

/** What stands between the brackets of a character class. */
export const EASTERN = RANGES.map((range) => range.map((code) => String.fromCharCode(code)).join("-")).join("")

/** Without one, the rules for those languages need not be tried. */
export const EASTERN_SCRIPT = new RegExp(`[${EASTERN}]`)
const ALL_EASTERN = new RegExp(EASTERN_SCRIPT, "g")

/** Which of the three languages it is; what has neither is Chinese. */
export const KANA = /[\u3040-\u30ff]/
export const HANGUL = /[\uac00-\ud7af]/

export function isEasternCode(code: number): boolean {
  return code >= 0x3005 && RANGES.some(([first, last]) => code >= first && code <= last)
}

/** In letters, or what says as much. */
export function widthOf(text: string): number {
  return text.length + (text.match(ALL_EASTERN)?.length ?? 0)
}

/** Without spaces, two characters are the smallest piece that seldom stands in a text by chance. */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((second, at) => `${characters[at]}${second}`)
}
