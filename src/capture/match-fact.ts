// The facts that a few words of a person mean: most of what they say must stand in the fact.
import type { Fact } from "../model/fact.ts"
import { contentOf, readWords } from "./fact-words.ts"

const LEAST_SHARE = 0.6
const MOST = 3

/** The best first. */
export function matchingFacts(words: string, facts: readonly Fact[]): Fact[] {
  const wanted = contentOf(readWords(words))
  if (wanted.size === 0) return []
  return facts
    .map((fact) => ({ fact, share: shareOf(wanted, contentOf(readWords(fact.text))) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share || (a.fact.path < b.fact.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ fact }) => fact)
}

function shareOf(wanted: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return [...wanted].filter((word) => said.has(word)).length / wanted.size
}
