// "Do not remember this session": the user's wish, an event of the session's journal, so that it outlives a restart and applies in every process,
// in copies of the session and to the subagents that work for it.
import { ancestorOf, type LiveSession, type LiveSessions } from "./live-session.ts"
import type { EventKind } from "./memory-event.ts"
import type { SessionMemory } from "./session-memory.ts"

interface Sessions {
  readonly sessions: LiveSessions
  readonly journal: Record<"read" | "peek", (session: string) => Pick<SessionMemory, "paused">>
}

export function isPaused({ sessions, journal }: Sessions, session: LiveSession): boolean {
  return journal.read(ancestorOf(sessions, session).id).paused === "now"
}

/** What somebody said, or what is derived from it. What tools did is still recorded: it is for this conversation alone. */
const SAID: ReadonlySet<EventKind> = new Set(["item", "directive", "mention"])

export function isKeptPaused({ kind }: { readonly kind: EventKind }): boolean {
  return !SAID.has(kind)
}

/** Whether the user has ever paused memory in a session: nothing from it is kept for later ones, nor from those that worked for it. */
export function wasPaused({ journal }: Pick<Sessions, "journal">, id: string): boolean {
  return journal.peek(id).paused !== undefined
}
