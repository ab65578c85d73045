// A text as comparable words: how it is split, which words carry its meaning, which reverse it, and what they are without their endings. Rough, but
// the same on both sides.
import { CLAIM_FILLERS, NEGATIONS, RETRACTIONS } from "./common-words.ts"
import { foldCase } from "./fold.ts"
import { EASTERN, EASTERN_SCRIPT, pairsOf } from "./script.ts"

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

/** Longer endings first; each leaves at least this many letters. */
const ENDINGS: readonly (readonly [RegExp, number])[] = [
  // "use", "age": what is left is short, but still works.
  [/(?<=^[aeiou][a-z])(?:ing|ed|es?)$/, 2],
  [/(?:ations?|ators?|ating|ated|ates?)$/, 4],
  [/ments?$/, 4],
  [/(?:ions?|ings?|ied|ies)$/, 3],
  [/ed$/, 3],
  [/(?<![sui])s$/, 3],
  [/[ey]$/, 3],
]

/** "migrations" and "migrate" are one word. English only; words with signs or digits in them stay. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  let stem = word
  for (const [ending, least] of /[degnrsty]$/.test(word) ? ENDINGS : []) {
    const rest = stem.replace(ending, "")
    if (rest !== stem && rest.length >= least && /[aeiouy]/.test(rest)) stem = rest
  }
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, "$1")
}

export interface SentenceWords {
  /** All words in order, with a space at both ends and between. */
  readonly joined: string
  readonly words: readonly string[]
  /** The words without fillers and negations. */
  readonly content: ReadonlySet<string>
  /** Words with a digit in them. */
  readonly numbers: ReadonlySet<string>
  /** What each negation applies to. */
  readonly negated: ReadonlySet<string>
}

/** Negations, and words that say that something is no longer true. */
export function isTurning(word: string): boolean {
  return isNegation(word) || RETRACTIONS.has(word)
}

/** For a text without hidden characters. */
export function readSentence(text: string): SentenceWords {
  const written = wordsIn(text, (run) => (run.length < 2 ? [run] : pairsOf(run)))
  const words = written.map((word) => (isTurning(word) ? word : stemOf(word)))
  const content = words.filter((_, at) => !CLAIM_FILLERS.has(written[at] as string) && !isTurning(words[at] as string))
  return {
    joined: ` ${words.join(" ")} `,
    words,
    content: new Set(content.length > 0 ? content : words),
    numbers: new Set(words.filter((word) => /\p{N}/u.test(word))),
    negated: new Set([...negatedIn(written, isTurning)].map(stemOf)),
  }
}
