// What the index alone says about a question: which messages have which of its terms, and which are around them or in the same session. A turn that
// answers seldom repeats the words of the one that asked, so what is said before and after it speaks for it as well.
import { positionOf, sessionNumberOf, type Voice, voiceOf } from "./entry-number.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"

export interface AskedTerm {
  readonly term: string
  /** How much it tells: more, the fewer messages have it. */
  readonly tells: number
  /** Newest first. */
  readonly entries: readonly number[]
}

export interface PastCandidate {
  /** The session's number, and which of its messages. */
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
const MOST_ENTRIES = 20_000
/** Of all terms together, the rarest first: what is left then chooses nobody, and counts where the texts are read. */
const MOST_LOOKUPS = 40_000
/** As many bits as a number has. */
const MOST_TERMS = 30
/** How common a word is here says more than whether it is in a list of ordinary ones. */
const LISTED = 0.3

/** The rarest first, and no more than so many. */
export function askedTerms(index: PastIndex, { terms, last }: PastQuery, most = MOST_TERMS): AskedTerm[] {
  const all = Math.max(index.size(), 1)
  const asked = [...terms].map(([term, weight]) => {
    const exact = index.having(term, MOST_ENTRIES)
    const isUnfinished = exact.length === 0 && term.length >= 3 && last?.startsWith(term) === true
    const entries = isUnfinished ? index.having(term, MOST_ENTRIES, true) : exact
    const spread = entries.length < MOST_ENTRIES ? entries.length : index.spreadOf(term)
    return { term, tells: weight ** LISTED * Math.log(1 + (all - spread + 0.5) / (spread + 0.5)), entries }
  })
  let lookups = 0
  return asked
    .sort((a, b) => b.tells - a.tells)
    .slice(0, most)
    .map((one) => {
      const isWithin = lookups === 0 || lookups + one.entries.length <= MOST_LOOKUPS
      if (isWithin) lookups += one.entries.length
      return isWithin ? one : { ...one, entries: [] }
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

/** All messages that have any of the terms, or are beside one that has, with what speaks for them. */
export function pastCandidates(
  asked: readonly AskedTerm[],
  isWanted: (session: number) => boolean,
  voices: Readonly<Record<Voice, number>>,
): PastCandidate[] {
  const tells = asked.map((one) => one.tells)
  const all = tells.reduce((sum, one) => sum + one, 0)
  const candidates: PastCandidate[] = []
  eachSession(asked, (session, found) => {
    if (!isWanted(session)) return
    const title = found.find(({ position }) => position === 0)
    const messages = new Map(found.filter((one) => one !== title).map((one) => [one.position, one]))
    const own = [...messages.values()].map(({ terms }) => worthTold(toldBy(terms, tells), all)).sort((a, b) => b - a)
    const inSession =
      (SESSION / BEST_OF_SESSION) * own.slice(0, BEST_OF_SESSION).reduce((sum, one) => sum + one, 0) +
      TITLE * worthTold(title ? toldBy(title.terms, tells) : 0, all)
    const coverage = coverageOf(found, tells, all)
    for (const position of withNeighbours(messages)) {
      const at = (place: number) => messages.get(place)?.terms ?? 0
      const terms = at(position)
      const next = at(position - 1) | at(position + 1)
      const further = at(position - 2) | at(position + 2)
      const told =
        toldBy(terms, tells) + NEXT * toldBy(next & ~terms, tells) + FURTHER * toldBy(further & ~next & ~terms, tells)
      const voice = voices[messages.get(position)?.voice ?? "said"]
      const score = worthTold(told, all) * voice + inSession + COVERAGE * coverage
      candidates.push({ session, position, next, further, inSession, coverage, score })
    }
  })
  return candidates
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

/** The turn beside one that asks in the question's words is often the one that answers. */
function withNeighbours(messages: ReadonlyMap<number, Found>): Set<number> {
  const positions = new Set(messages.keys())
  for (const position of messages.keys()) {
    if (position > 1) positions.add(position - 1)
    positions.add(position + 1)
  }
  return positions
}

function toldBy(terms: number, tells: readonly number[]): number {
  let sum = 0
  for (let at = 0; terms >> at > 0; at++) if ((terms >> at) & 1) sum += tells[at] as number
  return sum
}

/** The lists are in one order, so all of them are gone through at once, session by session. */
function eachSession(asked: readonly AskedTerm[], visit: (session: number, found: readonly Found[]) => void): void {
  const next = asked.map(() => 0)
  let session = -1
  let found: Found[] = []
  for (;;) {
    let entry = -1
    for (let at = 0; at < asked.length; at++) entry = Math.max(entry, asked[at]?.entries[next[at] as number] ?? -1)
    if (entry < 0) break
    let terms = 0
    for (let at = 0; at < asked.length; at++)
      if (asked[at]?.entries[next[at] as number] === entry) {
        terms |= 1 << at
        next[at] = (next[at] as number) + 1
      }
    if (sessionNumberOf(entry) !== session) {
      if (found.length > 0) visit(session, found)
      session = sessionNumberOf(entry)
      found = []
    }
    found.push({ position: positionOf(entry), voice: voiceOf(entry), terms })
  }
  if (found.length > 0) visit(session, found)
}
