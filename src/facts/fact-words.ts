// A fact as words that can be held against other words. Chinese and Japanese have no spaces and Korean few, so there each character is a
// word of half the weight, which makes "eight words" about the same amount of text in every language.

import { EASTERN_SCRIPT } from "../text/user-text.ts"
import { foldFact } from "./fact-key.ts"

export interface FactWords {
  /** In order, without negations. */
  readonly words: readonly string[]
  readonly distinct: ReadonlySet<string>
  /** What each negation is about: the next word that is not a filler. */
  readonly negated: ReadonlySet<string>
}

const EASTERN = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]"
const SPLIT = new RegExp(`${EASTERN}|(?:(?!${EASTERN})\\S)+`, "gu")
const IS_EASTERN = new RegExp(`^${EASTERN}$`, "u")

const NEGATIONS = new Set(
  "not never no none without cannot dont avoid nor neither kein keine nicht nie niemals nunca jamás ningún sin pas jamais 不 没 沒 勿 别 別 未 无 無 禁 않 안 못".split(
    " ",
  ),
)
const FILLERS = new Set(
  "a an the this that these those it its is are was were be been being do does did has have had will would shall should must may can could to of in on at by for from with as and or so then also please we i you he she they our your my their us me user users wants want wanted prefers prefer preferred said says asked asks requires require expects expect likes like when if always under over via set".split(
    " ",
  ),
)

/** A negation is about what stands so near. */
const REACH = 6

/** The words of a text, folded as in a fact's key. "don't" is one word. */
export function wordsIn(text: string): string[] {
  const folded = foldFact(text.replace(/n['’]t\b/gi, "nt"))
  if (folded === "") return []
  // The pattern is some ten times as slow, and every fact of a scope is read.
  return EASTERN_SCRIPT.test(folded) ? (folded.match(SPLIT) ?? []) : folded.split(" ")
}

export function readWords(text: string): FactWords {
  const all = wordsIn(text)
  const words = all.filter((word) => !isNegation(word))
  const negated = all.flatMap((word, at) =>
    isNegation(word)
      ? [all.slice(at + 1, at + 1 + REACH).find((next) => !isNegation(next) && isMeaningful(next)) ?? ""]
      : [],
  )
  return { words, distinct: new Set(words), negated: new Set(negated) }
}

/** Those that carry a text's meaning, with their endings cut, so that "answers" meets "answer". */
export function contentOf({ distinct }: FactWords): Set<string> {
  return new Set([...distinct].filter(isMeaningful).map(stemOf))
}

export function isMeaningful(word: string): boolean {
  return !FILLERS.has(word)
}

export function weightOf(word: string): number {
  return IS_EASTERN.test(word) ? 0.5 : 1
}

export function isNegation(word: string): boolean {
  return (
    NEGATIONS.has(word) || /^(?:do|does|did|is|are|was|were|wo|would|should|must|can|could|has|have|had)nt$/.test(word)
  )
}

function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  return word.replace(/(?:ing|ed|es|s|e)$/, "").replace(/([a-z])\1$/, "$1")
}
