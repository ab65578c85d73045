// Search in two steps, because the index knows which message has a term but not how often: the rarest terms of the question choose candidates,
// and the texts of the best ones, read from OpenCode's database, decide. The ranking goes by how much of the question a message contains, whether
// it was said or done, and how recent it is.
import { inTurns } from "../model/in-turns.ts"
import { positionOf } from "./entry-number.ts"
import type { IndexedPlaces } from "./indexed-places.ts"
import { searchableText } from "./indexed-terms.ts"
import { VOICE, type Weighed, weigherFor } from "./message-weight.ts"
import type { PastView } from "./past.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"
import type { MessagePlace, PastMessage, PastPart, PastSession } from "./past-session.ts"
import {
  askedTerms,
  FEW_SESSIONS,
  foundAmong,
  NOTHING_AROUND,
  type PastCandidate,
  pastCandidates,
} from "./term-evidence.ts"

export interface PastHit extends Weighed {
  readonly session: PastSession
  readonly message: PastMessage
  /** Of the message in its session. */
  readonly position: number
}

export type SessionHit = ReturnType<typeof bestOfSessions>[number]

/**
 * One hit per session, the best session first: its best message counts, and how much of it is about the question. A text that several sessions
 * share word for word is shown once.
 */
export function bestOfSessions(hits: readonly PastHit[]) {
  const scoreOf = ([best]: readonly PastHit[]) => best?.sessionScore ?? 0
  const bySession = [...Map.groupBy(hits, ({ session }) => session.id).values()].sort((a, b) => scoreOf(b) - scoreOf(a))
  const shown = bySession.map((found) => {
    const hit = shownOf(found)
    return { hit, more: found.filter((one) => one !== hit && !one.isTitled).length }
  })
  return [...Map.groupBy(shown, ({ hit }) => textKey(hit)).values()].map((same) => {
    const [{ hit, more }] = same as [(typeof same)[number]]
    // Other messages of the session that match, and other sessions whose hit says the same.
    return { hit, more, alike: same.length - 1 }
  })
}

/** In messages: as far as a match speaks for the ones around it. */
const BESIDE = 2

/** If the best has none of the words but one beside it has most of them, that one is looked for. */
function shownOf(hits: readonly PastHit[]): PastHit {
  const best = hits[0] as PastHit
  if (best.matched.length > 0) return best
  const isThere = ({ tellsMost, position }: PastHit) => tellsMost && Math.abs(position - best.position) <= BESIDE
  return hits.find(isThere) ?? best
}

const SAME_LENGTH = 400
/** Shorter texts may be equal by chance. */
const LEAST_SAME = 60

function textKey({ part, message }: PastHit): string {
  const text = searchableText(part).slice(0, SAME_LENGTH).toLowerCase().replace(/\s+/g, " ")
  return text.length < LEAST_SAME ? message.id : text
}

export interface SearchBounds {
  isWanted(session: PastSession): boolean
  readonly role?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** An FTS5 expression, used instead of the question's terms. */
  readonly expression?: string | undefined
  /** How many sessions are to be shown. */
  readonly sessions?: number | undefined
  /** Which parts may be shown; a message that has none is passed over. */
  readonly isShown?: ((part: PastPart) => boolean) | undefined
}

export interface PastFound {
  /** Best first, whatever their confidence. */
  readonly hits: readonly PastHit[]
  /** How many messages were read. */
  readonly read: number
  /** Sessions of which only the best messages were read. */
  readonly partly: ReadonlySet<string>
  /** Some sessions were not looked into, though the index has words of the question there. */
  readonly isCut: boolean
}

const MOST_RAW = 20_000
const USUAL_SESSIONS = 10
/** Candidates to read: the best, then only those of sessions not seen yet. */
const BEST_READ = 48
const MAX_READ = 80
/** In characters: a search spends most of its time reading. Long pastes take more, so that they do not hide the other sessions. */
const MOST_TEXT = 80_000
const MOST_LONG_TEXT = 320_000
/** What has the words of a quotation in another order is read in vain, so more is read, but not for longer than this. */
const MOST_QUOTED = 3000
const QUOTED_MS = 400
/** Of a session found by its title alone, messages read until one has something to show. */
const MOST_BLANK = 20
/** The same, looked up until one is of the period that was asked for. */
const MOST_LOOKED_UP = 1000
/** Messages with nothing to show, such as earlier searches for the same. */
const MOST_PASSED_OVER = 400

/** Messages with less confidence are not called relevant, unless they were asked for word for word. */
export const LEAST_CONFIDENCE = 0.34

export async function searchPast(
  index: PastIndex,
  view: PastView,
  query: PastQuery,
  bounds: SearchBounds,
  now: number,
): Promise<PastFound> {
  const { expression } = bounds
  const places = index.places()
  const sessionAt = wantedSessions(places, view, bounds)
  const isThere = (first: number) => sessionAt(first) !== undefined
  const among = () => places.stretchesOf(isThere, FEW_SESSIONS)
  const asked = askedTerms(index, places, query, among)
  const areAllAsked = isBounded(bounds) || query.isQuotation
  const chosen =
    expression === undefined
      ? bestOf(pastCandidates(asked, places, isThere, VOICE, areAllAsked), sessionAt)
      : titlesLast(
          foundAmong(among(), MOST_RAW, (most, one) => index.matching(expression, most, one)).map((entry) =>
            rawCandidate(entry, places),
          ),
        )
  const weigh = weigherFor(query, asked, now, expression !== undefined)
  const hits: PastHit[] = []
  const reading = readingOf(query, bounds)
  const isHit = new Set<string>()
  await inTurns(chosen, (candidate) => {
    const session = sessionAt(candidate.session)
    if (!session || !reading.mayRead(session.id)) return
    let blank = 0
    for (const position of positionsOf(candidate, places)) {
      const found = index.messageAt(candidate.session, position)
      // Cheaper than looking up the message, which cannot be newer than its last change.
      if (!found || found.changed < (bounds.since ?? 0) || isHit.has(found.id)) continue
      const place = view.place(session, found.id)
      if (!place || !isWithin(place, bounds)) continue
      if (++blank > MOST_BLANK) return
      const message = shownPartsOf(view.message(session, place, "ends"), bounds)
      const weighed =
        message && weigh(message, isAnswer(index, candidate) ? candidate : { ...candidate, answered: 0 }, session.title)
      reading.add(session.id, message, weighed !== undefined)
      if (!message || !weighed) continue
      isHit.add(found.id)
      hits.push({ session, message, position, ...weighed })
      return
    }
  })
  const { isCut, ...read } = reading.end()
  // The rarest word of a quotation leads to all of it, unless that is too common to be looked up everywhere.
  const isQuoted = query.isQuotation && expression === undefined
  const isLeftOut = isQuoted && asked.length > 0 && !asked.some(({ isWhole }) => isWhole)
  return { hits: hits.sort((a, b) => b.score - a.score), ...read, isCut: isCut || isLeftOut }
}

function* positionsOf({ session, position, isOfTitle }: PastCandidate, places: IndexedPlaces): Generator<number> {
  const past = isOfTitle ? Math.min(places.lengthOf(session), position + MOST_LOOKED_UP) : position
  for (let at = position; at <= Math.max(past, position); at++) yield at
}

/** If nothing of it is shown, it has no parts. */
function shownPartsOf(message: PastMessage | undefined, { isShown }: SearchBounds): PastMessage | undefined {
  return message && isShown ? { ...message, parts: message.parts.filter(isShown) } : message
}

/** A message that has the words itself is found by them. */
function titlesLast(candidates: readonly PastCandidate[]): PastCandidate[] {
  return candidates.toSorted((a, b) => Number(a.isOfTitle) - Number(b.isOfTitle))
}

/** How much is read, and what was left. */
function readingOf({ isQuotation }: PastQuery, { sessions = USUAL_SESSIONS, expression }: SearchBounds) {
  const until = performance.now() + QUOTED_MS
  const [seen, hit, unread] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let [read, text, passedOver] = [0, 0, 0]
  const isQuoted = isQuotation && expression === undefined
  const isEnough = (session: string) => {
    if (isQuoted && hit.size < sessions) return read >= MAX_READ && (read >= MOST_QUOTED || performance.now() > until)
    if ((read >= BEST_READ || text > MOST_TEXT / 2) && seen.has(session)) return true
    return read >= MAX_READ || text > (seen.size < sessions ? MOST_LONG_TEXT : MOST_TEXT)
  }
  return {
    mayRead(session: string): boolean {
      if (!isEnough(session)) return true
      unread.add(session)
      return false
    },
    add(session: string, message: PastMessage | undefined, isHit: boolean): void {
      if (message?.parts.length === 0 && ++passedOver <= MOST_PASSED_OVER) return
      read++
      seen.add(session)
      if (isHit) hit.add(session)
      text += message ? lengthOf(message) : 0
    },
    end(): Omit<PastFound, "hits"> {
      const partly = new Set([...unread].filter((session) => seen.has(session)))
      return { read, partly, isCut: partly.size < unread.size }
    },
  }
}

/** The wanted sessions by where their numbers begin, looked up only when a question finds them. */
function wantedSessions(places: IndexedPlaces, view: PastView, { isWanted }: Pick<SearchBounds, "isWanted">) {
  const known = new Map<number, PastSession | undefined>()
  return (first: number): PastSession | undefined => {
    const before = known.get(first)
    if (before !== undefined || known.has(first)) return before
    const session = view.find(places.idOf(first) ?? "")
    const wanted = session && isWanted(session) ? session : undefined
    known.set(first, wanted)
    return wanted
  }
}

/** Nothing more was typed after what it may be the answer to. */
function isAnswer(index: PastIndex, { session, position, answered, typedAt }: PastCandidate): boolean {
  return answered !== 0 && !index.isTypedBetween(session, typedAt, position)
}

function lengthOf({ parts }: PastMessage): number {
  return parts.reduce((sum, part) => sum + searchableText(part).length, 0)
}

/** Among equals, the newest first. */
function bestOf(candidates: PastCandidate[], sessionAt: (first: number) => PastSession | undefined): PastCandidate[] {
  const updated = ({ session }: PastCandidate) => sessionAt(session)?.updated ?? 0
  return candidates.sort((a, b) => b.score - a.score || updated(b) - updated(a) || b.position - a.position)
}

function rawCandidate(entry: number, places: IndexedPlaces): PastCandidate {
  const session = places.firstOf(entry)
  const position = positionOf(entry, session)
  const isOfTitle = position === 0
  const known = { session, inTitle: 0, inSession: 0, wholeSession: 0, score: 0, isOfTitle }
  return { ...known, ...NOTHING_AROUND, position: isOfTitle ? 1 : position }
}

/** With such bounds, many of the best candidates may be excluded later. */
function isBounded({ role, since, until }: SearchBounds): boolean {
  return role !== undefined || since !== undefined || until !== undefined
}

export function isWithin({ role, at }: MessagePlace, bounds: SearchBounds): boolean {
  if (bounds.role !== undefined && role !== bounds.role) return false
  return at >= (bounds.since ?? 0) && at < (bounds.until ?? Number.POSITIVE_INFINITY)
}
