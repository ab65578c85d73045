// The connection between what happens and what a session remembers. A subagent's actions are not recorded unless the user wants them in the memory
// of the session it works for.
import type { App } from "../app.ts"
import type { ScopeName } from "../model/scope.ts"
import type { CleanEvent } from "../session/event-kinds.ts"
import { ancestorOf, type LiveSession, updateSession } from "../session/live-session.ts"
import { isKeptPaused, isPaused } from "../session/pause.ts"
import { compactedElsewhere, renderedElsewhere } from "../session/served-prefix.ts"
import { type SessionMemory, switchedOn } from "../session/session-memory.ts"

/** Whose memory a session's actions are written to; undefined: nobody's. */
export function keeperOf(app: App, session: LiveSession): LiveSession | undefined {
  if (session.parent === null) return session
  return app.config.subagentMemory ? ancestorOf(app.sessions, session) : undefined
}

/** Visible at once, on disk soon. */
export function recordEvents(
  app: App,
  keeper: LiveSession,
  events: readonly CleanEvent[],
  message: string | undefined = keeper.turn.answers,
): void {
  const kept = isPaused(app, keeper) ? events.filter(isKeptPaused) : events
  if (kept.length > 0) app.journal.note(keeper.id, kept, message)
}

export function memoryShown(app: App, session: string): SessionMemory {
  const memory = switchedOn(app.journal.read(session), app.config)
  const saved = memory.activity.saved.filter((note) => isThere(app, note))
  return saved.length === memory.activity.saved.length ? memory : { ...memory, activity: { ...memory.activity, saved } }
}

function isThere(app: App, note: string): boolean {
  const [, path = "", scope] = /^(.*) \((project|global)\)$/.exec(note) ?? []
  return !app.isComplete() || (scope !== undefined && app.scopeNotes(scope as ScopeName).index.get(path) !== undefined)
}

/** Another process may serve the same session: what it rendered, and which compaction it was shown, counts here too. */
export function adoptEpoch(app: App, session: LiveSession): void {
  const served = renderedElsewhere(session.served, app.epochs.load(session.id))
  updateSession(session, { served: compactedElsewhere(served, app.journal.read(session.id).compaction) })
}

/** The host no longer has the session, and Cairn keeps nothing of it. */
export async function forgetSession(app: App, session: string): Promise<void> {
  app.sessions.remove(session)
  app.epochs.remove(session)
  app.store.compactions.remove(session)
  app.store.typedDirectives.remove(session)
  app.store.shownClaims.remove(session)
  app.store.lastWork.remove(session)
  app.store.shownPrompts.of(app.project.name).remove(session)
  await Promise.all([app.journal.remove(session), app.store.toolOutputs.removeOf(session)])
}
