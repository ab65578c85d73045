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
import type { MessagePlace, PastMessage, PastSession } from "./past-session.ts"
import { askedTerms, FEW_SESSIONS, foundAmong, type PastCandidate, pastCandidates } from "./term-evidence.ts"

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
  const shown = bySession.map((found) => ({ hit: shownOf(found), count: found.length }))
  return [...Map.groupBy(shown, ({ hit }) => textKey(hit)).values()].map((same) => {
    const [{ hit, count }] = same as [(typeof same)[number]]
    // Other messages of the session that match, and other sessions whose hit says the same.
    return { hit, more: count - 1, alike: same.length - 1 }
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
}

const MOST_RAW = 20_000
/** Candidates to read: the best, then only those of sessions not seen yet. */
const BEST_READ = 48
const MAX_READ = 80
/** In characters: a search spends most of its time reading. */
const MOST_TEXT = 80_000

/** Messages with less confidence are not called relevant, unless they were asked for word for word. */
export const LEAST_CONFIDENCE = 0.34

/** Best first, whatever their confidence. */
export async function searchPast(
  index: PastIndex,
  view: PastView,
  query: PastQuery,
  bounds: SearchBounds,
  now: number,
): Promise<PastHit[]> {
  const { expression } = bounds
  const places = index.places()
  const sessionAt = wantedSessions(places, view, bounds)
  const isThere = (first: number) => sessionAt(first) !== undefined
  const among = () => places.stretchesOf(isThere, FEW_SESSIONS)
  const asked = askedTerms(index, places, query, among)
  const chosen =
    expression === undefined
      ? bestOf(pastCandidates(asked, places, isThere, VOICE, isBounded(bounds)), sessionAt)
      : foundAmong(among(), MOST_RAW, (most, one) => index.matching(expression, most, one)).map((entry) =>
          rawCandidate(entry, places),
        )
  const weigh = weigherFor(query, asked, now, expression !== undefined)
  const hits: PastHit[] = []
  let [read, text] = [0, 0]
  const seen = new Set<number>()
  await inTurns(chosen, (candidate) => {
    const isFurther = (read >= BEST_READ || text > MOST_TEXT / 2) && seen.has(candidate.session)
    const isEnough = read >= MAX_READ || text > MOST_TEXT
    const session = isEnough || isFurther ? undefined : sessionAt(candidate.session)
    const found = session && index.messageAt(candidate.session, candidate.position)
    // Cheaper than looking up the message, which cannot be newer than its last change.
    if (!session || !found || found.changed < (bounds.since ?? 0)) return
    const place = view.place(session, found.id)
    if (!place || !isWithin(place, bounds)) return
    read++
    seen.add(candidate.session)
    const message = view.message(session, place, "ends")
    text += message ? lengthOf(message) : 0
    const weighed = message && weigh(message, isAnswer(index, candidate) ? candidate : { ...candidate, answered: 0 })
    if (message && weighed) hits.push({ session, message, position: candidate.position, ...weighed })
  })
  return hits.sort((a, b) => b.score - a.score)
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
  return {
    session,
    position: positionOf(entry, session),
    next: 0,
    further: 0,
    answered: 0,
    typedAt: 0,
    inTitle: 0,
    inSession: 0,
    wholeSession: 0,
    score: 0,
  }
}

/** With such bounds, many of the best candidates may be excluded later. */
function isBounded({ role, since, until }: SearchBounds): boolean {
  return role !== undefined || since !== undefined || until !== undefined
}

export function isWithin({ role, at }: MessagePlace, bounds: SearchBounds): boolean {
  if (bounds.role !== undefined && role !== bounds.role) return false
  return at >= (bounds.since ?? 0) && at < (bounds.until ?? Number.POSITIVE_INFINITY)
}
