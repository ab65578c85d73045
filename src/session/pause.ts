// "Do not remember this session": an event in the journal, so that it survives a restart and applies in every process, in copies and to subagents.
import { ancestorOf, type LiveSession, type LiveSessions } from "./live-session.ts"
import type { EventKind, EventsOf } from "./memory-event.ts"
import type { SessionMemory } from "./session-memory.ts"

interface Sessions {
  readonly sessions: LiveSessions
  readonly journal: Record<"read" | "peek", (session: string) => Pick<SessionMemory, "paused">>
}

export function isPaused({ sessions, journal }: Sessions, session: LiveSession): boolean {
  return journal.read(ancestorOf(sessions, session).id).paused === "now"
}

/** All but what somebody said, or what is derived from it. What tools did is still recorded, for this conversation alone. */
export function isKeptPaused({ kind }: { readonly kind: EventKind }): boolean {
  if (kind === "item" || kind === "directive" || kind === "mention") return false
  kind satisfies EventsOf<"pace" | "work" | "model">["kind"] | "core" | "remove" | "clear"
  return true
}

/** Whether the user has ever paused memory in a session: nothing from it, or from its subagents, is kept for later sessions. */
export function wasPaused({ journal }: Pick<Sessions, "journal">, id: string): boolean {
  return journal.peek(id).paused !== undefined
}
