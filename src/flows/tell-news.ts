// What a session's model is told about its memory, and when: everything when an epoch begins, afterwards what changed, at the tail.
import type { App } from "../app.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES } from "../model/scope.ts"
import { composeNews, hotLines, newsLines } from "../prompt/news.ts"
import type { Prefix } from "../prompt/prefix.ts"
import { hasSeen, newInPrefix } from "../session/known-notes.ts"
import type { LiveSession } from "../session/live-session.ts"
import { type Line, type Lines, newlyShown, toldByPrefix, toldLines } from "../session/telling.ts"
import { memoryShown, recordEvents } from "./session-events.ts"
import { toolsOf } from "./tools-of.ts"

/**
 * A prefix was rendered that shows these items, and these notes whole. It always shows core blocks and hot notes; what does not fit is told later,
 * unless the conversation has it.
 */
export function tellByPrefix(
  app: App,
  session: LiveSession,
  { shown, whole }: Pick<Prefix, "shown" | "whole">,
  isCompacted: boolean,
): void {
  const { telling, notes } = app.journal.read(session.id)
  const newNotes = newInPrefix(notes, whole)
  const isShown = ({ about }: Line) => about === undefined || shown.has(about)
  const tells = session.parent
    ? {}
    : toldByPrefix(telling, linesNow(app, session), isShown, isCompacted ? {} : toldLines(telling))
  // Once more, because a revert of the message that brought them does not take back the prefix that shows them.
  const quotes = telling.aside.length > 0 ? (telling.quotes ?? []) : []
  if (telling.tails.length + Object.keys(newNotes).length + Object.keys(tells).length + quotes.length === 0) return
  const event = { kind: "prefix", tells, notes: newNotes } as const
  recordEvents(app, session, [quotes.length === 0 ? event : { ...event, quotes }])
}

/** The news in the tail of a message; it counts as told once the message is shown. */
export function tellNews(app: App, session: LiveSession, messageID: string): readonly string[] {
  const { telling, notes } = app.journal.read(session.id)
  // Hot notes that the session's own agent read or wrote are not news to it.
  const seen = hotLines(
    hotNotes(app).filter((note) => hasSeen(notes, note)),
    toolsOf(app, session),
  )
  const told = { ...toldLines(telling), ...seen }
  const news = composeNews(linesNow(app, session), told, app.config.tailBudget)
  if (!news) return []
  recordEvents(app, session, [{ kind: "tail", message: messageID, tells: news.tells }], messageID)
  return news.lines
}

export function tailsShown(app: App, session: LiveSession, messages: readonly string[]): void {
  const fresh = newlyShown(app.journal.read(session.id).telling, messages)
  if (fresh.length > 0) recordEvents(app, session, [{ kind: "shown", messages: fresh }])
}

function linesNow(app: App, session: LiveSession): Lines {
  return {
    ...newsLines(memoryShown(app, session.id), app.config.coreLimits),
    ...hotLines(hotNotes(app), toolsOf(app, session)),
  }
}

function hotNotes(app: App): NoteInfo[] {
  return SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot)
}
