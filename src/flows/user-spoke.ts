// A user message: what it asks to keep in mind is kept, and what changed since the model was last told is added as its tail.
import type { App } from "../app.ts"
import type { LineOrigin } from "../model/epoch.ts"
import type { EarlierText } from "../prompt/earlier-work-lines.ts"
import { renderTail } from "../prompt/news.ts"
import { originsOf, ownLine, sizeOfLines } from "../prompt/prompt-line.ts"
import { RELEVANT_BUDGET } from "../prompt/relevant-lines.ts"
import { PAUSED_REQUEST } from "../prompt/remember-lines.ts"
import { cleanOutput, cleanText, joinClean, pieceOf, piecesOf } from "../redaction/clean-text.ts"
import { type ClassifiedMessage, classifyMessage } from "../requests/classify-message.ts"
import { LEFT_OUT, MAX_REQUEST_KEPT } from "../session/asked.ts"
import type { CleanEvent } from "../session/event-kinds.ts"
import { outsideHeard, pasteHeard, userHeard } from "../session/evidence.ts"
import { asItems, fromUserText } from "../session/extract.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { noWork } from "../session/near-work.ts"
import { isPaused } from "../session/pause.ts"
import { isOwnPrompt, messageHeard } from "../session/turn.ts"
import { alsoCame } from "../session/unshown.ts"
import type { CleanText } from "../text/known-clean.ts"
import { ownLines } from "../text/pasted-text.ts"
import { cutText } from "../text/text.ts"
import { hasPrefix, willRender } from "./build-prefix.ts"
import type { UserSpoke } from "./contract.ts"
import { filesSpokenOf, itemsNamed } from "./names-used.ts"
import { relevantLines } from "./relevant.ts"
import { handleRequests } from "./remember-request.ts"
import { heedDirectives } from "./repeated-directives.ts"
import { adoptEpoch, recordEvents } from "./session-events.ts"
import { tellNews } from "./tell-news.ts"
import { contextLines } from "./tell-pressure.ts"
import { hearAnswer } from "./unconfirmed.ts"
import { earlierLines, markWork } from "./where-were-we.ts"

/** Also for a command that starts a subagent: no request of the session itself shows what it says. */
export function hearTemplate(session: LiveSession, { template }: UserSpoke): void {
  if (template)
    updateSession(session, { evidence: outsideHeard(session.evidence, { kind: "command", text: template }) })
}

/** Returns the tail; a message that is processed late is already on its way without one. */
export async function hearUser(
  app: App,
  session: LiveSession,
  moment: UserSpoke,
  isLate: boolean,
): Promise<string | undefined> {
  const { messageID } = moment
  // A subagent's user is its caller.
  if (session.parent !== null || isOwnPrompt(session.turn, moment.text)) return undefined
  // From here on, only the cleaned text is used.
  const { text, found: secrets } = cleanText(moment.text)
  adoptEpoch(app, session)
  const { asked } = app.journal.read(session.id).notes
  updateSession(session, { turn: messageHeard(session.turn, { ...moment, text }), nearWork: noWork })
  const said = classifyMessage(text, { cues: app.config.rememberCues, requests: app.config.capture })
  if (isPaused(app, session)) return hearPaused(app, session, { ...moment, text }, said, isLate)
  const earlier = moment.isFirst && !isLate ? await earlierLines(app, session, text) : []
  await markWork(app, session)
  const { directives: known } = app.journal.read(session.id)
  const turn = requestOf(text, moment.template)
  recordEvents(
    app,
    session,
    [turn, ...filesSpokenOf(app, text), ...whatUserSaid(app, session, text, said, messageID)],
    messageID,
  )
  if (text !== "") updateSession(session, { evidence: userHeard(session.evidence, text) })
  app.store.workDays.mark(app.project.name, app.clock.now())
  const heeded = [
    ...(await hearAnswer(app, session, { text, asked, messageID })),
    ...(await handleRequests(app, session, said, { messageID, hadSecret: secrets.length > 0 })),
    ...(await heedDirectives(app, session, said, { text, messageID, known })),
  ]
  if (messageID === undefined || moment.isFirst || isLate)
    return void keepAside(app, session, { earlier, heeded }, text, messageID)
  return tailFor(app, session, messageID, text, heeded)
}

/**
 * Nothing is taken from the message, and it vouches for nothing later; what it quotes stays foreign. Memory still answers it, and a request in it
 * gets an outcome.
 */
function hearPaused(
  app: App,
  session: LiveSession,
  { messageID, text, isFirst }: UserSpoke,
  { facts, bare, maybe, forget }: ClassifiedMessage,
  isLate: boolean,
): string | undefined {
  recordEvents(app, session, [{ kind: "turn" }], messageID)
  updateSession(session, { evidence: pasteHeard(session.evidence, text) })
  for (const fact of facts) {
    const item = { what: "refused", by: "user", text: fact.text, reason: "paused" } as const
    updateSession(session, { unshown: alsoCame(session.unshown, item) })
  }
  const told = bare || facts.length + maybe.length + forget.length > 0 ? [PAUSED_REQUEST] : []
  if (messageID === undefined || isFirst || isLate)
    return void keepAside(app, session, { earlier: [], heeded: told }, text, messageID)
  return tailFor(app, session, messageID, text, told)
}

/** The first message gets no tail, because a title's author reads it; its tail goes into the first prefix. */
function keepAside(
  app: App,
  session: LiveSession,
  { earlier, heeded }: { readonly earlier: readonly EarlierText[]; readonly heeded: readonly string[] },
  text: string,
  messageID?: string,
): void {
  if (!app.config.tail) return
  const lines = [...earlier.map((line) => line.text), ...heeded, ...relevantLines(app, session, text, messageID)]
  if (lines.length === 0) return
  // People write notes as they like, so the text is cleaned.
  const clean = cleanOutput(lines.join("\n")).text
  const quotes = earlier.map(({ foreign }) => cleanOutput(foreign).text)
  const event = { kind: "aside", lines: piecesOf(clean, clean.split("\n")) } as const
  recordEvents(app, session, [quotes.length === 0 ? event : { ...event, quotes }], messageID)
}

/** The template's text, if the message is only a command. */
function requestOf(text: CleanText, template = ""): CleanEvent {
  if (text.trim().length > MAX_REQUEST_KEPT) return { kind: "turn", said: beginningAndEnd(text), own: ownWords(text) }
  if (text.trim() !== "") return { kind: "turn", said: beginningAndEnd(text) }
  const { text: told } = cleanText(template.slice(0, MAX_TEMPLATE))
  return told.trim() === "" ? { kind: "turn" } : { kind: "turn", said: beginningAndEnd(told), isTemplate: true }
}

const MAX_TEMPLATE = 64 * 1024

function ownWords(text: CleanText): CleanText {
  return pieceOf(text, ownLines(text).join("\n").trim().slice(0, MAX_REQUEST_KEPT))
}

/** The beginning of a long message, which says what is wanted, and the end, where people put the question about a paste. */
function beginningAndEnd(text: CleanText): CleanText {
  const whole = text.trim()
  if (whole.length <= MAX_REQUEST_KEPT) return pieceOf(text, whole)
  const beginning = cutText(whole, (MAX_REQUEST_KEPT * 2) / 3)
  const ending = whole.slice(beginning.length + LEFT_OUT.length - MAX_REQUEST_KEPT)
  return pieceOf(text, `${beginning}${LEFT_OUT}${ending.slice(ending.search(/\s/) + 1)}`)
}

function whatUserSaid(
  app: App,
  session: LiveSession,
  text: CleanText,
  said: ClassifiedMessage,
  messageID = "",
): CleanEvent[] {
  const directives = said.directives.map((rule) => ({ kind: "directive", text: rule }) as const)
  if (!app.config.workingMemory) return directives
  return [
    ...directives,
    ...itemsNamed(app, session, text, { message: messageID }),
    ...asItems(fromUserText(text, said, app.config)),
  ]
}

const MAX_TAIL = 1200

/** A prompt that renders the prefix again needs no news. */
function tailFor(
  app: App,
  session: LiveSession,
  messageID: string,
  text: string,
  heeded: readonly string[],
): string | undefined {
  if (!app.config.tail || !hasPrefix(app, session)) return undefined
  const news = willRender(app, session) ? [] : tellNews(app, session, messageID)
  const told = [...heeded, ...news]
  const hasRoom = sizeOfLines(told.map(ownLine)) <= MAX_TAIL - RELEVANT_BUDGET - CONTEXT_ROOM
  const relevant = hasRoom ? relevantLines(app, session, text, messageID) : []
  const isTelling = told.length + relevant.length > 0
  const lines = [...contextLines(app, session, messageID, isTelling), ...told, ...relevant]
  if (lines.length === 0) return undefined
  keepTail(app, session, messageID, { lines, heeded, news, relevant })
  return renderTail(lines)
}

const CONTEXT_ROOM = 100

interface TailLines {
  readonly lines: readonly string[]
  /** The outcome of the message's own requests. */
  readonly heeded: readonly string[]
  readonly news: readonly string[]
  readonly relevant: readonly string[]
}

const NOTE_LINE = /^- (\S.{0,400}?) \((project|global)\): /

/** Nothing is kept from a paused session. */
function keepTail(app: App, { id }: LiveSession, messageID: string, tail: TailLines): void {
  if (app.journal.read(id).paused) return
  // People write notes as they like, so the text is cleaned.
  const lines = tail.lines.map((line) => ({ text: cleanOutput(line).text, from: originOf(line, tail) }))
  const text = joinClean(lines.map((line) => line.text))
  const shown = { kind: "tail", at: app.clock.now(), reason: messageID, text, origins: originsOf(lines) } as const
  app.afterAnswer(() => app.store.shownPrompts.of(app.project.name).add(id, shown))
}

function originOf(line: string, { heeded, news, relevant }: TailLines): LineOrigin {
  if (heeded.includes(line)) return { kind: "journal", of: "request" }
  if (news.includes(line)) return { kind: "journal", of: "news" }
  const [, path, scope] = relevant.includes(line) ? (NOTE_LINE.exec(line) ?? []) : []
  return path === undefined ? { kind: "cairn" } : { kind: "note", of: `${scope}:${path}` }
}
