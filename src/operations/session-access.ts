// Whose session memory an operation reads or changes, and which slots it has.

import { CairnError } from "../model/errors.ts"
import type { Redacted } from "../redaction/redact.ts"
import type { CleanEvent } from "../session/event-kinds.ts"
import { ancestorOf, type LiveSession } from "../session/live-session.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { POOL } from "../session/working-memory.ts"
import { type Ask, textArg } from "./operation.ts"

/** Custom slots are defined by the user, so the names cannot be listed here. */
export const slotArg = textArg(40).describe("error, decision, todo, dependency, pool")

export function askingSession({ session }: Ask): LiveSession {
  if (!session) throw new CairnError("no_session", "this needs an OpenCode session", "call it from within one")
  return session
}

/** The session whose working memory is used: for a subagent its caller's, if the user wants that. */
export function keepingSession(ask: Ask): LiveSession {
  const session = ask.app.config.subagentMemory ? askingSession(ask) : userSession(ask)
  return ancestorOf(ask.app.sessions, session)
}

/** The session that asks, if it is no subagent's. */
export function userSession(ask: Ask): LiveSession {
  const session = askingSession(ask)
  if (!session.parent) return session
  const message = "a subagent cannot change the session memory of its caller"
  throw new CairnError("subagent", message, "say it in your answer instead")
}

/** Changes the session's memory as part of the turn that it is in. */
export function changeMemory<T>(
  { app }: Ask,
  { id, turn }: LiveSession,
  change: (memory: SessionMemory) => { readonly events: readonly CleanEvent[]; readonly result: T },
): Promise<T> {
  return app.journal.change(id, change, turn.answers)
}

export function checkedSlot({ app }: Ask, slot: string): string {
  const names = [...Object.keys(app.slots), POOL]
  if (names.includes(slot)) return slot
  throw new CairnError("no_such_slot", `there is no slot "${slot}"`, `the slots are ${names.join(", ")}`)
}

export function durabilityRemark({ app }: Ask): string {
  return app.journal.isDurable ? "" : "; kept until OpenCode ends, since the state database cannot be used"
}

export function redactionRemark(found: Redacted["found"]): string {
  const count = found.reduce((sum, one) => sum + one.count, 0)
  return count === 0
    ? ""
    : `; ${count === 1 ? "a secret was" : `${count} secrets were`} left out (${found.map(({ kind }) => kind).join(", ")})`
}
