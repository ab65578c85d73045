// Which past sessions were about the same thing as a message, judged by the index alone: titles and typed words count most, printed output least.
// No text is read. Only measured: "seen before" in a prompt compares cards of sessions instead (`src/prompt/seen-before.ts`).

import { type Voice, voiceOf } from "../src/past/entry-number.ts"
import type { IndexedPlaces } from "../src/past/indexed-places.ts"
import type { PastView } from "../src/past/past.ts"
import type { PastIndex } from "../src/past/past-index.ts"
import { parsePastQuery } from "../src/past/past-query.ts"
import type { PastSession } from "../src/past/past-session.ts"
import { askedTerms } from "../src/past/term-evidence.ts"
import { isPath } from "../src/search/search-terms.ts"

export interface RelatedSession {
  readonly session: PastSession
  /** How much of the message's information the session contains, from 0 to 1. */
  readonly confidence: number
  /** Shared terms, most telling first. */
  readonly shared: readonly string[]
}

/** Below it, sessions share words by chance; measured on recorded histories (docs/benchmarks.md). */
export const CLEARLY_RELATED = 0.4

/** Weight of a term by who says it; the title and typed words say what a session is about. */
const ABOUT: Readonly<Record<Voice, number>> = { typed: 1, "summed up": 1, said: 0.8, done: 0.5 }
/** As in BM25, for terms that occur in several messages and for long sessions. */
const K1 = 4
const B = 0.1
/** More than for a search: a session is judged by all of a message, and no text is read. */
const MOST_LOOKUPS = 20_000

/** All sessions that share anything, most related first; `CLEARLY_RELATED` decides which are mentioned unasked. */
export function relatedSessions(
  index: PastIndex,
  view: PastView,
  message: string,
  isWanted: (session: PastSession) => boolean,
): RelatedSession[] {
  const places = index.places()
  const { terms, ...query } = parsePastQuery(message)
  const indexed = new Map([...terms].filter(([term]) => !isPath(term)))
  const about = { ...query, terms: indexed, last: undefined }
  const asked = askedTerms(index, places, about, { most: Number.POSITIVE_INFINITY, lookups: MOST_LOOKUPS })
  const wanted = new Map(view.sessions.filter(isWanted).map((session) => [session.id, session]))
  const sessionAt = (first: number) => wanted.get(places.idOf(first) ?? "")
  const isThere = (first: number) => sessionAt(first) !== undefined
  const counted = asked.map(({ entries }) => countsBySession(entries, places, isThere))
  const found = new Set(counted.flatMap((counts) => [...counts.keys()]))
  const lengths = new Map([...found].map((first) => [first, places.lengthOf(first)]))
  const mean = [...lengths.values()].reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.size)
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  return [...lengths]
    .map(([number, length]) => {
      const long = K1 * (1 - B + (B * length) / mean)
      const has = asked.map((_, term) => counted[term]?.get(number) ?? 0)
      const told = asked.reduce((sum, { tells }, term) => sum + tells * frequency(has[term] as number, long), 0)
      const shared = asked.filter((_, term) => has[term] !== 0).map(({ term }) => term)
      return { session: sessionAt(number) as PastSession, shared, confidence: all === 0 ? 0 : told / all }
    })
    .sort((a, b) => b.confidence - a.confidence || b.session.updated - a.session.updated)
}

function frequency(count: number, long: number): number {
  return count / (count + long)
}

/** In how many of a session's messages a term occurs, weighted by who says it. */
function countsBySession(
  entries: readonly number[],
  places: IndexedPlaces,
  isWanted: (session: number) => boolean,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const entry of entries) {
    const session = places.firstOf(entry)
    const before = counts.get(session) ?? (isWanted(session) ? 0 : undefined)
    if (before !== undefined) counts.set(session, before + ABOUT[voiceOf(entry)])
  }
  return counts
}
