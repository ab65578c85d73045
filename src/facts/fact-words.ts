// A fact as words that can be compared with those of others. Chinese and Japanese have no spaces and Korean few, so there each character counts
// as half a word; "eight words" is then about the same amount of text in every language.
import { CLAIM_FILLERS } from "../text/common-words.ts"
import { EASTERN_SCRIPT } from "../text/script.ts"
import { isNegation, negatedIn, stemOf, wordsIn } from "../text/words.ts"

export interface FactWords {
  /** In order, without negations. */
  readonly words: readonly string[]
  readonly distinct: ReadonlySet<string>
  /** What each negation is about. */
  readonly negated: ReadonlySet<string>
}

/** "PRs" is the plural of "PR"; in lower case it could not be told from "dns". */
const SEVERAL = /\b([A-Z]{2,})s\b/g

export function readWords(text: string): FactWords {
  const all = wordsIn(text.replace(SEVERAL, "$1"), (run) => [...run])
  const words = all.filter((word) => !isNegation(word))
  return { words, distinct: new Set(words), negated: negatedIn(all, isNegation) }
}

/** The stems of the words that carry meaning, so that "answers" matches "answer". */
export function contentOf({ distinct }: FactWords): Set<string> {
  return new Set([...distinct].filter(isMeaningful).map(stemOf))
}

export function isMeaningful(word: string): boolean {
  return !CLAIM_FILLERS.has(word)
}

export function weightOf(word: string): number {
  return EASTERN_SCRIPT.test(word) ? 0.5 : 1
}
