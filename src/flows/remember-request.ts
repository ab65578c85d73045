// What a user message asks to remember is saved before the model answers; what it asks to forget is looked up, and the agent confirms first.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { matchingFacts } from "../facts/match-fact.ts"
import { placeFor } from "../intake/fact-place.ts"
import { trustedFacts } from "../intake/known-facts.ts"
import { saveOrRetryLater } from "../intake/retry-later.ts"
import type { CandidateOutcome } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { within } from "../model/deadline.ts"
import type { Candidate } from "../model/fact.ts"
import {
  forgetLines,
  maybeLines,
  type SavedOutcome,
  savedLines,
  saveThisLine,
  settledLines,
} from "../prompt/remember-lines.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import { scopedPath } from "../session/known-notes.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { alsoCame } from "../session/unshown.ts"
import { recordEvents } from "./session-events.ts"
import { toolsOf } from "./tools-of.ts"

/** Returns what the model should know about it, a line each. */
export async function handleRequests(
  app: App,
  session: LiveSession,
  said: ClassifiedMessage,
  { messageID = "", hadSecret }: { readonly messageID?: string | undefined; readonly hadSecret: boolean },
): Promise<string[]> {
  const candidates = said.facts.map((fact) => candidateOf(app, fact, `${session.id}/${messageID}`))
  const saving =
    candidates.length > 0
      ? saveOrRetryLater(app, candidates, { seen: sawNothing })
      : Promise.resolve<CandidateOutcome[]>([])
  const taken = await within(app.config.saveWaitMs, saving)
  const settled = settle(app, session, messageID)
  if (Array.isArray(taken)) noteTaken(app, session, taken, messageID)
  else putOff(app, session, candidates, taken, messageID)
  const tools = toolsOf(app, session)
  const known = (words: string) => ({ words, facts: matchingFacts(words, trustedFacts(app)) })
  // "Don't remember that …": if it is already remembered, that is worth a question.
  const unwanted = said.negated.map(known).filter(({ facts }) => facts.length > 0)
  return [
    ...settledLines(settled),
    ...savedLines(taken, candidates, { hadSecret, tools }),
    ...(said.bare ? [saveThisLine(tools)] : maybeLines(said.maybe, tools)),
    ...forgetLines(said.forget.map(known), tools),
    ...forgetLines(unwanted, tools),
  ]
}

/** The session knows these notes, and its activity shows what was saved. */
function noteTaken(app: App, session: LiveSession, taken: readonly SavedOutcome[], messageID: string): void {
  const places = taken.map(({ candidate: { scope }, path, into }) => ({ scope, path: path ?? into ?? "" }))
  const saved = taken.flatMap(({ candidate: { scope }, outcome, path }) =>
    outcome === "promoted" && app.config.activity ? [{ kind: "saved", note: `${path} (${scope})` } as const] : [],
  )
  if (places.length === 0) return
  recordEvents(app, session, [{ kind: "recalled", notes: places.map(scopedPath) }, ...saved], messageID || undefined)
}

/** Not written yet, or not at all: the later outcome is told then. */
function putOff(
  app: App,
  session: LiveSession,
  candidates: readonly Candidate[],
  how: "kept" | "in_memory" | "lost" | undefined,
  messageID: string,
): void {
  const came =
    how === "lost" ? ({ what: "refused", reason: "not_written" } as const) : ({ what: "later", reason: how } as const)
  if (how !== undefined)
    for (const { text } of candidates)
      updateSession(session, { unshown: alsoCame(session.unshown, { ...came, by: "user", text }) })
  if (how === "lost") return
  const facts = [...unsavedIn(app, session), ...candidates.map(({ text }) => factId(text))]
  recordEvents(app, session, [{ kind: "unsaved", facts }], messageID || undefined)
}

function unsavedIn(app: App, session: LiveSession): readonly string[] {
  return app.journal.read(session.id).notes.unsaved ?? []
}

/** The model was told that it is not written yet, and now it is, or was refused. */
function settle(app: App, session: LiveSession, messageID: string): SavedOutcome[] {
  const unsaved = unsavedIn(app, session)
  const settled = unsaved.flatMap((key) => {
    const [last] = app.store.outcomes.about({ key }, app.project.name, 1)
    return last?.session === session.id ? [last] : []
  })
  if (settled.length === 0) return []
  const facts = unsaved.filter((id) => settled.every(({ key }) => key !== id))
  recordEvents(app, session, [{ kind: "unsaved", facts }], messageID || undefined)
  const outcomes = settled.map((one) => ({ ...one, candidate: { text: one.text, scope: one.scope } }))
  noteTaken(app, session, outcomes, messageID)
  return outcomes
}

function candidateOf(app: App, { text, detail }: ClassifiedMessage["facts"][number], evidence: string): Candidate {
  const said = { text, said: "user" } as const
  return { ...said, ...(detail && { detail }), ...placeFor(app, said), source: "explicit", evidence }
}
