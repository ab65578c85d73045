// Which documents a text is about, judged by its words: the best first, each with how sure that is and by which words. Unasked suggestions use only
// sure matches; an answer to a question may show the rest as well.
import { isTelling, tellingWeight, type WrittenTerms } from "./search-terms.ts"
import type { Postings, TermIndex } from "./term-index.ts"

export interface Hit<T> {
  readonly document: T
  readonly score: number
  /** From 1 on, it is more than chance that a text of this length shares these words with the document. */
  readonly confidence: number
  /** How much of what the text says the document says too: 1 for all of it in a title. */
  readonly share: number
  /** The words of the text that matched, the most distinctive first. */
  readonly matched: readonly string[]
}

/** One distinctive word is enough if only a few documents have it, in a title or in a text. */
const LEAST = 0.65
/** The longer the text, the more documents share a word with it by chance. */
const PER_WORD = 0.07
const FREE_WORDS = 3
const MOST_WORDS = 10
/** The same goes for the vocabulary of the documents: among a few hundred notes a match is intended, among ten thousand it is not. */
const PER_VOCABULARY = 0.25
const SMALL_VOCABULARY = 1000
/** "Fix the failing test" shares three words with any note on testing: such words may add to a match, not make one. */
const MOST_BY_COMMON = 0.5
/** Another form of a word is nearly as good. */
const OTHER_FORM = 0.8

/** Documents looked up in total, by the rarest terms first: a text of common words must not cost more than any other. */
const MAX_LOOKUPS = 20_000
const MAX_RANKED = 200

interface Lookup {
  readonly term: string
  readonly postings: Postings
  readonly weight: number
  readonly isCommon: boolean
}

/** The best first, one at a time: the caller stops when it has enough. */
export function* rank<T>(index: TermIndex<T>, question: WrittenTerms, leastConfidence = 0): Generator<Hit<T>> {
  const least = leastFor(question, index)
  const most = mostFor(question, index)
  const lookups = lookupsFor(index, question)
  for (const { slot, score } of scored(index, lookups, least * leastConfidence)) {
    const { document } = index.entry(slot) as { document: T }
    yield {
      document,
      score,
      confidence: score / least,
      share: score / most,
      matched: matchedBy(lookups, slot, question),
    }
  }
}

function leastFor({ words }: WrittenTerms, index: TermIndex<unknown>): number {
  let said = 0
  for (const [term, weight] of words) said += weight * index.rarityOf(term)
  const byLength = PER_WORD * Math.max(0, Math.min(said, MOST_WORDS) - FREE_WORDS)
  const byVocabulary = PER_VOCABULARY * Math.max(0, Math.log(index.terms / SMALL_VOCABULARY))
  return LEAST + byLength + byVocabulary
}

/** The score of a document that has every word in its title. */
function mostFor({ words }: WrittenTerms, index: TermIndex<unknown>): number {
  const sums = { telling: 0, common: 0 }
  for (const [term, weight] of words) sums[isTelling(weight) ? "telling" : "common"] += weight * index.rarityOf(term)
  return sums.telling + Math.min(MOST_BY_COMMON, sums.common)
}

/** The documents that share this much with the question, those that share most first. */
function scored(
  index: TermIndex<unknown>,
  lookups: readonly Lookup[],
  least: number,
): { slot: number; score: number }[] {
  const telling = new Float64Array(index.slots)
  const common = new Float64Array(index.slots)
  const touched: number[] = []
  for (const { postings, weight, isCommon } of lookups) {
    const sums = isCommon ? common : telling
    for (let at = 0; at < postings.slots.length; at++) {
      const slot = postings.slots[at] as number
      if (telling[slot] === 0 && common[slot] === 0) touched.push(slot)
      sums[slot] = (sums[slot] as number) + weight * (postings.weights[at] as number)
    }
  }
  const found: { slot: number; score: number }[] = []
  for (const slot of touched) {
    const score = (telling[slot] as number) + Math.min(MOST_BY_COMMON, common[slot] as number)
    if (score >= least) found.push({ slot, score })
  }
  return found.sort((a, b) => b.score - a.score || compare(index, a.slot, b.slot)).slice(0, MAX_RANKED)
}

/** The rarest first. */
function lookupsFor(index: TermIndex<unknown>, { words, names, written }: WrittenTerms): Lookup[] {
  const found: Lookup[] = []
  const take = (term: string, known: string, weight: number) => {
    const postings = index.postings(known)
    if (postings) found.push({ term, postings, weight: weight * index.rarityOf(known), isCommon: !isTelling(weight) })
  }
  for (const [term, weight] of new Map([...names, ...words])) {
    if (index.postings(term)) take(term, term, weight)
    else if (isTelling(weight) && words.has(term))
      for (const form of index.formsOf(written.get(term) ?? term))
        take(term, form, OTHER_FORM * Math.min(weight, tellingWeight(form)))
  }
  found.sort((a, b) => a.postings.slots.length - b.postings.slots.length)
  let lookups = 0
  return found.filter(({ postings }) => {
    lookups += postings.slots.length
    return lookups <= MAX_LOOKUPS
  })
}

/** A name is listed once, without its parts. */
function matchedBy(lookups: readonly Lookup[], slot: number, { written }: WrittenTerms): string[] {
  const matched: string[] = []
  for (const { term, postings } of lookups.toSorted((a, b) => b.weight - a.weight)) {
    const word = written.get(term) ?? term
    const isNew = !matched.some((other) => other.toLowerCase().includes(word.toLowerCase()))
    if (isNew && postings.slots.includes(slot)) matched.push(word)
  }
  return matched
}

/** The order is the same whatever has changed before. */
function compare(index: TermIndex<unknown>, a: number, b: number): number {
  return (index.entry(a)?.key ?? "") < (index.entry(b)?.key ?? "") ? -1 : 1
}
