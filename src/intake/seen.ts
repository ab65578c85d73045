// What a session has seen, as the judgement of trust wants it.
import type { App } from "../app.ts"
import { isForeign } from "../capture/foreign-text.ts"
import { resembles, type Seen } from "../capture/trust.ts"
import type { SessionState } from "../sessions.ts"

export const sawNothing: Seen = { userTurns: [], foreignTexts: [], readWeb: false, readQuarantined: false }

/** What the agent knows as it asks for something to be kept. */
export function seenBy(app: App, session: SessionState | undefined): Seen {
  if (!session) return sawNothing
  const { userTurns, foreign, readWeb, readQuarantined, request } = session.evidence
  const shown = (request?.() ?? []).filter(({ tool, text }) => isForeign(tool, text)).map(({ text }) => text)
  return {
    // What the user has said for good outlives the process.
    userTurns: [...userTurns, ...app.journal.read(session.id).directives],
    foreignTexts: [...new Set([...foreign, ...shown])],
    readWeb,
    readQuarantined,
  }
}

/** What a summary's author knew: many turns, so having read the web counts where the words resemble what was read there. */
export function seenInSummary(app: App, session: SessionState, text: string): Seen {
  const seen = seenBy(app, session)
  const { fromWeb } = session.evidence
  return { ...seen, readWeb: seen.readWeb || fromWeb.some((page) => resembles(text, page)) }
}
