// A sentence as words that can be compared: which carry its meaning, which turn it round. Languages without spaces are compared by pairs of
// characters, the smallest piece that seldom stands in a text by chance.
import { foldText } from "./matching.ts"

export interface Sentence {
  /** All words in order, with a space at both ends and between. */
  readonly joined: string
  readonly words: readonly string[]
  /** The words without fillers and negations. */
  readonly content: ReadonlySet<string>
  /** Words with a digit in them. */
  readonly numbers: ReadonlySet<string>
  /** What each negation is about: the next word of meaning. */
  readonly negated: ReadonlySet<string>
}

const EASTERN = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]"
const LETTERS = `(?:(?!${EASTERN})[\\p{L}\\p{N}\\p{M}_])+`
/** With its dots, a name or a version is one word. */
const WORD = new RegExp(`(${EASTERN}+)|${LETTERS}(?:\\.${LETTERS})*(?:'\\p{L}+)?[+#]*`, "gu")
/** Also words that tell that something stands no more. */
const NEGATIONS = new Set(
  "not never no none nothing neither nor without cannot dont avoid instead rather over except unless stop stopped ignore ignored disregard longer obsolete superseded cancelled canceled dropped revoked withdrawn reverted refuse refused forbidden".split(
    " ",
  ),
)
const EASTERN_NEGATION = /^(?:[不没沒勿别別未无無禁非않못]|ない|せん|ずに|말고|말것|지마|마세|금지|안$)/
const FILLERS = new Set(
  "a an the this that these those it its is are was were be been being do does did has have had will would shall should must may can could to of in on at by for from with as and or so then also please we i you he she they our your my their us me user wants want said asked"
    .split(" ")
    .map(stemOf),
)

/** Of a text without hidden characters. */
export function readSentence(text: string): Sentence {
  const words = wordsOf(text)
  const isMeaning = (word: string) => !FILLERS.has(word) && !isNegation(word)
  const content = words.filter(isMeaning)
  const negated = words.flatMap((word, at) =>
    isNegation(word) ? [words.slice(at + 1, at + 1 + REACH).find(isMeaning) ?? ""] : [],
  )
  return {
    joined: ` ${words.join(" ")} `,
    words,
    content: new Set(content.length > 0 ? content : words),
    numbers: new Set(words.filter((word) => /\p{N}/u.test(word))),
    negated: new Set(negated),
  }
}

/** A negation is about what stands so near. */
export const REACH = 6

export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't") || EASTERN_NEGATION.test(word)
}

function wordsOf(text: string): string[] {
  const folded = foldText(text).replace(/[‘’]/g, "'")
  return [...folded.matchAll(WORD)].flatMap(([word, eastern]) => (eastern ? pairsOf(eastern) : [stemOf(word)]))
}

/** "keep" and "keeping" are one word. Rough, but the same on both sides. */
function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word) || isNegation(word)) return word
  return word.replace(/(?:ing|ed|es|s|e)$/, "").replace(/([a-z])\1$/, "$1")
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.length < 2 ? characters : characters.slice(1).map((second, at) => `${characters[at]}${second}`)
}
