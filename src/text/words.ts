// A text as comparable words: how it is split, which carry its meaning or reverse it, and their stems. Rough, but the same on both sides.
import { CLAIM_FILLERS } from "./common-words.ts"
import { foldCase } from "./fold.ts"
import { NEGATIONS, RETRACTIONS } from "./negations.ts"
import { EASTERN, EASTERN_SCRIPT, pairsOf } from "./script.ts"
import { wordSet } from "./word-set.ts"

const LETTERS = `(?:(?![${EASTERN}])[\\p{L}\\p{N}\\p{M}_])+`
/** A name or a version with its dots is one word; signs that distinguish values belong to it: -1, 5%, C#. */
const WORD = new RegExp(
  `([${EASTERN}]+)|(?:(?<![\\p{L}\\p{N}])-(?=\\p{N}))?${LETTERS}(?:\\.${LETTERS})*(?:'\\p{L}+)?[+#%]*`,
  "gu",
)
/** The same for most texts, at a tenth of the cost. */
const ASCII_WORD = /(?:(?<![a-z0-9])-(?=\d))?[a-z0-9_]+(?:\.[a-z0-9_]+)*(?:'[a-z]+)?[+#%]*/g
const ASCII = /^[\x00-\x7f]*$/

/** Folded, in order. `cutRun` cuts writing that has no spaces. */
export function wordsIn(text: string, cutRun: (run: string) => readonly string[]): string[] {
  const folded = foldCase(text).replace(/[‘’]/g, "'")
  const words = ASCII.test(folded)
    ? (folded.match(ASCII_WORD) ?? [])
    : [...folded.matchAll(WORD)].flatMap(([word, run]) => (run === undefined ? [word] : cutRun(run)))
  return words.map((word) => word.replace(/'s$/, ""))
}

const CONTRACTED = /n't$|^(?:do|does|did|is|are|was|were|wo|would|should|must|ca|can|could|has|have|had)nt$/
const EASTERN_NEGATION = /^(?:[不没沒勿别別未无無禁非않못]|ない|せん|ずに|말고|말것|지마|마세|금지|안$)/

export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || CONTRACTED.test(word) || (EASTERN_SCRIPT.test(word) && EASTERN_NEGATION.test(word))
}

/** A negation applies to a word this near. */
export const REACH = 6

/** What each reversing word applies to: the next word with a meaning. */
export function negatedIn(words: readonly string[], isTurning: (word: string) => boolean): Set<string> {
  const isMeant = (word: string) => !isTurning(word) && !CLAIM_FILLERS.has(word)
  return new Set(
    words.flatMap((word, at) => (isTurning(word) ? [words.slice(at + 1, at + 1 + REACH).find(isMeant) ?? ""] : [])),
  )
}

/** One group after the other, each with the longest ending that fits; at least so many letters are left. The last letters tell where to look. */
const ENDINGS: readonly { readonly last: string; readonly endings: readonly string[]; readonly least: number }[] = [
  { last: "snrgde", endings: ["ations", "ation", "ators", "ator", "ating", "ated", "ates", "ate"], least: 4 },
  { last: "st", endings: ["ments", "ment"], least: 4 },
  { last: "sngd", endings: ["ions", "ings", "ion", "ing", "ied", "ies"], least: 3 },
  { last: "d", endings: ["ed"], least: 3 },
]

/** Their plural loses only its "s": of other words, "ies" is the plural of "y". */
const ENDING_IN_IE = wordSet(
  "auntie birdie bookie brownie budgie calorie camaraderie cookie cutie foodie freebie genie goalie goodie hippie hoodie indie junkie lingerie menagerie movie newbie patisserie pixie prairie quickie reverie rookie rotisserie selfie smoothie sortie sweetie talkie techie veggie walkie zombie",
)

/** "migrations" and "migrate" are one word. English only; words with signs or digits in them stay. Written without patterns: every name in every past output comes here. */
export function stemOf(word: string): string {
  if (word.length < 3 || !hasOnlySmallLetters(word)) return word
  let stem = word
  const cut = (length: number, least: number) => {
    const rest = stem.slice(0, -length)
    if (length > 0 && rest.length >= least && /[aeiouy]/.test(rest)) stem = rest
  }
  if ("degnrsty".includes(word.charAt(word.length - 1))) {
    // "use", "age": what is left is short, but still works.
    if (word.length <= 5 && "aeiou".includes(word.charAt(0)) && /^(?:ing|ed|es?)$/.test(word.slice(2)))
      cut(word.length - 2, 2)
    if (word.endsWith("ies") && ENDING_IN_IE.has(word.slice(0, -1))) stem = word.slice(0, -1)
    for (const { last, endings, least } of ENDINGS)
      if (last.includes(stem.charAt(stem.length - 1)))
        cut(endings.find((ending) => stem.endsWith(ending))?.length ?? 0, least)
    if (stem.endsWith("s") && !"sui".includes(stem.at(-2) ?? "-")) cut(1, 3)
    if (stem.endsWith("e") || stem.endsWith("y")) cut(1, 3)
  }
  const last = stem.charAt(stem.length - 1)
  return last === stem.charAt(stem.length - 2) && !"aeiou".includes(last) ? stem.slice(0, -1) : stem
}

function hasOnlySmallLetters(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 97 || code > 122) return false
  }
  return true
}

/** A table of words, as plain text, that is compared with stems. */
export function stemSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set([...wordSet(...lists)].map(stemOf))
}

export type SentenceWords = ReturnType<typeof readSentence>

/** Negations, and words that say that something is no longer true. */
export function isTurning(word: string): boolean {
  return isNegation(word) || RETRACTIONS.has(word)
}

/** For a text without hidden characters. */
export function readSentence(text: string) {
  const written = wordsIn(text, (run) => (run.length < 2 ? [run] : pairsOf(run)))
  const words = written.map((word) => (isTurning(word) ? word : stemOf(word)))
  const content = words.filter((_, at) => !CLAIM_FILLERS.has(written[at] as string) && !isTurning(words[at] as string))
  return {
    joined: ` ${words.join(" ")} `,
    words,
    // Without fillers and negations.
    content: new Set(content.length > 0 ? content : words),
    numbers: new Set(words.filter((word) => /\p{N}/u.test(word))),
    // What each negation applies to.
    negated: new Set([...negatedIn(written, isTurning)].map(stemOf)),
  }
}
