// What a search has found, in words.
import { quotedLines } from "../facts/trust/past-quotes.ts"
import { painter } from "../model/paint.ts"
import { searchableText } from "../past/indexed-terms.ts"
import { literalPattern } from "../past/literal-search.ts"
import type { PastHit, SessionHit } from "../past/past-search.ts"
import { asSessionData } from "../prompt/escape.ts"
import { termsOfToken } from "../search/search-terms.ts"
import { plainLetters } from "../text/accents.ts"
import { columnsOf, cutToColumns, rowsOf } from "../text/columns.ts"
import { localMinute } from "../text/local-time.ts"
import { plainFormOf } from "../text/plain-form.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor, withoutGiven } from "./audience.ts"
import type { FoundNote } from "./found-notes.ts"
import type { Audience, Screen } from "./operation.ts"
import { fittingFor } from "./page.ts"
import type { originOfCalls } from "./past-access.ts"
import { headOf, pastRemark, speakerOf, titleText, verbFor } from "./past-text.ts"

export interface FoundMessage extends Pick<SessionHit, "more" | "alike"> {
  readonly hit: Pick<PastHit, "session" | "message" | "part" | "matched" | "score" | "confidence">
  readonly isOwn: boolean
  /** What has the words of the question: itself, its session's title, or only a message beside it. */
  readonly where: "message" | "title" | "beside"
  /** Those of them that are there. */
  readonly has: readonly string[]
  /** Not all of its session was read: there may be more. */
  readonly isPartlyRead: boolean
  /** Ids as short as a person may type them. */
  readonly short?: { readonly session: string; readonly message: string } | undefined
}

export interface Found {
  readonly notes: readonly FoundNote[]
  readonly messages: readonly FoundMessage[]
  /** The words of the question that were searched for. */
  readonly tried: readonly string[]
  /** Which of the two were searched. */
  readonly searched: { readonly notes: boolean; readonly sessions: boolean }
  /** The arguments that were given to narrow the question. */
  readonly bounds: readonly string[]
  /** More projects could be searched. */
  readonly hasMoreProjects: boolean
  /** How many of all sessions are indexed. */
  readonly indexed: number
  readonly all: number
  readonly isFull: boolean
  readonly gaps: readonly string[]
  readonly origin: ReturnType<typeof originOfCalls>
}

const SNIPPET = 300

/** What makes a question narrower. */
const MORE = ["since", "until", "role", "sessionId"]
const DATES = ["since", "until"]

export function foundText(
  { notes, messages, tried, gaps, ...state }: Found,
  audience: Audience,
  screen: Screen = { columns: Number.POSITIVE_INFINITY, hasColour: false },
): string {
  const paint = painter(screen.hasColour)
  const name = (argument: string) => argumentFor(audience, argument)
  const none = noneLines(state, messages.length)
  const progress = progressOf(state)
  if (notes.length + messages.length === 0)
    return [...nothingLines(tried, state, audience), ...progress, ...gaps].join("\n")
  const found = [
    ...(notes.length > 0
      ? [
          [`${paint("bold", "Notes")} (${verbFor(audience, "memory_read")} shows one):`, ...notes.map(noteLine)].join(
            "\n",
          ),
        ]
      : []),
    ...(messages.length > 0
      ? [
          `${paint("bold", "Sessions")}. ${pastRemark(audience)}`,
          ...messages.map((one) => (audience === "agent" ? hitText(one) : hitOnScreen(one, screen))),
        ]
      : []),
  ]
  const blocks = fittingFor(audience, found, "\n\n")
  const left = found.length - blocks.length
  return [
    ...blocks,
    ...(left > 0 ? [`(${left} more hits: ask for less with ${MORE.map(name).join(", ")}, or with more words)`] : []),
    ...none,
    ...progress,
    ...gaps,
  ].join("\n\n")
}

/** Advises only what was not done: all projects are no help where they were searched, or where only notes or one session was to be. */
function nothingLines(
  tried: readonly string[],
  { bounds, hasMoreProjects }: Pick<Found, "bounds" | "hasMoreProjects">,
  audience: Audience,
): string[] {
  if (tried.length === 0)
    return ["Nothing was searched for: the question has only very common words, single letters or signs."]
  const wider = [
    ...withoutGiven(audience, bounds),
    ...(hasMoreProjects ? [`with all projects (${argumentFor(audience, "project")} all)`] : []),
  ]
  return [
    `Nothing relevant. Tried: ${oneLine(asSessionData(tried.join(", ")), 300)}.`,
    `Other words may find more${wider.length > 0 ? `, and so may a search ${wider.join(" or ")}` : ""}.`,
  ]
}

/** Beside notes, it would not be seen that no session matched; and notes have no date. */
function noneLines({ searched, bounds }: Pick<Found, "searched" | "bounds">, hits: number): string[] {
  const isDated = bounds.some((bound) => DATES.includes(bound))
  if (!searched.sessions) return isDated ? ["(notes have no date: these are of any time)"] : []
  if (hits > 0) return []
  return [isDated ? "(no session of that time matched; the notes are of any time)" : "(no session matched)"]
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

/** For an agent. */
function hitText({ hit, isOwn, ...one }: FoundMessage): string {
  const { session, message, part, matched } = hit
  const why = [oneReason(one), ...elsewhere(one)].join("; ")
  const place = `${session.id} "${titleText(session)}" · ${why} · sessionId ${session.id} messageId ${message.id}`
  const tool = part.kind === "tool" ? part.call.tool : undefined
  const head = headOf(message, { session, isOwn, audience: "agent", tool })
  return `Session ${place}\n${head}\n${quotedLines(asSessionData(snippetOf(searchableText(part), matched)))}`
}

/**
 * Title and date, why it was found unless the bold words tell, what was said, and the command that shows it, which stands alone so that it can be
 * copied.
 */
function hitOnScreen({ hit, isOwn, short, ...one }: FoundMessage, { columns, hasColour }: Screen): string {
  const { session, message, part, matched } = hit
  const paint = painter(hasColour)
  const beside = [localMinute(message.at), ...elsewhere(one)].join(" · ")
  const isTold = hasColour && one.where === "message"
  const title = cutToColumns(titleText(session), Math.max(LEAST_TITLE, columns - columnsOf(beside) - 2))
  const tool = part.kind === "tool" ? part.call.tool : undefined
  const speaker = speakerOf(message, { session, isOwn, audience: "person", tool })
  const said = `${speaker}: ${asSessionData(snippetOf(searchableText(part), matched))}`
  const rows = rowsOf(said, columns - INDENT.length).map((row) => `${INDENT}${boldWords(row, matched, paint)}`)
  const isWhole = !Number.isFinite(columns) || short === undefined
  const [inSession, at] = isWhole ? [session.id, message.id] : [short.session, short.message]
  return [
    `${paint("bold", title)}  ${paint("dim", beside)}`,
    ...(isTold ? [] : [paint("dim", `${INDENT}(${oneReason(one)})`)]),
    ...rows,
    paint("cyan", `${INDENT}${verbFor("person", "memory_messages")} ${inSession} --message-id ${at}`),
  ].join("\n")
}

const INDENT = "  "
const LEAST_TITLE = 20

const WORD = /[\p{L}\p{N}]+/gu

/** In letters: many other words begin with a shorter term. */
const LEAST_BEGINNING = 4

/** A version number or a quotation is looked for as it is. */
const LITERAL = /[^\p{L}\p{N}]/u

/** The words of a text that have one of the terms, in whatever form or spelling ("bought", "colour"), or begin with it. */
function* wordsWith(terms: readonly string[], plain: string): Generator<{ from: number; to: number }> {
  const long = terms.filter(({ length }) => length >= LEAST_BEGINNING)
  const literals = literalsIn(terms, plain)
  let past = 0
  for (const { index, 0: word } of plain.matchAll(WORD)) {
    const to = index + word.length
    for (; literals[0] && literals[0].from < to; literals.shift()) {
      yield literals[0]
      past = literals[0].to
    }
    if (index < past) continue
    const has = long.some((term) => word.startsWith(term)) || termsOfToken(word).some((term) => terms.includes(term))
    if (has) yield { from: index, to }
  }
  yield* literals
}

/** In order, and none within another. */
function literalsIn(terms: readonly string[], plain: string): { from: number; to: number }[] {
  const patterns = terms.filter((term) => LITERAL.test(term)).map((term) => literalPattern(plainLetters(term)))
  if (patterns.length === 0) return []
  const found = plain.matchAll(new RegExp(patterns.join("|"), "giu"))
  return [...found].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
}

function boldWords(row: string, terms: readonly string[], paint: ReturnType<typeof painter>): string {
  if (terms.length === 0) return row
  const { plain, placeOf } = plainFormOf(row)
  let painted = ""
  let past = 0
  for (const { from, to } of wordsWith(terms, plain)) {
    painted += row.slice(past, placeOf(from)) + paint("bold", row.slice(placeOf(from), placeOf(to)))
    past = placeOf(to)
  }
  return painted + row.slice(past)
}

function oneReason({ where, has }: Pick<FoundMessage, "where" | "has">): string {
  if (where === "beside") return "next to a match"
  if (has.length === 0) return where === "title" ? "its title matches" : "matches"
  return `${where === "title" ? "its title has" : "has"} ${oneLine(asSessionData(has.join(", ")), 120)}`
}

function elsewhere({ more, alike, isPartlyRead }: Pick<FoundMessage, "more" | "alike" | "isPartlyRead">): string[] {
  const there = `${isPartlyRead ? "at least " : ""}${more} more there`
  return [...(more > 0 ? [there] : []), ...(alike > 0 ? [`the same in ${alike} more sessions`] : [])]
}

function snippetOf(text: string, matched: readonly string[]): string {
  const { plain, placeOf } = plainFormOf(text)
  const [first] = wordsWith(matched, plain)
  const at = Math.max(0, placeOf(first?.from ?? 0) - SNIPPET / 3)
  const cut = text
    .slice(at, at + SNIPPET)
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed()
  return `${at > 0 ? "… " : ""}${cut}${at + SNIPPET < text.length ? " …" : ""}`
}
