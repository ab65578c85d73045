// The door between what happens and what a session remembers. A subagent does not pass it unless the user wants its doings in the memory of
// the session it works for.
import type { App } from "../app.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { type SessionMemory, switchedOn } from "../session/session-memory.ts"
import { ancestorOf, type SessionState } from "../session/sessions.ts"

/** Whose memory the doings of a session are written to; undefined: nobody's. */
export function keeperOf(app: App, session: SessionState): SessionState | undefined {
  if (!session.parent) return session
  return app.config.subagentMemory ? ancestorOf(app.sessions, session) : undefined
}

/** Visible at once, on disk soon. */
export function keep(app: App, keeper: SessionState, events: readonly MemoryEvent[]): void {
  if (events.length > 0) app.journal.note(keeper.id, events, keeper.turn)
}

export function memoryShown(app: App, session: string): SessionMemory {
  return switchedOn(app.journal.read(session), app.config)
}
