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
const ABOUT: Readonly<Record<Voice, number>> = { typed: 1, "summed up": 1, said: 0.8, done: 0.5 }
/** As in BM25, for terms that come in several messages, and for sessions that are longer than others. */
const K1 = 2
const B = 0.1

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
  const found: { readonly session: PastSession; readonly number: number; readonly counts: readonly number[] }[] = []
  eachSession(asked, (number, messages) => {
    const session = wanted.get(ids.get(number) ?? "")
    if (session) found.push({ session, number, counts: countsIn(messages, asked) })
  })
  const lengths = found.map(({ number }) => index.lengthOf(number))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return found
    .map(({ session, counts }, at) => {
      const long = K1 * (1 - B + (B * (lengths[at] as number)) / mean)
      const told = asked.reduce(
        (sum, { tells }, term) => sum + (tells * (counts[term] as number)) / ((counts[term] as number) + long),
        0,
      )
      const shared = asked.filter((_, term) => (counts[term] as number) > 0).map(({ term }) => term)
      return { session, shared, confidence: all === 0 ? 0 : told / all }
    })
    .sort((a, b) => b.confidence - a.confidence || b.session.updated - a.session.updated)
}

/** How often the session has each of the terms, by who says it. */
function countsIn(messages: readonly Found[], asked: readonly AskedTerm[]): number[] {
  return asked.map((_, at) =>
    messages.reduce((sum, { terms, voice }) => sum + ((terms >> at) & 1 ? ABOUT[voice] : 0), 0),
  )
}
