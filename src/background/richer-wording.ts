// A statement that says all that a fact on record says, and more: beside it, the fact would only repeat a part of it.
import { contentOf, readWords } from "../facts/fact-words.ts"
import type { Fact } from "../model/fact.ts"

/** In content words: two shared ones may be chance. */
const LEAST_WORDS = 3

/** What the user said, wrote or confirmed is nobody's draft. */
function isDraft({ source, reinforced }: Fact): boolean {
  return source !== "explicit" && source !== "manual" && reinforced.count === 0
}

export function shorterFact<T extends { readonly fact: Fact }>(known: readonly T[], text: string): T | undefined {
  const said = readWords(text)
  const words = contentOf(said)
  return known.find(({ fact }) => {
    const read = readWords(fact.text)
    const own = [...contentOf(read)]
    const isDenied = [...said.negated, ...read.negated].some(
      (word) => read.negated.has(word) !== said.negated.has(word),
    )
    return (
      isDraft(fact) &&
      !isDenied &&
      own.length >= LEAST_WORDS &&
      own.length < words.size &&
      own.every((word) => words.has(word))
    )
  })
}
