import * as z from "zod"
import { quotedLines } from "../facts/trust/past-quotes.ts"
import { within } from "../model/deadline.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import { type DaysMeant, daysMeant } from "../past/days-meant.ts"
import { searchableText } from "../past/indexed-terms.ts"
import type { PastView } from "../past/past.ts"
import { type PastQuery, parsePastQuery } from "../past/past-query.ts"
import { bestOfSessions, LEAST_CONFIDENCE, type PastHit, type SessionHit, searchPast } from "../past/past-search.ts"
import { PAST_ROLES, type PastCall, type PastSession } from "../past/past-session.ts"
import { asSessionData } from "../prompt/escape.ts"
import { termsOf } from "../search/search-terms.ts"
import { wasPaused } from "../session/pause.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor } from "./audience.ts"
import { type FoundNote, notesFor } from "./found-notes.ts"
import { type Ask, type Audience, countArg, type InputOf, type Operation, operation, textArg } from "./operation.ts"
import { fittingFor } from "./page.ts"
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
import { gapLines, headOf, pastRemark, titleText, verbFor } from "./past-text.ts"

interface FoundMessage extends SessionHit {
  readonly isOwn: boolean
  /** The words of the question that it contains. */
  readonly has: readonly string[]
}

interface Found {
  readonly notes: readonly FoundNote[]
  readonly messages: readonly FoundMessage[]
  /** The words of the question that were searched for. */
  readonly tried: readonly string[]
  /** How many of all sessions are indexed. */
  readonly indexed: number
  readonly all: number
  readonly isFull: boolean
  readonly gaps: readonly string[]
  readonly origin: ReturnType<typeof originOfCalls>
}

/** New messages are indexed first, for at most this long: at a terminal nobody else does it. */
const REFRESH_MS = { agent: 300, person: 5000 } as const
const SNIPPET = 300

const input = {
  query: textArg(2000, 1),
  in: choiceArg(["all", "notes", "sessions"]),
  limit: countArg(1, 50).optional(),
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
  async run(ask, wish): Promise<Found> {
    const query = parsePastQuery(wish.query)
    const limit = wish.limit ?? 10
    // After a restore, or an update of the index, notes are still being read when the first question comes.
    await within(REFRESH_MS[ask.by], ask.app.complete)
    const notes = wish.in === "sessions" ? [] : (await notesFor(ask.app, query.text)).slice(0, limit)
    const tried = wish.raw ? [wish.query] : wordsOf(wish.query, new Set(query.terms.keys()))
    const none = { messages: [], indexed: 0, all: 0, isFull: false, gaps: [], origin: "past" as const }
    if (wish.in === "notes") return { ...none, notes, tried }
    await refresh(ask)
    const found = await lookBack(ask, (view) => searchSessions(ask, view, query, wish, limit)).catch(
      (error: unknown) => {
        // Even without a database there are notes.
        if (wish.in !== "sessions" && error instanceof CairnError && error.code.startsWith("no_database"))
          return { ...none, gaps: [`(${error.message})`] }
        throw error
      },
    )
    return { ...found, notes, tried }
  },
  origin: ({ origin }) => origin,
  toText: foundText,
})

/** If this fails, the answer is less fresh, but there is one. */
async function refresh({ app, by }: Ask): Promise<void> {
  const forMs = REFRESH_MS[by]
  const limits = { forMs, maxMegabytes: app.config.pastIndexMegabytes, restMs: 0 }
  const work = app.past.refresh(limits, (id) => wasPaused(app, id))
  await within(
    forMs,
    work.catch((error: unknown) => app.log.warn("past-index", { why: messageOf(error) })),
  )
}

async function searchSessions(ask: Ask, view: PastView, query: PastQuery, wish: Wish, limit: number) {
  const { app } = ask
  const meant =
    wish.sessionId === undefined ? await sessionsOf(app, view, wish.project) : [meantSession(ask, view, wish.sessionId)]
  const ids = new Set(meant.map(({ id }) => id))
  const now = app.clock.now()
  const since = daysArgument("since", wish.since, now)
  const until = daysArgument("until", wish.until, now)
  if (since && until && since.from >= until.to)
    throw new CairnError(
      "bad_arguments",
      `since "${oneLine(wish.since ?? "", 40)}" is after until "${oneLine(wish.until ?? "", 40)}"`,
      "nothing lies between them; exchange the two",
    )
  const bounds = {
    isWanted: ({ id }: PastSession) => ids.has(id),
    role: wish.role,
    since: since?.from,
    until: until?.to,
  }
  const search = app.past.withIndex(async (index) => {
    const expression = wish.raw ? wish.query : undefined
    const found = await searchPast(index, view, query, { ...bounds, expression }, now)
    const isSure = ({ confidence }: PastHit) => wish.raw || query.isQuotation || confidence >= LEAST_CONFIDENCE
    const hits = found.filter(isSure)
    // Calls of Cairn's own tools only repeat what is found elsewhere.
    const isOthers = ({ part }: PastHit) => part.kind !== "tool" || !isOwnTool(part.call.tool)
    const shown = hits.filter((hit) => isOthers(hit) && !isKeptFrom(ask, view, hit.session))
    const messages = bestOfSessions(shown)
      .slice(0, limit)
      .map((one) => ({
        ...one,
        isOwn: usersOwnIn(app, one.hit.session)(one.hit.message),
        has: wordsOf(wish.query, new Set(one.hit.matched)),
      }))
    const calls = messages.flatMap(({ hit }): PastCall[] => (hit.part.kind === "tool" ? [hit.part.call] : []))
    const indexed = index.sessions().filter(({ id, stamp }) => ids.has(id) && stamp !== "").length
    return {
      messages,
      indexed,
      all: ids.size,
      isFull: index.bytes() >= app.config.pastIndexMegabytes * 1_000_000,
      gaps: gapLines(view.skipped, view.faults),
      origin: originOfCalls(app, calls),
    }
  })
  return rawOrNot(search, wish)
}

async function rawOrNot<T>(search: Promise<T>, { raw }: Wish): Promise<T> {
  try {
    return await search
  } catch (error) {
    // A fault of the index or of a database is a CairnError by now.
    if (!raw || error instanceof CairnError) throw error
    throw new CairnError(
      "bad_query",
      `FTS5 does not understand it: ${messageOf(error)}`,
      "it takes words without their endings, prefix*, AND, OR, NOT and brackets; for a phrase leave raw out and quote it",
    )
  }
}

function daysArgument(name: string, said: string | undefined, now: number): DaysMeant | undefined {
  if (said === undefined) return undefined
  const days = daysMeant(said, now)
  if (days) return days
  throw new CairnError(
    "bad_arguments",
    `${name}: "${oneLine(said, 40)}" is not a date`,
    'write 2026-01-31 or "last week"',
  )
}

/** The words of the question that have one of these terms, as written, with their endings. */
function wordsOf(question: string, terms: ReadonlySet<string>): string[] {
  const has = (word: string) => {
    const { words, names } = termsOf(word)
    return [...words.keys(), ...names.keys()].some((term) => terms.has(term))
  }
  return [...new Set(question.match(/[^\s"“”`,;!?()]+/g) ?? [])].slice(0, 40).filter(has)
}

/** What makes a question narrower. */
const MORE = ["since", "until", "role", "sessionId"]

function foundText({ notes, messages, tried, gaps, ...state }: Found, audience: Audience): string {
  const name = (argument: string) => argumentFor(audience, argument)
  const progress = progressOf(state)
  if (notes.length + messages.length === 0)
    return [
      tried.length > 0
        ? `Nothing relevant. Tried: ${oneLine(asSessionData(tried.join(", ")), 300)}.`
        : "Nothing was searched for: the question has only very common words, single letters or signs.",
      `Other words, or all projects (${name("project")} all), may find more.`,
      ...progress,
      ...gaps,
    ].join("\n")
  const found = [
    ...(notes.length > 0
      ? [[`Notes (${verbFor(audience, "memory_read")} shows one):`, ...notes.map(noteLine)].join("\n")]
      : []),
    ...(messages.length > 0
      ? [`Sessions. ${pastRemark(audience)}`, ...messages.map((one) => hitText(one, audience))]
      : []),
  ]
  const blocks = fittingFor(audience, found, "\n\n")
  const left = found.length - blocks.length
  return [
    ...blocks,
    ...(left > 0 ? [`(${left} more hits: ask for less with ${MORE.map(name).join(", ")}, or with more words)`] : []),
    ...progress,
    ...gaps,
  ].join("\n\n")
}

function progressOf({ indexed, all, isFull }: Pick<Found, "indexed" | "all" | "isFull">): string[] {
  if (indexed >= all) return []
  if (!isFull) return [`(${indexed} of ${all} sessions are indexed so far; ask again later for the rest)`]
  return [
    `(the oldest ${all - indexed} of ${all} sessions are not searched: the index is full, see pastIndexMegabytes)`,
  ]
}

function noteLine({ path, scope, description }: FoundNote): string {
  return `- ${path} (${scope}): ${oneLine(asSessionData(description), 160)}`
}

function hitText({ hit, isOwn, has, more, alike }: FoundMessage, audience: Audience): string {
  const name = (argument: string) => argumentFor(audience, argument)
  const { session, message, part, matched } = hit
  const rest = `${more > 0 ? `; ${more} more there` : ""}${alike > 0 ? `; the same in ${alike} more sessions` : ""}`
  const toRead =
    audience === "agent" ? `sessionId ${session.id}` : `${verbFor(audience, "memory_messages")} ${session.id}`
  const place = `${session.id} "${titleText(session)}" · has ${oneLine(asSessionData(has.join(", ")), 120)}${rest} · ${toRead} ${name("messageId")} ${message.id}`
  const head = headOf(message, isOwn, part.kind === "tool" ? part.call.tool : undefined)
  return `Session ${place}\n${head}\n${quotedLines(asSessionData(snippetOf(searchableText(part), matched)))}`
}

function snippetOf(text: string, matched: readonly string[]): string {
  const folded = text.toLowerCase()
  const places = matched.map((term) => folded.indexOf(term)).filter((at) => at >= 0)
  const at = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - SNIPPET / 3)
  const cut = text
    .slice(at, at + SNIPPET)
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed()
  return `${at > 0 ? "… " : ""}${cut}${at + SNIPPET < text.length ? " …" : ""}`
}
