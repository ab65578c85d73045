// A fact as words that can be compared with others. Chinese and Japanese have no spaces and Korean few, so there each character is a word of
// half the weight, which makes "eight words" about the same amount of text in every language.
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

/** "PRs" are more than one PR; in small letters nobody could tell that from "dns". */
const SEVERAL = /\b([A-Z]{2,})s\b/g

export function readWords(text: string): FactWords {
  const all = wordsIn(text.replace(SEVERAL, "$1"), (run) => [...run])
  const words = all.filter((word) => !isNegation(word))
  return { words, distinct: new Set(words), negated: negatedIn(all, isNegation) }
}

/** Those that carry a text's meaning, without their endings, so that "answers" meets "answer". */
export function contentOf({ distinct }: FactWords): Set<string> {
  return new Set([...distinct].filter(isMeaningful).map(stemOf))
}

export function isMeaningful(word: string): boolean {
  return !CLAIM_FILLERS.has(word)
}

export function weightOf(word: string): number {
  return EASTERN_SCRIPT.test(word) ? 0.5 : 1
}
