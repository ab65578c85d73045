// What a session's model is told of its memory, and when: all of it when an epoch begins, afterwards what changed, at the tail.
import type { App } from "../app.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES } from "../model/scope.ts"
import { composeNews, hotLines, newsLines } from "../prompt/news.ts"
import {
  type Line,
  type Lines,
  offered,
  shown,
  type Telling,
  takenBack,
  toldByPrefix,
  toldLines,
} from "../session/telling.ts"
import { hasSeen, type SessionState } from "../sessions.ts"
import { memoryShown, saveState } from "./keeping.ts"

/**
 * A prefix was rendered that shows these items. Core blocks and hot notes it always shows; what it has no room for is still to be told,
 * unless the conversation tells it.
 */
export function tellByPrefix(app: App, session: SessionState, items: ReadonlySet<string>, isCompacted: boolean): void {
  if (session.parent) return
  const shows = ({ about }: Line) => about === undefined || items.has(about)
  const before = isCompacted ? {} : toldLines(session.telling)
  save(app, session, toldByPrefix(linesNow(app, session), shows, before))
}

/** The news that rides on a message; it counts as told once the message is shown. */
export function tellNews(app: App, session: SessionState, messageID: string): readonly string[] {
  // What the session's own agent read or wrote of hot notes is no news to it.
  const seen = hotLines(hotNotes(app).filter((note) => hasSeen(session, note)))
  const told = { ...toldLines(session.telling), ...seen }
  const news = composeNews(linesNow(app, session), told, app.config.tailBudget)
  if (!news) return []
  save(app, session, offered(session.telling, messageID, news.tells))
  return news.lines
}

/** A prompt shows the tails of these messages. */
export function tailsShown(app: App, session: SessionState, messages: readonly string[]): void {
  save(app, session, shown(session.telling, messages))
}

export function tailTakenBack(app: App, session: SessionState, message: string, andAfter: boolean): void {
  save(app, session, takenBack(session.telling, message, andAfter))
}

function linesNow(app: App, session: SessionState): Lines {
  return { ...newsLines(memoryShown(app, session.id), app.config.coreLimits), ...hotLines(hotNotes(app)) }
}

function hotNotes(app: App): NoteInfo[] {
  return SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot)
}

function save(app: App, session: SessionState, telling: Telling): void {
  if (telling === session.telling) return
  session.telling = telling
  saveState(app, session)
}
