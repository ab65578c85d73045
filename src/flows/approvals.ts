// A person decides about quarantined notes in another process, and expects the agent to know in its next answer. Background scans are rationed; but
// one file shows that somebody has decided something.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"
import { SCOPES } from "../model/scope.ts"
import { ANSWER_MS, within } from "../model/within.ts"

const seen = new WeakMap<App, string>()

/** Scans the notes again if there are decisions that this process does not know yet. */
export async function noticeDecisions(app: App): Promise<void> {
  const version = versionOf(app)
  const before = seen.get(app)
  seen.set(app, version)
  if (before === undefined || before === version) return
  await within(ANSWER_MS, Promise.all(SCOPES.map((scope) => app.scopeNotes(scope).refreshNow())))
}

function versionOf(app: App): string {
  try {
    return SCOPES.map((scope) => app.store.decisions(app.scope(scope)).version()).join(" ")
  } catch (error) {
    app.log.warn("decisions", { why: messageOf(error) })
    return ""
  }
}
