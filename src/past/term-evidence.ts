// What the index alone says about a question: which messages have which of its terms, and which are around them or in the same session. A turn that
// answers seldom repeats the words of the one that asked, so what is said before and after it speaks for it as well.
import { positionOf, VOICES, type Voice, voiceOf } from "./entry-number.ts"
import type { IndexedPlaces } from "./indexed-places.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"
import type { Stretch } from "./session-stretches.ts"

export interface AskedTerm {
  readonly term: string
  /** How much it tells: more, the fewer messages have it. */
  readonly tells: number
  /** In order: of the newest sessions first. */
  readonly entries: readonly number[]
}

export interface PastCandidate {
  /** Where the session's numbers begin, and which of its messages. */
  readonly session: number
  readonly position: number
  /** Of the terms, as bits in their order: those in a message next to it, and those two away. */
  readonly next: number
  readonly further: number
  readonly inSession: number
  /** How much of the question the session as a whole has, and how often. */
  readonly coverage: number
  readonly score: number
}

/** Of a term that nearly all have, the newest are looked at. */
const MOST_ENTRIES = 10_000
/** Of all terms together, the rarest first: what is left then chooses nobody, and counts where the texts are read. */
const MOST_LOOKUPS = 20_000
/** As many bits as a number has. */
const MOST_TERMS = 30
/** How common a word is here says more than whether it is in a list of ordinary ones. */
const LISTED = 0.3

/** Where a few sessions are asked for, common terms are looked for in each of them. */
const FEW_SESSIONS = 50

/** What `find` finds in the sessions that are asked for, if they are few, otherwise among all. In order. */
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

/** The rarest first, and no more than so many; `size` is how many messages there are, `among` are the sessions that are asked for. */
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

/** A message that has some of the terms, as bits in their order. */
interface Found {
  readonly position: number
  readonly voice: Voice
  readonly terms: number
}

/** What a term counts that is not in the message itself, but in the next one, or in the one after that. */
export const NEXT = 0.5
export const FURTHER = 0.3
const SESSION = 0.5
const TITLE = 0.5
const BEST_OF_SESSION = 3
export const COVERAGE = 0.2
/** As in BM25, for a term that comes in several messages of a session. */
const AGAIN = 1.2

/** What terms are worth that tell so much of all: the more of a question is in one place, the less is it there by chance. */
function worthTold(told: number, all: number): number {
  return all === 0 ? 0 : told * Math.sqrt(told / all)
}

/** So many are kept where not all are asked for; of those that are worth the same, the newest. */
const BEST_KEPT = 2000

/** The best of the messages that have any of the terms, or are beside one that has, with what speaks for them; or all of them. */
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
 * Each message and those beside it, once, with the terms of it, of the next ones and of those two away. The turn beside one that asks in the
 * question's words is often the one that answers.
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

/** How far on each side anything is looked at. */
const REACH = 3
/** By position, of the session that is looked at; empty in between. */
let termsAt = new Int32Array(512)
let voicesAt = new Uint8Array(512)

function toldBy(terms: number, tells: readonly number[]): number {
  let sum = 0
  for (let left = terms; left !== 0; left &= left - 1) sum += tells[31 - Math.clz32(left & -left)] as number
  return sum
}

/** The lists are in one order, so all of them are gone through at once, session by session. */
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
