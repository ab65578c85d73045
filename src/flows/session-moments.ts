// What happens to a session by itself, and what Cairn makes of it.
import type { App } from "../app.ts"
import { type ModelLimits, type TokenCount, usagePercentage } from "../context/window-usage.ts"

/** A user message came. Hot notes are looked at now, so that a hand edit is in this very prompt; the rest follows in the background. */
export async function userSpoke(app: App): Promise<void> {
  const scopes = [app.scopeNotes("global"), app.scopeNotes("project")]
  for (const scope of scopes) void scope.refresh()
  await Promise.all(scopes.map((scope) => scope.refreshHot()))
}

/** A model step is finished: from now on the provider keeps the prompt cached for a while. */
export function modelResponded(app: App, sessionID: string, tokens: TokenCount, limits: ModelLimits | undefined): void {
  const session = app.sessions.get(sessionID)
  session.lastResponseAt = app.clock.now()
  if (limits) session.usagePercentage = usagePercentage(tokens, limits)
  app.store.epochs.responded(sessionID, session.lastResponseAt)
}

export async function wentIdle(app: App): Promise<void> {
  await app.store.history?.flush()
  void app.store.history?.packIfDue()
}

export function sessionDeleted(app: App, sessionID: string): void {
  app.sessions.remove(sessionID)
  app.store.epochs.remove(sessionID)
}

/** The user asked by command for a prefix that shows the newest notes. */
export async function flushRequested(app: App, sessionID: string): Promise<void> {
  await Promise.all([app.scopeNotes("global").refreshNow(), app.scopeNotes("project").refreshNow()])
  app.sessions.get(sessionID).forcedBy = "flush-command"
}
