import * as z from "zod"
import { within } from "../model/deadline.ts"
import { CairnError, messageOf, toLog } from "../model/errors.ts"
import { type DaysMeant, daysMeant } from "../past/days-meant.ts"
import { isFull } from "../past/index-room.ts"
import { LITERAL_LIMITS, searchLiterally } from "../past/literal-search.ts"
import { shortIds } from "../past/named-id.ts"
import type { PastView } from "../past/past.ts"
import { type PastQuery, parsePastQuery, writtenWords } from "../past/past-query.ts"
import { bestOfSessions, LEAST_CONFIDENCE, type PastHit, type SessionHit, searchPast } from "../past/past-search.ts"
import { PAST_ROLES, type PastCall, type PastPart, type PastSession } from "../past/past-session.ts"
import { rawExpression } from "../past/raw-expression.ts"
import { wasPaused } from "../session/pause.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor } from "./audience.ts"
import { notesFor } from "./found-notes.ts"
import { type Found, type FoundMessage, foundText } from "./found-text.ts"
import { type Ask, argumentFault, countArg, type InputOf, type Operation, operation, textArg } from "./operation.ts"
import {
  choiceArg,
  isKeptFrom,
  isOwnTool,
  LOOKS_BACK,
  lookBack,
  meantSession,
  originOfCalls,
  sessionsOf,
  usersOwnIn,
} from "./past-access.ts"
import { gapLines } from "./past-text.ts"

/** New messages are indexed first, for at most this long: at a terminal nobody else does it. */
const REFRESH_MS = { agent: 300, person: 5000 } as const

/** In characters. Of a longer text than a search reads, the beginning counts. */
const LONGEST_QUERY = 100_000

const input = {
  query: textArg(LONGEST_QUERY, 1),
  in: choiceArg(["all", "notes", "sessions"]),
  limit: countArg(1, 50).optional().describe("of notes and sessions each"),
  since: textArg(40).optional().describe('date, "last week"'),
  until: textArg(40).optional(),
  project: textArg(200).optional(),
  role: choiceArg(PAST_ROLES),
  sessionId: textArg(200).optional(),
  raw: z.boolean().optional(),
}
type Wish = InputOf<typeof input>

export const memorySearch: Operation = operation({
  name: "memory_search",
  summary: "Search notes and past sessions.",
  ...LOOKS_BACK,
  input,
  internal: ["bounds", "hasMoreProjects", "messages.hit.session.titleMark", "messages.hit.message.mayHaveFailed"],
  takesSentence: true,
  async run(ask, wish): Promise<Found> {
    const dates = datesOf(ask, wish)
    const searched = searchedBy(ask, wish)
    const query = parsePastQuery(wish.query)
    const limit = wish.limit ?? 10
    // After a restore, or an update of the index, notes are still being read when the first question comes.
    await within(REFRESH_MS[ask.by], ask.app.complete)
    const notes = searched.notes ? (await notesFor(ask.app, query.text)).slice(0, limit) : []
    const known = {
      ...{ notes, searched, bounds: boundsIn(wish) },
      hasMoreProjects: searched.sessions && wish.sessionId === undefined && wish.project !== "all",
      tried: triedOf(query, wish, searched),
    }
    const none = { messages: [], indexed: 0, all: 0, isFull: false, gaps: [], origin: "past" as const }
    if (!searched.sessions) return { ...known, ...none }
    await refresh(ask)
    try {
      return {
        ...known,
        ...(await lookBack(ask, (view) => searchSessions(ask, view, query, wish, { ...dates, limit }))),
      }
    } catch (error) {
      // Whatever is wrong with the sessions, there are notes.
      if (!searched.notes || !isPastUnreadable(error)) throw error
      const gaps = [`(past sessions were not searched: ${error.message})`]
      return { ...known, ...none, searched: { notes: true, sessions: false }, bounds: [], hasMoreProjects: false, gaps }
    }
  },
  origin: ({ origin }) => origin,
  toText: foundText,
})

/** Notes are not looked through for a quotation of common words. */
function triedOf(query: PastQuery, { raw }: Wish, { sessions }: Found["searched"]): string[] {
  if (raw) return [query.text]
  const words = writtenWords(query, query.terms)
  return words.length === 0 && sessions && query.isLiteral ? query.phrases.map(quoted) : words
}

const quoted = (phrase: string) => `"${phrase}"`

function boundsIn(wish: Wish): string[] {
  const given = (["since", "until", "role", "sessionId"] as const).filter((name) => wish[name] !== undefined)
  return [...given, ...(wish.in === undefined || wish.in === "all" ? [] : ["in"])]
}

/** If this fails, the answer is less fresh, but there is one. */
async function refresh({ app, by }: Ask): Promise<void> {
  const forMs = REFRESH_MS[by]
  const limits = { forMs, maxMegabytes: app.config.pastIndexMegabytes, restMs: 0 }
  const work = app.past.refresh(limits, (id) => wasPaused(app, id))
  await within(forMs, work.catch(toLog(app, "past-index")))
}

/** A message has a role and belongs to a session; a note has neither, and is in no index that understands FTS5's expressions. */
function searchedBy({ by }: Ask, wish: Wish): Found["searched"] {
  const isOfMessages = wish.role !== undefined || wish.sessionId !== undefined || wish.raw === true
  if (wish.in === "notes" && isOfMessages)
    throw argumentFault(
      by,
      "in",
      "notes have no role and no session, and no raw expression finds them",
      `leave it out, or ${argumentFor(by, "role")}, ${argumentFor(by, "sessionId")} and ${argumentFor(by, "raw")}`,
    )
  return { notes: wish.in !== "sessions" && !isOfMessages, sessions: wish.in !== "notes" }
}

/** Something is wrong with the host's databases or with the index, not with the question. */
function isPastUnreadable(error: unknown): error is CairnError {
  return error instanceof CairnError && /^(?:no_database|database_|index_unusable)/.test(error.code)
}

interface Bounds {
  readonly since: number | undefined
  readonly until: number | undefined
}

function datesOf(ask: Ask, wish: Wish): Bounds {
  const [since, until] = [daysArgument(ask, "since", wish.since), daysArgument(ask, "until", wish.until)]
  if (since && until && since.from >= until.to)
    throw argumentFault(
      ask.by,
      "since",
      `"${oneLine(wish.since ?? "", 40)}" is after ${argumentFor(ask.by, "until")} "${oneLine(wish.until ?? "", 40)}"`,
      "nothing lies between them; exchange the two",
    )
  return { since: since?.from, until: until?.to }
}

async function searchSessions(
  ask: Ask,
  view: PastView,
  query: PastQuery,
  wish: Wish,
  { since, until, limit }: Bounds & { readonly limit: number },
) {
  const { app } = ask
  const meant =
    wish.sessionId === undefined ? await sessionsOf(app, view, wish.project) : [meantSession(ask, view, wish.sessionId)]
  const ids = new Set(meant.map(({ id }) => id))
  const bounds = { isWanted: ({ id }: PastSession) => ids.has(id), role: wish.role, since, until }
  const search = app.past.withIndex(async (index) => {
    const expression = wish.raw ? rawExpression(wish.query) : undefined
    // Calls of Cairn's own tools only repeat what is found elsewhere.
    const isShown = (part: PastPart) => part.kind !== "tool" || !isOwnTool(part.call.tool)
    const asked = { ...bounds, expression, sessions: limit, isShown }
    const found = await searchPast(index, view, query, asked, app.clock.now())
    const isSure = ({ confidence }: PastHit) => wish.raw || query.isQuotation || confidence >= LEAST_CONFIDENCE
    const sure = found.hits.filter(isSure)
    const isExcluded = (session: PastSession) => view.lineOf(session).some((id) => wasPaused(app, id))
    const looked =
      query.isLiteral && !wish.raw && sure.length === 0
        ? await searchLiterally(
            view,
            query.phrases,
            { ...bounds, isWanted: (session) => ids.has(session.id) && !isExcluded(session) },
            LITERAL_LIMITS,
          )
        : undefined
    const hits = looked?.hits ?? sure
    const shown = hits.filter((hit) => isShown(hit.part) && !isKeptFrom(ask, view, hit.session))
    const wordsOf = (matched: readonly string[]) =>
      looked ? matched.map(quoted) : writtenWords(query, new Set(matched))
    const isPartlyRead = ({ id }: PastSession) => found.partly.has(id)
    const messages = bestOfSessions(shown)
      .slice(0, limit)
      .map(describerOf(ask, view, { isRaw: wish.raw === true, wordsOf, isPartlyRead }))
    const calls = messages.flatMap(({ hit }): PastCall[] => (hit.part.kind === "tool" ? [hit.part.call] : []))
    const indexed = index.sessions().filter(({ id, stamp }) => ids.has(id) && stamp !== "").length
    return {
      messages,
      /** How many of all sessions are indexed. */
      indexed,
      all: ids.size,
      isFull: isFull(index, app.config.pastIndexMegabytes * 1_000_000),
      gaps: [
        ...(looked && !looked.isAll ? [partlyRead(looked.read)] : []),
        ...(!looked && found.isCut && messages.length < limit ? [bestRead(found.read)] : []),
        ...gapLines(view.skipped, view.faults),
      ],
      origin: originOfCalls(app, calls),
    }
  })
  return rawOrNot(search, ask, wish)
}

interface Describing {
  readonly isRaw: boolean
  readonly wordsOf: (matched: readonly string[]) => readonly string[]
  readonly isPartlyRead: (session: PastSession) => boolean
}

function describerOf({ app, by }: Ask, view: PastView, { isRaw, wordsOf, isPartlyRead }: Describing) {
  const shortOf = by === "person" ? shortIds(view.sessions) : undefined
  return ({ hit, ...counts }: SessionHit): FoundMessage => {
    const { session, message, part, matched, score, confidence } = hit
    const isBeside = !isRaw && matched.length === 0
    return {
      ...counts,
      hit: { session, message, part, matched, score, confidence },
      isOwn: usersOwnIn(app, session)(message),
      where: isBeside ? "beside" : hit.isTitled ? "title" : "message",
      has: wordsOf(matched),
      isPartlyRead: isPartlyRead(session),
      short: shortOf && { session: shortOf(session.id), message: shortIds(view.places(session))(message.id) },
    }
  }
}

function bestRead(read: number): string {
  return `(there may be more: only the ${read} messages that fitted best were read)`
}

function partlyRead(read: number): string {
  return `(all words of this quotation are very common, so texts were read instead: only the newest ${read} messages)`
}

async function rawOrNot<T>(search: Promise<T>, { by }: Ask, { raw }: Wish): Promise<T> {
  try {
    return await search
  } catch (error) {
    // A fault of the index or of a database is a CairnError by now.
    if (!raw || error instanceof CairnError) throw error
    throw new CairnError(
      "bad_query",
      `FTS5 does not understand it: ${messageOf(error)}`,
      `it takes words, prefix*, AND, OR, NOT and brackets; for a phrase leave ${argumentFor(by, "raw")} out and quote it`,
    )
  }
}

function daysArgument({ app, by }: Ask, name: string, said: string | undefined): DaysMeant | undefined {
  if (said === undefined) return undefined
  const days = daysMeant(said, app.clock.now())
  if (days) return days
  throw argumentFault(by, name, `"${oneLine(said, 40)}" is not a date`, 'write 2026-01-31, "monday" or "last week"')
}
