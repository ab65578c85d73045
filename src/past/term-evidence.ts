// What the index alone says about a question: which messages contain which of its terms, and which are next to them or in the same session. An
// answer seldom repeats the words of the question, so what is said before and after counts for it too.
import { positionOf, VOICES, type Voice, voiceNumber } from "./entry-number.ts"
import type { IndexedPlaces } from "./indexed-places.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"
import type { Stretch } from "./session-stretches.ts"
import { tellsOfSession, wholeSessionScorer } from "./whole-session.ts"

export interface AskedTerm {
  readonly term: string
  /** How much it tells: the rarer, the more. */
  readonly tells: number
  /** The same for a whole session, where one mention is enough to have it. */
  readonly tellsOfSession: number
  /** In ascending order, so newest sessions first. */
  readonly entries: readonly number[]
  /** No message has it that is not among them. */
  readonly isWhole: boolean
}

export interface PastCandidate {
  /** Where the session's numbers begin, and which of its messages it is. */
  readonly session: number
  readonly position: number
  /** Bit sets of the terms, in their order: those in adjacent messages, and those two away. */
  readonly next: number
  readonly further: number
  /** Those in what a person typed before, at `typedAt`; this may be the answer, unless more was typed in between. */
  readonly answered: number
  readonly typedAt: number
  /** Terms that the session's title has. */
  readonly inTitle: number
  /** No message of the session has a term; it is shown by its first one. */
  readonly isOfTitle: boolean
  readonly inSession: number
  /** How well the session as a whole matches. */
  readonly wholeSession: number
  readonly score: number
}

/** For a term that nearly all messages have, only the newest are looked at. */
const MOST_ENTRIES = 10_000
/** For all terms together, rarest first; the remaining terms choose no candidates but count when the texts are read. */
const MOST_LOOKUPS = 10_000
/** Terms are bits of a 32-bit number. */
const MOST_TERMS = 30
/** How common a word is here says more than a list of ordinary words, so the list counts little. */
const LISTED = 0.3

/** If only a few sessions are asked for, common terms are looked up in each of them. */
export const FEW_SESSIONS = 50

/** What `find` finds in the sessions asked for if they are few, otherwise among all; in order. */
export function foundAmong(
  asked: readonly Stretch[] | undefined,
  most: number,
  find: (most: number, among?: Stretch) => readonly number[],
): readonly number[] {
  if (!asked || asked.length === 0) return find(most)
  let left = most
  return asked.flatMap((one) => {
    const found = find(left, one)
    left -= found.length
    return found
  })
}

/** The rarest terms first. `among`: the sessions asked for, if they are few. */
export function askedTerms(
  index: PastIndex,
  places: IndexedPlaces,
  { terms, stems, last }: PastQuery,
  among: () => readonly Stretch[] | undefined,
): AskedTerm[] {
  const all = Math.max(places.size, 1)
  const lookUp = ([term, weight]: readonly [string, number]) => {
    const exact = index.countOf(term, MOST_ENTRIES)
    const isUnfinished = exact.count === 0 && term.length >= 3 && last?.startsWith(term) === true
    const { count, last: end } = isUnfinished ? index.countOf(term, MOST_ENTRIES, true) : exact
    // Older messages are assumed to have it as often as the newest: an exact count takes longer than the rest of a search.
    const spread = count < MOST_ENTRIES ? count : Math.min(all, (count * all) / Math.max(1, places.messagesUpTo(end)))
    const tells = weight ** LISTED * Math.log(1 + (all - spread + 0.5) / (spread + 0.5))
    return { term, tells, count, isUnfinished }
  }
  const asked = lookedUp([...terms], lookUp)
  let left = MOST_LOOKUPS
  const shared = sharedByForms(asked, stems).sort((a, b) => b.tells - a.tells)
  // A word that nobody has said tells most: in a short question, that the answer is not here. A long text has many of them, whatever it is about.
  const chosen = shared.length > MOST_TERMS ? shared.filter(({ count }) => count > 0) : shared
  return chosen.slice(0, MOST_TERMS).map(({ term, tells, count, isUnfinished }) => {
    const isWithin = left === MOST_LOOKUPS || count <= left
    if (isWithin) left -= count
    if (!isWithin || count === 0) return { term, tells, tellsOfSession: 0, entries: [], isWhole: count === 0 }
    const few = count === MOST_ENTRIES ? among() : undefined
    const entries = foundAmong(few, MOST_ENTRIES, (most, one) => index.having(term, most, isUnfinished, one))
    const newest = count < MOST_ENTRIES ? places.sessions : places.sessionsUpTo(entries.at(-1) ?? 0)
    const isWhole = count < MOST_ENTRIES || (few !== undefined && entries.length < MOST_ENTRIES)
    return { term, tells, tellsOfSession: tellsOfSession(entries, places, few?.length || newest), entries, isWhole }
  })
}

/** Of a long question, terms that somebody has said; more hardly change what is found. */
const MOST_SAID = 80

function lookedUp<T, Term extends { readonly count: number }>(terms: readonly T[], lookUp: (term: T) => Term): Term[] {
  const found: Term[] = []
  let said = 0
  for (const term of terms) {
    if (said === MOST_SAID) break
    const one = lookUp(term)
    if (one.count > 0) said++
    found.push(one)
  }
  return found
}

/** The word as it was asked for, beside its stem: of what the word tells, this is the term's share. */
const AS_ASKED = 0.4

/**
 * A word in another language is looked for by two terms, which together tell as much as its stem, the more common of the two. If nobody has said
 * one of them, it is left out.
 */
function sharedByForms<T extends { readonly term: string; readonly tells: number; readonly count: number }>(
  asked: readonly T[],
  stems: ReadonlyMap<string, string>,
): T[] {
  const byTerm = new Map(asked.map((one) => [one.term, one]))
  const tells = new Map<string, number>()
  for (const [term, stem] of stems) {
    const [word, form] = [byTerm.get(term), byTerm.get(stem)]
    if (!word || !form) continue
    const share = form.count === 0 ? 1 : word.count === 0 ? 0 : AS_ASKED
    const told = form.count === 0 ? word.tells : form.tells
    tells.set(term, told * share)
    tells.set(stem, Math.max(tells.get(stem) ?? 0, told * (1 - share)))
  }
  return asked.flatMap((one) => {
    const told = tells.get(one.term) ?? one.tells
    return told === 0 ? [] : [{ ...one, tells: told }]
  })
}

/** What a term counts if only an adjacent message has it, or one two away; and for an answer, if only what a person typed before it has it. */
export const NEXT = 0.5
export const ANSWERED = 0.8
export const FURTHER = 0.3
const SESSION = 0.5
const TITLE = 0.5
const BEST_OF_SESSION = 3
export const WHOLE_SESSION = 0.4

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
  const toldBy = tellerFor(tells)
  const worthOf = (terms: number) => worthTold(toldBy(terms), all)
  const weights = VOICES.map((voice) => voices[voice])
  const scoreOf = wholeSessionScorer(asked, places)
  let kept: PastCandidate[] = []
  let least = Number.NEGATIVE_INFINITY
  eachSession(asked, places, isWanted, (session, found) => {
    const title = found.positions[0] === 0 ? 1 : 0
    const inTitle = title === 1 ? (found.terms[0] as number) : 0
    const inSession = SESSION * meanOfBest(found.terms.slice(title).map(worthOf)) + TITLE * worthOf(inTitle)
    const wholeSession = scoreOf(session, found.terms)
    const around = inSession + WHOLE_SESSION * wholeSession
    const known = { session, inTitle, inSession, wholeSession }
    // Where not every message is wanted, those that have the words may be the unwanted ones.
    if (title === 1 && (found.positions.length === 1 || areAllAsked) && around > least)
      kept.push({ ...known, ...NOTHING_AROUND, position: 1, isOfTitle: true, score: around })
    eachWithNeighbours(found, title, ({ position, voice, terms, next, further, answered, typedAt }) => {
      const told =
        toldBy(terms) +
        ANSWERED * toldBy(answered & ~terms) +
        NEXT * toldBy(next & ~answered & ~terms) +
        FURTHER * toldBy(further & ~next & ~answered & ~terms)
      const score = worthTold(told, all) * (weights[voice] as number) + around
      if (score > least) kept.push({ ...known, position, next, further, answered, typedAt, isOfTitle: false, score })
    })
    if (areAllAsked || kept.length < 2 * BEST_KEPT) return
    kept = kept.sort((a, b) => b.score - a.score).slice(0, BEST_KEPT)
    least = kept.at(-1)?.score ?? least
  })
  return kept
}

export const NOTHING_AROUND = { next: 0, further: 0, answered: 0, typedAt: 0 } as const

/** The messages of a session with some of the terms, in order; `terms` are bit sets. */
interface Found {
  positions: number[]
  voices: number[]
  terms: number[]
}

const [SAID, TYPED] = [VOICES.indexOf("said"), VOICES.indexOf("typed")]
/** In messages. Whether more was typed in between is looked up, which takes the longer, the farther apart the two are. */
const LONGEST_TURN = 200

const TABLE_BITS = 10

/** What a set of terms tells; from tables, because it is needed for every message. */
function tellerFor(tells: readonly number[]): (terms: number) => number {
  const size = 1 << TABLE_BITS
  const [low, middle, high] = [0, 1, 2].map((table) => {
    const sums = new Float64Array(table * TABLE_BITS < tells.length ? size : 1)
    for (let bits = 1; bits < sums.length; bits++)
      sums[bits] =
        (sums[bits & (bits - 1)] as number) + (tells[table * TABLE_BITS + 31 - Math.clz32(bits & -bits)] ?? 0)
    return sums
  }) as [Float64Array, Float64Array, Float64Array]
  return (terms) =>
    (low[terms & (size - 1)] as number) +
    (middle[(terms >> TABLE_BITS) & (size - 1)] as number) +
    (high[terms >> (2 * TABLE_BITS)] as number)
}

function meanOfBest(worths: number[]): number {
  const best = worths.length > BEST_OF_SESSION ? worths.sort((a, b) => b - a).slice(0, BEST_OF_SESSION) : worths
  return best.reduce((sum, one) => sum + one, 0) / BEST_OF_SESSION
}

/** What is known of a message and what stands around it, as bit sets of terms. */
interface Surroundings extends Pick<PastCandidate, "position" | "next" | "further" | "answered" | "typedAt"> {
  readonly voice: number
  readonly terms: number
}

/**
 * Visits each message and its neighbours once, with its own terms, those of adjacent messages and those two away. The turn next to one that asks
 * in the question's words often contains the answer, and so does what is said after the work on it. `from` leaves out the title.
 */
function eachWithNeighbours(
  { positions, voices, terms }: Found,
  from: number,
  visit: (one: Surroundings) => void,
): void {
  const last = positions.at(-1) ?? 0
  if (last + 2 * REACH >= termsAt.length) {
    termsAt = new Int32Array(2 * (last + 2 * REACH))
    voicesAt = new Uint8Array(termsAt.length)
  }
  for (let one = from; one < positions.length; one++) {
    const at = (positions[one] as number) + REACH
    termsAt[at] = terms[one] as number
    voicesAt[at] = voices[one] as number
  }
  let done = 0
  let [typedAt, typed] = [0, 0]
  for (let one = from; one < positions.length; one++) {
    const position = positions[one] as number
    for (let place = Math.max(position - 1, done + 1); place <= position + 1; place++) {
      done = place
      const at = place + REACH
      const next = (termsAt[at - 1] as number) | (termsAt[at + 1] as number)
      const further = (termsAt[at - 2] as number) | (termsAt[at + 2] as number)
      const voice = voicesAt[at] as number
      const terms = termsAt[at] as number
      const answered = voice === SAID && place - typedAt <= LONGEST_TURN ? typed : 0
      visit({ position: place, voice, terms, next, further, answered, typedAt })
      if (voice === TYPED) [typedAt, typed] = [place, terms]
    }
  }
  for (let one = from; one < positions.length; one++) {
    const at = (positions[one] as number) + REACH
    termsAt[at] = 0
    voicesAt[at] = 0
  }
}

/** Padding on both sides, so that neighbours need no bounds check. */
const REACH = 3
/** Scratch space by position for the current session; zero in between. */
let termsAt = new Int32Array(512)
let voicesAt = new Uint8Array(512)

/** All lists are sorted, so they are merged in one pass, session by session. */
function eachSession(
  asked: readonly AskedTerm[],
  places: IndexedPlaces,
  isWanted: (session: number) => boolean,
  visit: (session: number, found: Found) => void,
): void {
  const lists = asked
    .map(({ entries }, at) => ({ entries, bit: 1 << at, next: 0 }))
    .filter(({ entries }) => entries.length > 0)
  let session = Number.NaN
  let found: Found = { positions: [], voices: [], terms: [] }
  const end = () => {
    if (found.positions.length > 0 && isWanted(session)) visit(session, found)
    found = { positions: [], voices: [], terms: [] }
  }
  for (;;) {
    let entry = Number.POSITIVE_INFINITY
    for (const { entries, next } of lists)
      if (next < entries.length && (entries[next] as number) < entry) entry = entries[next] as number
    if (entry === Number.POSITIVE_INFINITY) break
    let terms = 0
    for (const list of lists)
      if (list.entries[list.next] === entry) {
        terms |= list.bit
        list.next++
      }
    const first = places.firstOf(entry)
    if (first !== session) {
      end()
      session = first
    }
    found.positions.push(positionOf(entry, first))
    found.voices.push(voiceNumber(entry))
    found.terms.push(terms)
  }
  end()
}
