// What the user's own words saved, and what waits for them, is shown once a turn: with their message, or at its end. Without toasts it is a line on
// the screen, which no model reads.
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import { SCOPES } from "../model/scope.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { type CameOf, takeUnshown } from "../session/unshown.ts"
import type { HostServices } from "./contract.ts"

export function showOutcomes(app: App, host: HostServices, session: LiveSession, turn = session.turn.answers): void {
  const waiting = SCOPES.reduce((sum, scope) => sum + app.scopeNotes(scope).index.quarantined.length, 0)
  const { notices, rest } = takeUnshown(session.unshown, { turn, waiting }, (item) => isShown(app, host, item))
  updateSession(session, { unshown: rest })
  // Nobody waits for a toast.
  if (notices.length > 0) host.notice(notices, session.id).catch(toLog(app, "not-shown"))
}

/** Where tools have no title that says what came of them, what an agent was refused is shown too. */
function isShown({ config }: App, { hasToasts }: HostServices, { what, by }: CameOf): boolean {
  if (!config.toasts) return false
  if (what === "waiting" || what === "restored" || what === "window") return true
  return by === "user" || (!hasToasts && (what === "refused" || what === "later"))
}
