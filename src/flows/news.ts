// What a session's model is told of its memory, and when: all of it when an epoch begins, afterwards what changed, at the tail.
import type { App } from "../app.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES } from "../model/scope.ts"
import { composeNews, hotLines, linesOf } from "../recall/news.ts"
import { hasSeen, type SessionState } from "../session/sessions.ts"
import { type Lines, offered, shown, type Telling, takenBack, toldByPrefix, toldLines } from "../session/telling.ts"
import { memoryShown } from "./keeping.ts"

/** The prefix shows the whole memory; whatever tails told before is in it. */
export function tellAll(app: App, session: SessionState): void {
  if (!session.parent) save(app, session, toldByPrefix(linesNow(app, session)))
}

/** The tail of a message, if there is news. */
export function tellNews(app: App, session: SessionState, messageID: string): string | undefined {
  // What the session's own agent read or wrote of hot notes is no news to it.
  const seen = hotLines(hotNotes(app).filter((note) => hasSeen(session, note)))
  const told = { ...toldLines(session.telling), ...seen }
  const news = composeNews(linesNow(app, session), told, app.config.tailBudget)
  if (!news) return undefined
  save(app, session, offered(session.telling, messageID, news.tells))
  return news.text
}

/** A prompt shows the tails of these messages. */
export function tailsShown(app: App, session: SessionState, messages: readonly string[]): void {
  save(app, session, shown(session.telling, messages))
}

export function tailTakenBack(app: App, session: SessionState, message: string, andAfter: boolean): void {
  save(app, session, takenBack(session.telling, message, andAfter))
}

function linesNow(app: App, session: SessionState): Lines {
  return { ...linesOf(memoryShown(app, session.id), app.config.coreLimits), ...hotLines(hotNotes(app)) }
}

function hotNotes(app: App): NoteInfo[] {
  return SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot)
}

function save(app: App, session: SessionState, telling: Telling): void {
  if (telling === session.telling) return
  session.telling = telling
  setImmediate(() => app.journal.save(session.id, telling))
}
