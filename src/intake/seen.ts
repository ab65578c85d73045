// What a session has seen, as the judgement of trust wants it. Each foreign text is read once, in the background where it can be: a session has
// megabytes of them, and everything the agent wants kept is held against all.
import type { App } from "../app.ts"
import { isForeign, readsQuarantined } from "../facts/trust/foreign-text.ts"
import { meaningOf, resemblesWords, type Seen } from "../facts/trust/trust.ts"
import { type Prints, printsOf } from "../facts/trust/verbatim.ts"
import { withPrints } from "../session/evidence.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"

export const sawNothing: Seen = { userTurns: [], foreign: [], readWeb: false, readQuarantined: false }

/** What the agent knows as it asks for something to be kept. */
export function seenBy(app: App, session: LiveSession | undefined): Seen {
  if (!session) return sawNothing
  const { evidence } = session
  const { userTurns, foreign, readWeb, readQuarantined, request } = evidence
  const { directives, notes } = app.journal.read(session.id)
  const told = (request?.() ?? []).map((one) => ({ ...one, origin: notes.origins[one.callID ?? ""] }))
  const shown = told.filter(isForeign).map(({ text }) => text)
  return {
    // What the user has said for good outlives the process, and the conversation.
    userTurns: [...new Set([...userTurns, ...newest(evidence.typed?.() ?? []), ...directives])],
    foreign: printsOfAll(session, new Set([...foreign, ...shown])),
    readWeb,
    readQuarantined: readQuarantined || told.some(readsQuarantined),
  }
}

const MAX_TURNS = 40
const MAX_TURN = 8000

function newest(typed: readonly string[]): string[] {
  return typed.slice(-MAX_TURNS).map((text) => text.slice(0, MAX_TURN))
}

/** What a summary's author knew: many turns, so having read the web counts where the words resemble what was read there. */
export function seenInSummary(app: App, session: LiveSession): (candidate: { readonly text: string }) => Seen {
  const seen = { ...seenBy(app, session), unheard: session.evidence.request === undefined }
  const pages = session.evidence.fromWeb.map(meaningOf)
  return ({ text }) => ({ ...seen, readWeb: seen.readWeb || pages.some((page) => resemblesWords(text, page)) })
}

function printsOfAll(session: LiveSession, texts: ReadonlySet<string>): Prints[] {
  const known = session.evidence.prints
  const prints = new Map([...texts].map((text) => [text, known.get(text) ?? printsOf(text)]))
  updateSession(session, { evidence: withPrints(session.evidence, prints) })
  return [...prints.values()]
}

/** In characters of the texts that they were made from. */
const MAX_PRINTED = 6_000_000

/** Reads a text that came in just now before anybody asks. */
export function readAhead(session: LiveSession, text: string): void {
  const { evidence } = session
  if (evidence.prints.has(text)) return
  let room = MAX_PRINTED - text.length
  const kept = [...evidence.prints].reverse().filter(([other]) => {
    room -= other.length
    return room >= 0
  })
  const prints = new Map([...kept.reverse(), [text, printsOf(text)] as const])
  updateSession(session, { evidence: withPrints(evidence, prints) })
}
