// How well a session as a whole matches a question: BM25 where the session is the document and its messages are the words. A few vague words are in
// many messages, and no single one of them stands out; what tells then is how much of a session is about them.
import type { IndexedPlaces } from "./indexed-places.ts"

/** How much a term tells of a session: the fewer of those looked through have it, the more. `entries` are in order. */
export function tellsOfSession(entries: readonly number[], places: IndexedPlaces, lookedThrough: number): number {
  let having = 0
  let last = Number.NaN
  for (const entry of entries) {
    const session = places.firstOf(entry)
    if (session !== last) having++
    last = session
  }
  return Math.log(1 + (Math.max(having, lookedThrough) - having + 0.5) / (having + 0.5))
}

/** Higher than for words in a text: the fifth message about a matter says more than the fifth time a text has a word. */
const K1 = 4
const B = 0.75

interface TellingTerm {
  readonly tellsOfSession: number
}

/** Scores sessions by their messages, each a bit set of the terms it has. */
export function wholeSessionScorer(asked: readonly TellingTerm[], { size, sessions, lengthOf }: IndexedPlaces) {
  const usual = Math.max(1, size / Math.max(1, sessions))
  const counts = new Int32Array(asked.length)
  return (session: number, messages: readonly number[]): number => {
    counts.fill(0)
    // Bit by bit, since a message has few of the terms of a long question.
    for (const terms of messages)
      for (let left = terms; left !== 0; left &= left - 1) {
        const at = 31 - Math.clz32(left & -left)
        counts[at] = (counts[at] as number) + 1
      }
    const damped = K1 * (1 - B + (B * lengthOf(session)) / usual)
    let score = 0
    for (const [at, { tellsOfSession }] of asked.entries()) {
      const count = counts[at] as number
      score += (tellsOfSession * count * (K1 + 1)) / (count + damped)
    }
    return score
  }
}
