// The only way into long-term memory. Whoever proposes a fact (the user's "remember", the agent's memory_save, the summary of a compaction, the
// session's decisions), it comes through here, and every candidate ends with exactly one outcome and reason, on record.
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import type { Candidate } from "../model/fact.ts"
import { shownName } from "../model/shown-name.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import { applyPlan } from "./apply-plan.ts"
import { askedBack } from "./asked-back.ts"
import { type FactOutcome, type FactPlan, planFact } from "./fact-plan.ts"
import { type Hearing, type Judged, judgeAll } from "./judge.ts"
import { recordOutcome } from "./record.ts"

export interface CandidateOutcome extends FactOutcome {
  readonly candidate: Judged["candidate"]
}

/**
 * Throws if nothing can be written now; what is not written is not on record. `also` is removed in the change-set of a candidate about which
 * something is decided here: one that is refused beforehand changes nothing.
 */
export async function saveFacts(
  app: App,
  candidates: readonly Candidate[],
  hearing: Hearing,
  also: readonly NoteChange[] = [],
): Promise<CandidateOutcome[]> {
  return saveJudged(app, await judgeAll(app, candidates, hearing), also)
}

/** One after the other, each in its own change-set: a long list does not keep other writers waiting. */
export async function saveJudged(
  app: App,
  judged: readonly Judged[],
  also: readonly NoteChange[] = [],
): Promise<CandidateOutcome[]> {
  const saved: CandidateOutcome[] = []
  for (const one of judged) saved.push({ ...(await saveOne(app, one, also)), candidate: one.candidate })
  return saved
}

async function saveOne(app: App, judged: Judged, also: readonly NoteChange[]): Promise<FactOutcome> {
  const { refused } = judged
  const doubt = refused ?? askedBack(app, judged)
  if (doubt !== undefined) {
    const outcome = { outcome: refused ? "rejected" : "asked", reason: doubt } as const
    recordOutcome(app, judged, outcome)
    return outcome
  }
  const make = async () => {
    const plan = await planFact(app, judged)
    if (also.length === 0) return plan
    const why = plan.why || `remove ${also.map(({ path }) => shownName(path.path)).join(", ")}`
    return { ...plan, changes: [...plan.changes, ...also], why }
  }
  return (await saveAsPlanned(app, judged, make)).outcome
}

export function saveAsPlanned(app: App, judged: Judged, make: () => Promise<FactPlan>): Promise<FactPlan> {
  return applyPlan(app, judged.candidate.scope, {
    make,
    first: (plan) => rememberDecision(app, judged, plan),
    record: ({ outcome }) => recordOutcome(app, judged, outcome),
  })
}

/** A fact that was found deleted stays deleted, whatever happens to the record; one that the user wants again no longer counts as deleted. */
async function rememberDecision(
  app: App,
  { candidate, id, tombstones = [], at }: Judged,
  plan: FactPlan,
): Promise<void> {
  const keys = plan.decision === "restored" ? tombstones : plan.decision && tombstones.length === 0 ? [id] : []
  const { decision } = plan
  if (decision === undefined || keys.length === 0) return
  const entries = keys.map((key) => ({ at: new Date(at).toISOString(), decision, key }))
  // If that fails, the note is already as it should be.
  await app.store.decisions(app.scope(candidate.scope)).addAlone(entries).catch(toLog(app, "decisions"))
}
