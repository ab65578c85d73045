// Which documents have which term, updated document by document. It is in memory for every note, so it keeps only numbers: when a document is
// removed, its text is read again.
import { termsOf } from "./search-terms.ts"

export type TermIndex<T> = ReturnType<typeof createTermIndex<T>>

/** A part of a document and what a word counts there: a title says what the document is about, a body names more than that. */
export interface SearchField {
  readonly text: string
  readonly weight: number
}

/** The documents that have a term, and how much it counts in each. */
export interface Postings {
  readonly slots: number[]
  readonly weights: number[]
}

interface Entry<T> {
  readonly key: string
  readonly document: T
}

/** Words that share this much of their beginning are forms of one word, in most languages that inflect at the end. */
const LEAST_BEGINNING = 5
const LEAST_SHARED = 0.75

/** `fieldsOf` returns the most important field first, and always the same for a document. */
export function createTermIndex<T>(fieldsOf: (document: T) => readonly SearchField[]) {
  const postings = new Map<string, Postings>()
  const byBeginning = new Map<string, Set<string>>()
  const entries: (Entry<T> | undefined)[] = []
  const slotOf = new Map<string, number>()
  const free: number[] = []

  function list(term: string, slot: number, weight: number): void {
    const found = postings.get(term)
    if (found) {
      found.slots.push(slot)
      found.weights.push(weight)
      return
    }
    postings.set(term, { slots: [slot], weights: [weight] })
    const beginning = beginningOf(term)
    if (beginning) byBeginning.set(beginning, (byBeginning.get(beginning) ?? new Set()).add(term))
  }

  function unlist(term: string, slot: number): void {
    const { slots, weights } = postings.get(term) as Postings
    const at = slots.indexOf(slot)
    const lastSlot = slots.pop() as number
    const lastWeight = weights.pop() as number
    if (at < slots.length) {
      slots[at] = lastSlot
      weights[at] = lastWeight
    }
    if (slots.length > 0) return
    postings.delete(term)
    byBeginning.get(beginningOf(term))?.delete(term)
  }

  function remove(key: string): void {
    const slot = slotOf.get(key)
    if (slot === undefined) return
    for (const term of readFields(fieldsOf((entries[slot] as Entry<T>).document)).keys()) unlist(term, slot)
    entries[slot] = undefined
    slotOf.delete(key)
    free.push(slot)
  }

  return {
    /** Slots are small numbers, reused after a document is removed. */
    get slots(): number {
      return entries.length
    },
    /** How many different terms there are. */
    get terms(): number {
      return postings.size
    },
    add(key: string, document: T): void {
      remove(key)
      const slot = free.pop() ?? entries.length
      entries[slot] = { key, document }
      slotOf.set(key, slot)
      for (const [term, weight] of readFields(fieldsOf(document))) list(term, slot, weight)
    },
    remove,
    entry: (slot: number) => entries[slot],
    postings: (term: string) => postings.get(term),
    /** Terms that are another form of a word that no document has. */
    formsOf(word: string): string[] {
      return [...(byBeginning.get(beginningOf(word)) ?? [])].filter((term) => isFormOf(word, term))
    },
    /** From 1, for a term in one document only, down to nearly 0, for one in every document. */
    rarityOf: (term: string) => rarity(postings.get(term)?.slots.length ?? 0, slotOf.size),
  }
}

function readFields(fields: readonly SearchField[]): ReadonlyMap<string, number> {
  const terms = new Map<string, number>()
  for (const { text, weight } of fields) {
    const { words, names } = termsOf(text)
    for (const found of [words, names])
      for (const [term, tells] of found) if (tells > 0 && !terms.has(term)) terms.set(term, weight)
  }
  return terms
}

function beginningOf(word: string): string {
  return word.length < LEAST_BEGINNING ? "" : word.slice(0, LEAST_BEGINNING)
}

function isFormOf(word: string, term: string): boolean {
  let shared = LEAST_BEGINNING
  while (shared < word.length && word[shared] === term[shared]) shared++
  return shared >= LEAST_SHARED * Math.max(word.length, term.length)
}

/** A handful of documents on one subject does not make its words common. */
const LEAST_DOCUMENTS = 20

/** As in BM25, relative to the rarest possible term, so that a number means the same among ten documents as among ten thousand. */
function rarity(documents: number, of: number): number {
  const all = Math.max(of, LEAST_DOCUMENTS)
  return documents === 0 ? 1 : idf(documents, all) / idf(1, all)
}

function idf(documents: number, of: number): number {
  return Math.log(1 + (of - documents + 0.5) / (documents + 0.5))
}
