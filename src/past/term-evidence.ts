// What the index alone says about a question: which messages contain which of its terms, and which are next to them or in the same session. An
// answer seldom repeats the words of the question, so what is said before and after counts for it too.
import { positionOf, VOICES, type Voice, voiceOf } from "./entry-number.ts"
import type { IndexedPlaces } from "./indexed-places.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"
import type { Stretch } from "./session-stretches.ts"

export interface AskedTerm {
  readonly term: string
  /** How much it tells: the rarer, the more. */
  readonly tells: number
  /** In ascending order, so newest sessions first. */
  readonly entries: readonly number[]
}

export interface PastCandidate {
  /** Where the session's numbers begin, and which of its messages it is. */
  readonly session: number
  readonly position: number
  /** Bit sets of the terms, in their order: those in adjacent messages, and those two away. */
  readonly next: number
  readonly further: number
  readonly inSession: number
  /** How much of the question the whole session contains, and how often. */
  readonly coverage: number
  readonly score: number
}

/** For a term that nearly all messages have, only the newest are looked at. */
const MOST_ENTRIES = 10_000
/** For all terms together, rarest first; the remaining terms choose no candidates but count when the texts are read. */
const MOST_LOOKUPS = 20_000
/** Terms are bits of a 32-bit number. */
const MOST_TERMS = 30
/** How common a word is here says more than a list of ordinary words, so the list counts little. */
const LISTED = 0.3

/** If only a few sessions are asked for, common terms are looked up in each of them. */
const FEW_SESSIONS = 50

/** What `find` finds in the sessions asked for if they are few, otherwise among all; in order. */
export function foundAmong(
  asked: readonly Stretch[],
  most: number,
  find: (most: number, among?: Stretch) => readonly number[],
): readonly number[] {
  if (asked.length === 0 || asked.length > FEW_SESSIONS) return find(most)
  let left = most
  return asked.flatMap((one) => {
    const found = find(left, one)
    left -= found.length
    return found
  })
}

/** The rarest terms first, at most `most`. `size`: messages in all; `among`: the sessions asked for. */
export function askedTerms(
  index: PastIndex,
  size: number,
  { terms, last }: PastQuery,
  { most = MOST_TERMS, among }: { readonly most?: number; readonly among?: () => readonly Stretch[] } = {},
): AskedTerm[] {
  const all = Math.max(size, 1)
  const asked = [...terms].map(([term, weight]) => {
    const exact = index.countOf(term, MOST_ENTRIES)
    const isUnfinished = exact === 0 && term.length >= 3 && last?.startsWith(term) === true
    const count = isUnfinished ? index.countOf(term, MOST_ENTRIES, true) : exact
    const spread = count < MOST_ENTRIES ? count : index.spreadOf(term)
    const tells = weight ** LISTED * Math.log(1 + (all - spread + 0.5) / (spread + 0.5))
    return { term, tells, count, isUnfinished }
  })
  let lookups = 0
  return asked
    .sort((a, b) => b.tells - a.tells)
    .slice(0, most)
    .map(({ term, tells, count, isUnfinished }) => {
      const isWithin = lookups === 0 || lookups + count <= MOST_LOOKUPS
      if (isWithin) lookups += count
      const find = (atMost: number, one?: Stretch) => index.having(term, atMost, isUnfinished, one)
      const foundIn = () =>
        among && count === MOST_ENTRIES ? foundAmong(among(), MOST_ENTRIES, find) : find(MOST_ENTRIES)
      return { term, tells, entries: isWithin && count > 0 ? foundIn() : [] }
    })
}

/** A message with some of the terms, as a bit set. */
interface Found {
  readonly position: number
  readonly voice: Voice
  readonly terms: number
}

/** What a term counts if only an adjacent message has it, or one two away. */
export const NEXT = 0.5
export const FURTHER = 0.3
const SESSION = 0.5
const TITLE = 0.5
const BEST_OF_SESSION = 3
export const COVERAGE = 0.2
/** As in BM25, for a term that occurs in several messages of a session. */
const AGAIN = 1.2

/** Value of having `told` out of `all`: the more of a question is in one place, the less likely it is chance. */
function worthTold(told: number, all: number): number {
  return all === 0 ? 0 : told * Math.sqrt(told / all)
}

/** Candidates kept if not all are wanted; among equals the newest. */
const BEST_KEPT = 2000

/** The best messages that contain a term or are next to one that does, with the evidence for them; with `areAllAsked` all of them. */
export function pastCandidates(
  asked: readonly AskedTerm[],
  places: IndexedPlaces,
  isWanted: (session: number) => boolean,
  voices: Readonly<Record<Voice, number>>,
  areAllAsked: boolean,
): PastCandidate[] {
  const tells = asked.map((one) => one.tells)
  const all = tells.reduce((sum, one) => sum + one, 0)
  let kept: PastCandidate[] = []
  let least = Number.NEGATIVE_INFINITY
  eachSession(asked, places, (session, found) => {
    if (!isWanted(session)) return
    const title = found[0]?.position === 0 ? found[0] : undefined
    const messages = title ? found.slice(1) : found
    const inSession =
      SESSION * meanOfBest(messages.map(({ terms }) => worthTold(toldBy(terms, tells), all))) +
      TITLE * worthTold(title ? toldBy(title.terms, tells) : 0, all)
    const coverage = coverageOf(found, tells, all)
    eachWithNeighbours(messages, (position, voice, terms, next, further) => {
      const told =
        toldBy(terms, tells) + NEXT * toldBy(next & ~terms, tells) + FURTHER * toldBy(further & ~next & ~terms, tells)
      const score = worthTold(told, all) * voices[voice] + inSession + COVERAGE * coverage
      if (score > least) kept.push({ session, position, next, further, inSession, coverage, score })
    })
    if (areAllAsked || kept.length < 2 * BEST_KEPT) return
    kept = kept.sort((a, b) => b.score - a.score).slice(0, BEST_KEPT)
    least = kept.at(-1)?.score ?? least
  })
  return kept
}

function meanOfBest(worths: number[]): number {
  const best = worths.length > BEST_OF_SESSION ? worths.sort((a, b) => b - a).slice(0, BEST_OF_SESSION) : worths
  return best.reduce((sum, one) => sum + one, 0) / BEST_OF_SESSION
}

function coverageOf(found: readonly Found[], tells: readonly number[], all: number): number {
  let [told, score] = [0, 0]
  for (const [at, one] of tells.entries()) {
    let count = 0
    for (const { terms } of found) count += (terms >> at) & 1
    if (count === 0) continue
    told += one
    score += (one * count * (1 + AGAIN)) / (count + AGAIN)
  }
  return all === 0 ? 0 : score * Math.sqrt(told / all)
}

type VisitPosition = (position: number, voice: Voice, terms: number, next: number, further: number) => void

/**
 * Visits each message and its neighbours once, with its own terms, those of adjacent messages and those two away. The turn next to one that asks
 * in the question's words often contains the answer.
 */
function eachWithNeighbours(messages: readonly Found[], visit: VisitPosition): void {
  const last = messages.at(-1)?.position ?? 0
  if (last + 2 * REACH >= termsAt.length) {
    termsAt = new Int32Array(2 * (last + 2 * REACH))
    voicesAt = new Uint8Array(termsAt.length)
  }
  for (const { position, voice, terms } of messages) {
    termsAt[position + REACH] = terms
    voicesAt[position + REACH] = VOICES.indexOf(voice)
  }
  let done = 0
  for (const { position } of messages)
    for (let place = Math.max(position - 1, done + 1); place <= position + 1; place++) {
      done = place
      const at = place + REACH
      const voice = VOICES[voicesAt[at] as number] as Voice
      const next = (termsAt[at - 1] as number) | (termsAt[at + 1] as number)
      visit(place, voice, termsAt[at] as number, next, (termsAt[at - 2] as number) | (termsAt[at + 2] as number))
    }
  for (const { position } of messages) {
    termsAt[position + REACH] = 0
    voicesAt[position + REACH] = 0
  }
}

/** Padding on both sides, so that neighbours need no bounds check. */
const REACH = 3
/** Scratch space by position for the current session; zero in between. */
let termsAt = new Int32Array(512)
let voicesAt = new Uint8Array(512)

function toldBy(terms: number, tells: readonly number[]): number {
  let sum = 0
  for (let left = terms; left !== 0; left &= left - 1) sum += tells[31 - Math.clz32(left & -left)] as number
  return sum
}

/** All lists are sorted, so they are merged in one pass, session by session. */
function eachSession(
  asked: readonly AskedTerm[],
  places: IndexedPlaces,
  visit: (session: number, found: readonly Found[]) => void,
): void {
  const lists = asked.map(({ entries }) => entries)
  const next = lists.map(() => 0)
  let session = Number.NaN
  let found: Found[] = []
  for (;;) {
    let entry = Number.POSITIVE_INFINITY
    for (let at = 0; at < lists.length; at++)
      entry = Math.min(entry, lists[at]?.[next[at] as number] ?? Number.POSITIVE_INFINITY)
    if (entry === Number.POSITIVE_INFINITY) break
    let terms = 0
    for (let at = 0; at < lists.length; at++)
      if (lists[at]?.[next[at] as number] === entry) {
        terms |= 1 << at
        next[at] = (next[at] as number) + 1
      }
    const first = places.firstOf(entry)
    if (first !== session) {
      if (found.length > 0) visit(session, found)
      session = first
      found = []
    }
    found.push({ position: positionOf(entry, first), voice: voiceOf(entry), terms })
  }
  if (found.length > 0) visit(session, found)
}
