// A quotation of nothing but common words, such as "why is the": no index has them, so the newest texts are read until it has taken long enough.
import { inTurns } from "../model/in-turns.ts"
import { searchableText } from "./indexed-terms.ts"
import type { PastView } from "./past.ts"
import { isWithin, type PastHit, type SearchBounds } from "./past-search.ts"
import type { PastMessage, PastPart } from "./past-session.ts"

export interface LiteralLimits {
  /** How many messages are read. */
  readonly most: number
  readonly forMs: number
}

export const LITERAL_LIMITS: LiteralLimits = { most: 3000, forMs: 400 }

export interface LiteralHits {
  /** Newest sessions first, and of each the newest messages. */
  readonly hits: readonly PastHit[]
  /** How many messages were read, and whether these were all that there are. */
  readonly read: number
  readonly isAll: boolean
}

export async function searchLiterally(
  view: PastView,
  phrases: readonly string[],
  bounds: SearchBounds,
  { most, forMs }: LiteralLimits,
): Promise<LiteralHits> {
  const patterns = phrases.map((phrase) => new RegExp(literalPattern(phrase), "iu"))
  const until = performance.now() + forMs
  const hits: PastHit[] = []
  let read = 0
  let isAll = true
  const mayGoOn = () => {
    isAll &&= read < most && performance.now() < until
    return isAll
  }
  await inTurns(newestPlaces(view, bounds, mayGoOn), (next) => {
    if (!next) return
    const { session, place, position } = next
    read++
    const message = view.message(session, place, "ends")
    const part = message && partWith(message, patterns)
    if (message && part) hits.push({ session, message, position, part, matched: phrases, ...CERTAIN })
    const [first] = message?.parts ?? []
    if (!message || part || !first || position > 1 || !patterns.every((one) => one.test(session.title))) return
    hits.push({ session, message, position, part: first, matched: phrases, ...CERTAIN, isTitled: true })
  })
  return { hits, read, isAll }
}

/** Whatever has it word for word is what was asked for. */
const CERTAIN = { score: 0, sessionScore: 0, confidence: 1, tellsMost: true, isTitled: false } as const

function* newestPlaces(view: PastView, bounds: SearchBounds, mayGoOn: () => boolean) {
  for (const session of view.sessions) {
    if (session.updated < (bounds.since ?? 0) || !bounds.isWanted(session)) continue
    if (!mayGoOn()) return
    const places = view.places(session)
    // A session none of whose messages is wanted has taken its time too.
    yield undefined
    for (const [back, place] of places.toReversed().entries()) {
      if (!isWithin(place, bounds)) continue
      if (!mayGoOn()) return
      yield { session, place, position: places.length - back }
    }
  }
}

/** The part with the first of them, if the message has all. */
function partWith({ parts }: PastMessage, patterns: readonly RegExp[]): PastPart | undefined {
  const [first, ...others] = patterns.map((pattern) => parts.find((part) => pattern.test(searchableText(part))))
  return others.every((part) => part !== undefined) ? first : undefined
}

/** Between words any space may be. "is" is not in "this", and "1.2.3" is in "v1.2.3", but not in "11.2.3". */
export function literalPattern(phrase: string): string {
  const words = phrase.trim().split(/\s+/)
  const body = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+")
  const [before, after] = [phrase.trim().at(0), phrase.trim().at(-1)].map(neighbours)
  return `${before ? `(?<!${before})` : ""}${body}${after ? `(?!${after})` : ""}`
}

/** What may not stand beside the first or the last character. */
function neighbours(edge = ""): string | undefined {
  if (/\p{N}/u.test(edge)) return "\\p{N}"
  return /\p{L}/u.test(edge) ? "[\\p{L}\\p{N}]" : undefined
}
