// What a session has seen, as the judgement of trust needs it. Each text from outside is read once, in the background if possible: a session has
// megabytes of them, and everything the agent wants to keep is checked against all of it.
import type { App } from "../app.ts"
import { asksToWriteDown } from "../facts/trust/grounds.ts"
import { type SaidOutside, saidOutside } from "../facts/trust/outside-text.ts"
import { type SeenText, seenText } from "../facts/trust/seen-text.ts"
import type { Seen } from "../facts/trust/trust.ts"
import { printsInSteps, printsOf } from "../facts/trust/verbatim.ts"
import { printsKept } from "../session/evidence.ts"
import { type LiveSession, lineOf, updateSession } from "../session/live-session.ts"
import { fitting } from "../text/fit-into.ts"
import { ownLines, pastedTexts } from "../text/pasted-text.ts"

export const sawNothing: Seen = { userTurns: [], outside: [], readWeb: false, readQuarantined: false }

/** What the agent knows when it asks to keep something. A subagent has no user, and has read whatever its callers have read. */
export function seenBy(app: App, session: LiveSession | undefined): Seen {
  if (!session) return sawNothing
  const { line, isWhole } = lineOf(app.sessions, session)
  const userTurns = userWords(app, session)
  return {
    userTurns,
    outside: readAll(
      session,
      line.flatMap((one) => outsideTexts(app, one)),
    ),
    readWeb: line.some(({ evidence }) => evidence.readWeb),
    readQuarantined: line.some(({ evidence }) => evidence.readQuarantined),
    unheard: !isWhole || line.slice(1).some(({ evidence }) => evidence.request === undefined),
    fetched: (session.evidence.request?.() ?? []).flatMap(({ args }) =>
      typeof args?.url === "string" ? [args.url] : [],
    ),
    ran: app.journal.read(session.id).ledger.commands.map(({ command }) => command),
    asked: asksToWriteDown(session.evidence.userTurns.at(-1) ?? ""),
  }
}

/** Why everything that an agent does in this turn is in doubt. */
export function turnDoubt(
  { sessions }: App,
  session: LiveSession,
): "unheard" | "read_web" | "read_quarantined" | undefined {
  const { line, isWhole } = lineOf(sessions, session)
  if (!isWhole) return "unheard"
  if (line.some(({ evidence }) => evidence.readWeb)) return "read_web"
  return line.some(({ evidence }) => evidence.readQuarantined) ? "read_quarantined" : undefined
}

function outsideTexts(app: App, { id, parent, evidence }: LiveSession): SaidOutside[] {
  const { origins } = app.journal.read(id).notes
  const shown = (evidence.request?.() ?? []).flatMap(
    (one) => saidOutside({ ...one, origin: origins[one.callID ?? ""] }, app.config.trustedTools) ?? [],
  )
  const pasted = parent === null ? newest(evidence.typed?.() ?? []).flatMap(pastedTexts) : []
  return [...evidence.outside, ...shown, ...pasted.map((text) => ({ kind: "paste", text }) as const)]
}

/** The user's standing instructions outlive the process and the conversation. */
function userWords(app: App, { id, parent, evidence }: LiveSession): string[] {
  if (parent !== null) return []
  const typed = newest(evidence.typed?.() ?? []).map((text) => ownLines(text).join("\n"))
  return [...new Set([...evidence.earlier, ...evidence.userTurns, ...typed, ...app.journal.read(id).directives])]
}

const MAX_TURNS = 40

function newest(typed: readonly string[]): readonly string[] {
  return typed.slice(-MAX_TURNS)
}

/** What a summary's author knew: it covers many turns, so anything that resembles strangers' words counts, wherever they were read. */
export function seenInSummary(app: App, session: LiveSession): Seen {
  return { ...seenBy(app, session), unheard: session.evidence.request === undefined }
}

/** Each once, whoever has shown it; if several have, as the most doubtful of them. */
function readAll(session: LiveSession, texts: readonly SaidOutside[]): SeenText[] {
  const known = session.evidence.prints
  const kinds = new Map<string, SaidOutside["kind"]>()
  for (const { kind, text } of texts) if (kinds.get(text) === undefined || kind !== "project") kinds.set(text, kind)
  const read = [...kinds].map(([text, kind]) => seenText({ kind, text }, known.get(text) ?? printsOf(text)))
  updateSession(session, { evidence: printsKept(session.evidence, new Map(read.map((one) => [one.text, one.prints]))) })
  return read
}

/** In characters of the texts that they were made from. */
const MAX_PRINTED = 6_000_000

export async function readAhead(session: LiveSession, text: string): Promise<void> {
  if (session.evidence.prints.has(text)) return
  const read = await printsInSteps(text, () => new Promise((resolve) => setImmediate(resolve)))
  const newest = [...session.evidence.prints].reverse()
  const kept = fitting(newest, MAX_PRINTED - text.length, ([other]) => other.length)
  updateSession(session, { evidence: printsKept(session.evidence, new Map([...kept.reverse(), [text, read]])) })
}
