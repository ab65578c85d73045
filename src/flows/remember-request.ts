// What a user message asks to remember is kept at once, before the model answers; what it asks to forget is looked for, and the agent is told
// to make sure first. What came of it goes with the message.
import type { App } from "../app.ts"
import { matchingFacts } from "../facts/match-fact.ts"
import { placeFor } from "../intake/fact-place.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { saveOrRetryLater } from "../intake/retry-later.ts"
import type { CandidateOutcome } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/seen.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import { SCOPES } from "../model/scope.ts"
import { within } from "../model/within.ts"
import { forgetLines, savedLines, saveThisLine } from "../prompt/remember-lines.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import { scopedPath } from "../session/known-notes.ts"
import type { LiveSession } from "../session/live-session.ts"
import { recordEvents } from "./session-events.ts"
import { toolsOf } from "./tools-of.ts"

/** Gives what the model should know of it, a line each. */
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
  const notes = (Array.isArray(taken) ? taken : []).map(({ candidate, path, into }) =>
    scopedPath({ scope: candidate.scope, path: path ?? into ?? "" }),
  )
  if (notes.length > 0) recordEvents(app, session, [{ kind: "recalled", notes }], messageID || undefined)
  const tools = toolsOf(app, session)
  const forget = said.forget.map((words) => ({ words, facts: factsLike(app, words) }))
  return [
    ...savedLines(taken, candidates, { hadSecret, tools }),
    ...(said.bare ? [saveThisLine(tools)] : []),
    ...forgetLines(forget, tools),
    ...forgetLines(unwanted(app, said), tools),
  ]
}

function candidateOf(app: App, { text, detail }: ClassifiedMessage["facts"][number], evidence: string): Candidate {
  const said = { text, said: "user" } as const
  return { ...said, ...(detail && { detail }), ...placeFor(app, said), source: "explicit", evidence }
}

/** "Don't remember that …": where it is remembered already, that is worth a question. */
function unwanted(app: App, { negated }: ClassifiedMessage): { words: string; facts: readonly Fact[] }[] {
  return negated.map((words) => ({ words, facts: factsLike(app, words) })).filter(({ facts }) => facts.length > 0)
}

function factsLike(app: App, words: string): readonly Fact[] {
  return matchingFacts(
    words,
    SCOPES.flatMap((scope) => knownFacts(app, scope).facts.filter(({ trust }) => trust === "trusted")),
  )
}
