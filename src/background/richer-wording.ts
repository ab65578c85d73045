// A statement that says all that a fact on record says, and more: beside it, the fact would only repeat a part of it.
import { contentOf, readWords } from "../facts/fact-words.ts"
import type { Fact } from "../model/fact.ts"

/** In content words: two shared ones may be chance. */
const LEAST_WORDS = 3

/** Among facts that may be replaced. */
export function shorterFact<T extends { readonly fact: Fact }>(known: readonly T[], text: string): T | undefined {
  const said = readWords(text)
  const words = contentOf(said)
  return known.find(({ fact }) => {
    const read = readWords(fact.text)
    const own = [...contentOf(read)]
    const isDenied = [...said.negated, ...read.negated].some(
      (word) => read.negated.has(word) !== said.negated.has(word),
    )
    const isShorter = own.length >= LEAST_WORDS && own.length < words.size
    return !isDenied && isShorter && own.every((word) => words.has(word))
  })
}
