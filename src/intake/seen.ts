// What a session has seen, as the judgement of trust wants it. Each foreign text is read once, in the background where it can be: a session has
// megabytes of them, and everything the agent wants kept is held against all.
import type { App } from "../app.ts"
import { isForeign } from "../capture/foreign-text.ts"
import { meaningOf, resembles, type Seen } from "../capture/trust.ts"
import { type Prints, printsOf } from "../capture/verbatim.ts"
import type { Evidence } from "../session/evidence.ts"
import type { SessionState } from "../sessions.ts"

export const sawNothing: Seen = { userTurns: [], foreign: [], readWeb: false, readQuarantined: false }

/** What the agent knows as it asks for something to be kept. */
export function seenBy(app: App, session: SessionState | undefined): Seen {
  if (!session) return sawNothing
  const { evidence } = session
  const { userTurns, foreign, readWeb, readQuarantined, request } = evidence
  const shown = (request?.() ?? []).filter(({ tool, text }) => isForeign(tool, text)).map(({ text }) => text)
  return {
    // What the user has said for good outlives the process.
    userTurns: [...userTurns, ...app.journal.read(session.id).directives],
    foreign: printsOfAll(evidence, new Set([...foreign, ...shown])),
    readWeb,
    readQuarantined,
  }
}

/** What a summary's author knew: many turns, so having read the web counts where the words resemble what was read there. */
export function seenInSummary(app: App, session: SessionState): (candidate: { readonly text: string }) => Seen {
  const seen = seenBy(app, session)
  const pages = session.evidence.fromWeb.map(meaningOf)
  return ({ text }) => ({ ...seen, readWeb: seen.readWeb || pages.some((page) => resembles(text, page)) })
}

function printsOfAll(evidence: Evidence, texts: ReadonlySet<string>): Prints[] {
  const { prints } = evidence
  evidence.prints = new Map([...texts].map((text) => [text, prints.get(text) ?? printsOf(text)]))
  return [...evidence.prints.values()]
}

/** Reads a text that came in just now before anybody asks. */
export function readAhead(evidence: Evidence, text: string): void {
  if (!evidence.prints.has(text)) evidence.prints = new Map([...evidence.prints, [text, printsOf(text)]])
}
