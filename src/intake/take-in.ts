// The one door into long-term memory. Whoever proposes a fact (the user's "remember", the agent's memory_save, the summary of a compaction, the
// session's decisions) comes through here, and every candidate ends with exactly one outcome and reason, on record.
import type { App } from "../app.ts"
import type { Redacted } from "../capture/redact.ts"
import { messageOf } from "../model/errors.ts"
import { type Candidate, FACTS_FOLDER } from "../model/fact.ts"
import { type Hearing, type Judged, judge } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { type Settled, settle, touchedBy } from "./settle.ts"

export interface Taken extends Settled {
  readonly candidate: Judged["candidate"]
  readonly redacted: Redacted["found"]
}

/** Throws when nothing can be written now; what is not written is not on record. */
export async function takeIn(app: App, candidates: readonly Candidate[], hearing: Hearing): Promise<Taken[]> {
  const judged = await Promise.all(candidates.map((candidate) => judge(app, candidate, hearing)))
  return settleAll(app, judged)
}

export async function settleAll(app: App, judged: readonly Judged[]): Promise<Taken[]> {
  if (judged.length === 0) return []
  await secure(app, judged)
  return app.store.notes.alone(async () => {
    await lookAgain(app, judged)
    const taken: Taken[] = []
    for (const one of judged) {
      const settled = await settle(app, one)
      recordOutcome(app, one, settled)
      taken.push({ ...settled, candidate: one.candidate, redacted: one.redacted })
    }
    return taken
  })
}

/** A version that a person wrote goes into history before it is replaced. */
async function secure(app: App, judged: readonly Judged[]): Promise<void> {
  for (const one of judged) {
    const scope = app.scope(one.candidate.scope)
    for (const note of touchedBy(app, one)) await app.store.notes.secure(scope, note, "replace")
  }
}

/** Another process may have saved the same a moment ago. */
async function lookAgain(app: App, judged: readonly Judged[]): Promise<void> {
  const scopes = new Set(judged.filter(({ refused }) => refused === undefined).map(({ candidate }) => candidate.scope))
  await Promise.all([...scopes].map((scope) => app.scopeNotes(scope).refreshFolder(FACTS_FOLDER)))
}

/** For what happens by itself: what cannot be written now is tried again later, and never stops anything. */
export async function takeInOrKeep(app: App, candidates: readonly Candidate[], hearing: Hearing): Promise<Taken[]> {
  const judged: Judged[] = []
  try {
    judged.push(...(await Promise.all(candidates.map((candidate) => judge(app, candidate, hearing)))))
    return await settleAll(app, judged)
  } catch (error) {
    app.log.warn("capture-put-off", { why: messageOf(error), candidates: judged.length })
    for (const one of judged) app.store.outcomes.addPending(app.project.name, JSON.stringify(one), one.at)
    return []
  }
}

/** At most three attempts; then it is on record that it could not be written. */
export async function retryPending(app: App): Promise<void> {
  const { outcomes } = app.store
  for (const { json } of outcomes.droppedPending(app.project.name)) {
    const judged = JSON.parse(json) as Judged
    recordOutcome(app, judged, { outcome: "rejected", reason: "unwritable" })
  }
  for (const { id, json } of outcomes.takePending(app.project.name)) {
    try {
      await settleAll(app, [JSON.parse(json) as Judged])
      outcomes.donePending(id)
    } catch (error) {
      app.log.warn("capture-retry", { why: messageOf(error) })
      return
    }
  }
}
