// Which notes of a scope have which term, kept up to date note by note. Bodies of ordinary notes are not in memory, so what a note says is
// its description, its name and its type; a fact is short enough to be known whole.
import type { NoteInfo } from "../model/note.ts"
import { type Terms, termsOf } from "./search-terms.ts"

export type TermIndex = ReturnType<typeof createTermIndex>

export interface IndexedTerms {
  readonly note: NoteInfo
  readonly terms: ReadonlyMap<string, number>
  /** What the description is made of, each with what it tells. */
  readonly description: ReadonlyMap<string, number>
}

/** The notes that have a term, and how much it counts in each. */
export interface Postings {
  readonly slots: number[]
  readonly counts: number[]
}

/** A reason or an aside names more than the fact is about. */
const IN_DETAIL = 0.5
/** More of it says no more of what the fact is about. */
const MAX_DETAIL = 1000
const MAX_DESCRIPTION = 500

export function createTermIndex() {
  const postings = new Map<string, Postings>()
  const entries: (IndexedTerms | undefined)[] = []
  const slotOf = new Map<string, number>()
  const free: number[] = []

  function remove(path: string): void {
    const slot = slotOf.get(path)
    if (slot === undefined) return
    for (const term of entries[slot]?.terms.keys() ?? []) unlist(term, slot)
    entries[slot] = undefined
    slotOf.delete(path)
    free.push(slot)
  }

  function unlist(term: string, slot: number): void {
    const { slots, counts } = postings.get(term) as Postings
    if (slots.length === 1) {
      postings.delete(term)
      return
    }
    const at = slots.indexOf(slot)
    const lastSlot = slots.pop() as number
    const lastCount = counts.pop() as number
    if (at === slots.length) return
    slots[at] = lastSlot
    counts[at] = lastCount
  }

  return {
    /** Slots are small numbers, given again when a note has gone. */
    get slots(): number {
      return entries.length
    },
    add(note: NoteInfo): void {
      remove(note.path)
      const slot = free.pop() ?? entries.length
      const entry = readNote(note)
      entries[slot] = entry
      slotOf.set(note.path, slot)
      for (const [term, count] of entry.terms) {
        const list = postings.get(term)
        if (!list) postings.set(term, { slots: [slot], counts: [count] })
        else {
          list.slots.push(slot)
          list.counts.push(count)
        }
      }
    },
    remove,
    entry: (slot: number) => entries[slot],
    postings: (term: string) => postings.get(term),
    /** From 1, for a term of one note only, down to nearly 0, for one that every note has. */
    rarityOf: (term: string) => rarity(postings.get(term)?.slots.length ?? 0, slotOf.size),
  }
}

function readNote(note: NoteInfo): IndexedTerms {
  const terms = new Map<string, number>()
  const take = (found: Terms, count: number) => {
    for (const part of [found.words, found.names])
      for (const [term, weight] of part) if (weight > 0 && !terms.has(term)) terms.set(term, count)
  }
  const description = termsOf(note.description.slice(0, MAX_DESCRIPTION))
  take(description, 1)
  take(termsOf(nameOf(note.path)), 1)
  take(termsOf(note.fact?.type ?? note.type ?? ""), 1)
  take(termsOf(note.fact?.detail?.slice(0, MAX_DETAIL) ?? ""), IN_DETAIL)
  return { note, terms, description: description.words }
}

/** Where facts and references lie says nothing; folders below are names a person gave. */
function nameOf(path: string): string {
  return path
    .replace(/^(?:facts|reference|private)\//, "")
    .replace(/\.md$/, "")
    .replace(/[/_-]+/g, " ")
}

/** A handful of notes on one matter does not make its words common. */
const LEAST_NOTES = 20

/** As in BM25, in proportion to the rarest there can be, so that a number means the same in ten notes as in ten thousand. */
function rarity(notes: number, of: number): number {
  const all = Math.max(of, LEAST_NOTES)
  return notes === 0 ? 1 : idf(notes, all) / idf(1, all)
}

function idf(notes: number, of: number): number {
  return Math.log(1 + (of - notes + 0.5) / (notes + 0.5))
}
