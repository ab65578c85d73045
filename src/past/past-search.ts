// Search in two steps, since the index knows which message has a term and not how often: the rarest terms of the question choose candidates, and
// the texts of the best of them, read from OpenCode's database, decide. Which message is better goes by how much of the question it has,
// whether a person said it, and whether it is recent.
import { inTurns } from "../model/in-turns.ts"
import { termsOf } from "../search/search-terms.ts"
import { searchableText } from "./indexed-terms.ts"
import type { PastView } from "./past.ts"
import type { PastIndex } from "./past-index.ts"
import type { PastQuery } from "./past-query.ts"
import type { MessagePlace, PastMessage, PastPart, PastSession } from "./past-session.ts"

export interface PastHit {
  readonly session: PastSession
  readonly message: PastMessage
  /** The part that has most of the question. */
  readonly part: PastPart
  readonly score: number
  /** Of the question, what it has. */
  readonly matched: readonly string[]
}

export interface SearchBounds {
  isWanted(session: PastSession): boolean
  readonly role?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** In the language of FTS5, instead of the question's terms. */
  readonly expression?: string | undefined
}

/** Most of them may be of other projects. */
const MAX_LOOKED_UP = 20_000
const MAX_READ = 60
/** A term that every tenth message has chooses nobody, if there are rarer ones. */
const COMMON_SHARE = 0.1
/** Of what the question tells, this much must be in a message that is called relevant. */
const LEAST_SHARE = 0.34
const TYPED = 1.5
const TOOL = 0.7
const SUMMARY = 0.9
const RECENT_DAYS = 90
const RECENT = 0.1

interface Candidate {
  readonly entry: number
  score: number
}

/** Best first. */
export async function searchPast(
  index: PastIndex,
  view: PastView,
  query: PastQuery,
  bounds: SearchBounds,
  now: number,
): Promise<PastHit[]> {
  const rarity = rarityOf(index, query)
  const { expression } = bounds
  const chosen =
    expression === undefined
      ? candidatesFor(index, query, rarity)
      : index.matching(expression, MAX_LOOKED_UP).map((entry) => ({ entry }))
  const sessions = new Map(view.sessions.filter(bounds.isWanted).map((session) => [session.id, session]))
  const places = new Map<string, ReadonlyMap<string, MessagePlace>>()
  const hits: PastHit[] = []
  let read = 0
  await inTurns(chosen.slice(0, MAX_LOOKED_UP), ({ entry }) => {
    const found = read < MAX_READ ? index.entry(entry) : undefined
    const session = found && sessions.get(found.session)
    if (!found || !session) return
    if (!places.has(session.id)) places.set(session.id, new Map(view.places(session).map((place) => [place.id, place])))
    const place = places.get(session.id)?.get(found.id)
    if (!place || !isWithin(place, bounds)) return
    read++
    const message = view.message(session, place, "ends")
    const hit = message && weigh(session, message, { query, rarity, now, isRaw: expression !== undefined })
    if (hit) hits.push(hit)
  })
  return hits.sort((a, b) => b.score - a.score)
}

function isWithin({ role, at }: MessagePlace, bounds: SearchBounds): boolean {
  if (bounds.role !== undefined && role !== bounds.role) return false
  return at >= (bounds.since ?? 0) && at < (bounds.until ?? Number.POSITIVE_INFINITY)
}

/** What each term tells in this index: less the more messages have it. */
function rarityOf(index: PastIndex, { terms, last }: PastQuery): Map<string, number> {
  const all = Math.max(index.size(), 1)
  const told = new Map<string, number>()
  for (const [term, weight] of terms) {
    const spread = index.spreadOf(term)
    const isUnfinished = spread === 0 && last !== undefined && (term === last || last.startsWith(term))
    if (spread === 0 && !isUnfinished) told.set(term, weight * Math.log(1 + all))
    else told.set(term, weight * Math.log(1 + (all - spread + 0.5) / (spread + 0.5)))
  }
  return told
}

function candidatesFor(index: PastIndex, { last }: PastQuery, rarity: ReadonlyMap<string, number>): Candidate[] {
  const all = index.size()
  const spread = new Map([...rarity.keys()].map((term) => [term, index.spreadOf(term)]))
  const isCommon = (term: string) => (spread.get(term) ?? 0) > Math.max(50, all * COMMON_SHARE)
  const rare = [...rarity.keys()].filter((term) => !isCommon(term))
  const found = new Map<number, Candidate>()
  for (const term of rare.length > 0 ? rare : rarity.keys()) {
    const isPrefix = spread.get(term) === 0 && last?.startsWith(term) === true && term.length >= 3
    if (spread.get(term) === 0 && !isPrefix) continue
    for (const entry of index.having(term, isPrefix)) {
      const candidate = found.get(entry) ?? { entry, score: 0 }
      candidate.score += rarity.get(term) ?? 0
      found.set(entry, candidate)
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || b.entry - a.entry)
}

interface Scale {
  readonly query: PastQuery
  readonly rarity: ReadonlyMap<string, number>
  readonly now: number
  readonly isRaw: boolean
}

function weigh(
  session: PastSession,
  message: PastMessage,
  { query: { phrases, last }, rarity, now, isRaw }: Scale,
): PastHit | undefined {
  const parts = message.parts.map((part) => readPart(part, rarity, last))
  const isThere = (phrase: string) => parts.some(({ text }) => text.toLowerCase().includes(phrase))
  if (!isRaw && !phrases.every(isThere)) return undefined
  const told = (terms: readonly string[]) => terms.reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0)
  const matched = [...new Set(parts.flatMap(({ has }) => has))]
  const all = told([...rarity.keys()])
  const share = all === 0 ? 0 : told(matched) / all
  if (share < LEAST_SHARE && phrases.length === 0 && !isRaw) return undefined
  const best = parts.toSorted((a, b) => told(b.has) - told(a.has))[0]
  if (!best) return undefined
  const age = Math.max(0, now - message.at) / 86_400_000
  const recency = 1 + RECENT * Math.exp(-age / RECENT_DAYS)
  return {
    session,
    message,
    part: best.part,
    matched,
    score: told(matched) * Math.sqrt(share) * voiceOf(message, best.part) * recency,
  }
}

/** A part, and what of the question it has. */
function readPart(part: PastPart, rarity: ReadonlyMap<string, number>, last: string | undefined) {
  const text = searchableText(part)
  const { words, names } = termsOf(text)
  const begins = (term: string) =>
    last?.startsWith(term) === true && [...words.keys()].some((word) => word.startsWith(term))
  const has = [...rarity.keys()].filter((term) => words.has(term) || names.has(term) || begins(term))
  return { part, text, has }
}

/** What a person said is what people look for. */
function voiceOf({ role, isTyped }: PastMessage, part: PastPart): number {
  if (part.kind === "tool") return TOOL
  if (role === "summary") return SUMMARY
  return isTyped ? TYPED : 1
}
