// What a search has found, in words.
import { quotedLines } from "../facts/trust/past-quotes.ts"
import { searchableText } from "../past/indexed-terms.ts"
import type { SessionHit } from "../past/past-search.ts"
import { asSessionData } from "../prompt/escape.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor } from "./audience.ts"
import type { FoundNote } from "./found-notes.ts"
import type { Audience } from "./operation.ts"
import { fittingFor } from "./page.ts"
import type { originOfCalls } from "./past-access.ts"
import { headOf, pastRemark, titleText, verbFor } from "./past-text.ts"

export interface FoundMessage extends SessionHit {
  readonly isOwn: boolean
  /** The words of the question that it contains. */
  readonly has: readonly string[]
  /** It contains none of them, but stands beside a message that does. */
  readonly isBeside: boolean
}

export interface Found {
  readonly notes: readonly FoundNote[]
  readonly messages: readonly FoundMessage[]
  /** The words of the question that were searched for. */
  readonly tried: readonly string[]
  /** Which of the two were searched. */
  readonly searched: { readonly notes: boolean; readonly sessions: boolean }
  /** Dates were given. */
  readonly isDated: boolean
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

export function foundText({ notes, messages, tried, gaps, ...state }: Found, audience: Audience): string {
  const name = (argument: string) => argumentFor(audience, argument)
  const none = noneLines(state, messages.length)
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
    ...none,
    ...progress,
    ...gaps,
  ].join("\n\n")
}

/** Beside notes, it would not be seen that no session matched; and notes have no date. */
function noneLines({ searched, isDated }: Pick<Found, "searched" | "isDated">, hits: number): string[] {
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

function hitText({ hit, isOwn, ...one }: FoundMessage, audience: Audience): string {
  const name = (argument: string) => argumentFor(audience, argument)
  const { session, message, part, matched } = hit
  const toRead =
    audience === "agent" ? `sessionId ${session.id}` : `${verbFor(audience, "memory_messages")} ${session.id}`
  const place = `${session.id} "${titleText(session)}" · ${whyText(one)} · ${toRead} ${name("messageId")} ${message.id}`
  const head = headOf(message, isOwn, part.kind === "tool" ? part.call.tool : undefined)
  return `Session ${place}\n${head}\n${quotedLines(asSessionData(snippetOf(searchableText(part), matched)))}`
}

/** Why it is shown, and what else there is. */
function whyText({ has, isBeside, more, alike }: Pick<FoundMessage, "has" | "isBeside" | "more" | "alike">): string {
  return [
    isBeside ? "next to a match" : has.length > 0 ? `has ${oneLine(asSessionData(has.join(", ")), 120)}` : "matches",
    ...(more > 0 ? [`${more} more there`] : []),
    ...(alike > 0 ? [`the same in ${alike} more sessions`] : []),
  ].join("; ")
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
