// Which notes a user message is about, by its words alone. What is shown unasked costs tokens and trust, so the question is not which note
// fits best but whether any fits: a note must share enough with the message, whatever the others share.
import type { NoteInfo } from "../model/note.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { codeNamesIn, isTelling, type Terms, termsOf } from "./search-terms.ts"
import { createTermIndex, type IndexedTerms, type Postings, type TermIndex } from "./term-index.ts"

export type Relevance = ReturnType<typeof createRelevance>

export interface QuestionMessage {
  /** The user's own words. */
  readonly said: string
  /** Logs and code: only the names in it count. */
  readonly pasted?: string
}

export interface BestOptions {
  readonly exclude: (note: NoteInfo) => boolean
  readonly limit: number
}

export interface RelevantNote {
  readonly note: NoteInfo
  readonly score: number
}

/** Of a message: what it is about is said before that. */
export const MAX_MESSAGE = 8000

/** A telling word that this note alone has, or two of forty, or five of ten thousand. One that more have tells none of them apart. */
const LEAST_WEIGHT = 0.8
/** Of what the message says: the longer it is, the more notes share a word with it by chance. */
const LEAST_OF_MESSAGE = 1 / 3
/** However much is said, two telling words of one note are enough. */
const MOST_ASKED = 5
/** Of what the description says: a note about a dozen things is hardly about one of them. */
const LEAST_OF_NOTE = 0.08
const MOST_SAID = 12
/** "Fix the failing test" shares three words with any note on testing: such words may add to a match, not make one. */
const MOST_BY_COMMON = 0.5
/** Beside a note that fits well, one that barely does is noise. */
const LEAST_OF_BEST = 0.5
/** How much a short description is preferred to a long one: it decides between notes that share the same words. */
const LENGTH = 0.02

/** Notes looked up in all, by the rarest terms first: a message of common words must not cost more than any other. */
const MAX_LOOKUPS = 20_000
const MAX_TRIED = 100

export function createRelevance() {
  const scopes = { project: createScope(), global: createScope() }
  return {
    /**
     * Takes in a scope's notes, sorted by path; only what changed since is read. False: time was up before all were taken in. The next call
     * goes on; until then, what has changed may be answered as it was.
     */
    update: (scope: ScopeName, notes: readonly NoteInfo[], isTimeUp?: () => boolean) =>
      scopes[scope].update(notes, isTimeUp),
    /** The best first; often none. */
    best(message: QuestionMessage, options: BestOptions): readonly RelevantNote[] {
      const question = questionOf(message)
      return SCOPES.flatMap((scope) => matchesIn(scopes[scope].index, question, options))
        .sort((a, b) => b.score - a.score)
        .filter(({ score }, _at, [best]) => score >= LEAST_OF_BEST * (best as RelevantNote).score)
        .slice(0, options.limit)
    },
  }
}

function createScope() {
  const index = createTermIndex()
  let known: readonly NoteInfo[] = []
  return {
    index,
    update(notes: readonly NoteInfo[], isTimeUp: () => boolean = () => false): boolean {
      for (const { before, after, at, next } of differences(known, notes)) {
        if (isTimeUp()) {
          known = [...notes.slice(0, next), ...known.slice(at)]
          return false
        }
        if (before) index.remove(before.path)
        if (after) index.add(after)
      }
      known = notes.slice()
      return true
    },
  }
}

interface Difference {
  readonly before?: NoteInfo
  readonly after?: NoteInfo
  /** Where it stands, in the list of before and in that of after. */
  readonly at: number
  readonly next: number
}

/** Of two lists sorted by path. A note that has not changed is nearly always the very same object. */
function* differences(known: readonly NoteInfo[], notes: readonly NoteInfo[]): Generator<Difference> {
  let at = 0
  let next = 0
  for (;;) {
    while (at < known.length && known[at] === notes[next]) {
      at++
      next++
    }
    const before = known[at]
    const after = notes[next]
    if (!before && !after) return
    const order = !after ? -1 : !before ? 1 : compare(before.path, after.path)
    if (order < 0) yield { before: before as NoteInfo, at, next }
    else if (order > 0) yield { after: after as NoteInfo, at, next }
    else if (before?.hash !== after?.hash) yield { before: before as NoteInfo, after: after as NoteInfo, at, next }
    if (order <= 0) at++
    if (order >= 0) next++
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function questionOf({ said, pasted = "" }: QuestionMessage): Terms {
  const { words, names } = termsOf(said.slice(0, MAX_MESSAGE))
  return { words, names: new Map([...codeNamesIn(pasted.slice(0, MAX_MESSAGE)), ...names]) }
}

function matchesIn(index: TermIndex, question: Terms, { exclude, limit }: BestOptions): RelevantNote[] {
  const asked = weightOf(question.words, index)
  const least = Math.max(LEAST_WEIGHT, LEAST_OF_MESSAGE * Math.min(asked, MOST_ASKED))
  const ranked: { entry: IndexedTerms; score: number }[] = []
  for (const { slot, weight } of sharing(index, question, least).slice(0, MAX_TRIED)) {
    const entry = index.entry(slot) as IndexedTerms
    const said = weightOf(entry.description, index)
    if (weight >= LEAST_OF_NOTE * Math.min(said, MOST_SAID)) ranked.push({ entry, score: weight / (1 + LENGTH * said) })
  }
  ranked.sort((a, b) => b.score - a.score || compare(a.entry.note.path, b.entry.note.path))
  const matches: RelevantNote[] = []
  for (const { entry, score } of ranked) {
    if (matches.length === limit) break
    if (!exclude(entry.note)) matches.push({ note: entry.note, score })
  }
  return matches
}

/** The notes that share so much with the question, those that share most first. */
function sharing(index: TermIndex, question: Terms, least: number): { slot: number; weight: number }[] {
  const telling = new Float64Array(index.slots)
  const common = new Float64Array(index.slots)
  const touched: number[] = []
  let lookups = 0
  for (const { postings, weight, isCommon } of lookedUp(index, question)) {
    lookups += postings.slots.length
    if (lookups > MAX_LOOKUPS) break
    const sums = isCommon ? common : telling
    for (let at = 0; at < postings.slots.length; at++) {
      const slot = postings.slots[at] as number
      if (telling[slot] === 0 && common[slot] === 0) touched.push(slot)
      sums[slot] = (sums[slot] as number) + weight * (postings.counts[at] as number)
    }
  }
  const found: { slot: number; weight: number }[] = []
  for (const slot of touched) {
    const weight = (telling[slot] as number) + Math.min(MOST_BY_COMMON, common[slot] as number)
    if (weight >= least) found.push({ slot, weight })
  }
  return found.sort((a, b) => b.weight - a.weight)
}

function lookedUp(index: TermIndex, { words, names }: Terms) {
  const found: { postings: Postings; weight: number; isCommon: boolean }[] = []
  for (const [term, weight] of new Map([...names, ...words])) {
    const postings = index.postings(term)
    if (postings && weight > 0)
      found.push({ postings, weight: weight * index.rarityOf(term), isCommon: !isTelling(weight) })
  }
  return found.sort((a, b) => a.postings.slots.length - b.postings.slots.length)
}

function weightOf(words: ReadonlyMap<string, number>, index: TermIndex): number {
  let sum = 0
  for (const [term, weight] of words) sum += weight * index.rarityOf(term)
  return sum
}
