// Which sessions of the past were about the same thing as a message, by what the index says of each as a whole: its title, what was typed in it, and
// less what was only printed. No text is read, so it is cheap enough to ask at every session's beginning.
import type { Voice } from "./entry-number.ts"
import type { PastView } from "./past.ts"
import type { PastIndex } from "./past-index.ts"
import { parsePastQuery } from "./past-query.ts"
import type { PastSession } from "./past-session.ts"
import { type AskedTerm, askedTerms, eachSession, type Found } from "./term-evidence.ts"

export interface RelatedSession {
  readonly session: PastSession
  /** Of what the message tells, how much the session is about: from 0 to 1. */
  readonly confidence: number
  /** Terms they share, the most telling first. */
  readonly shared: readonly string[]
}

/** Below it two sessions share words by chance: measured on recorded histories (docs/benchmarks.md). */
export const CLEARLY_RELATED = 0.45

/** What a term counts by who says it; of a session, the title and the typed words say what it is about. */
const ABOUT: Readonly<Record<Voice, number>> = { typed: 1, "summed up": 0.9, said: 0.7, done: 0.45 }
/** A term that comes again in a session counts up to this much more. */
const AGAIN = 0.5

/** The most related first, all that share anything; `CLEARLY_RELATED` says which of them to speak of unasked. */
export function relatedSessions(
  index: PastIndex,
  view: PastView,
  message: string,
  isWanted: (session: PastSession) => boolean,
): RelatedSession[] {
  const asked = askedTerms(index, { ...parsePastQuery(message), last: undefined })
  const all = asked.reduce((sum, { tells }) => sum + tells, 0)
  const wanted = new Map(view.sessions.filter(isWanted).map((session) => [session.id, session]))
  const ids = index.idsByNumber()
  const related: RelatedSession[] = []
  eachSession(asked, (number, found) => {
    const session = wanted.get(ids.get(number) ?? "")
    if (!session) return
    const about = aboutOf(asked, found)
    const told = asked.reduce((sum, { tells }, at) => sum + tells * (about[at] as number), 0)
    const shared = asked.filter((_, at) => (about[at] as number) > 0).map(({ term }) => term)
    related.push({ session, confidence: told / (all * (1 + AGAIN)), shared })
  })
  return related.sort((a, b) => b.confidence - a.confidence || b.session.updated - a.session.updated)
}

/** How much the session is about each of the terms. */
function aboutOf(asked: readonly AskedTerm[], found: readonly Found[]): number[] {
  return asked.map((_, at) => {
    const having = found.filter(({ terms }) => (terms >> at) & 1)
    if (having.length === 0) return 0
    const best = Math.max(...having.map(({ voice }) => ABOUT[voice]))
    return best * (1 + AGAIN * (1 - 1 / having.length))
  })
}
