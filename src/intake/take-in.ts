// The one door into long-term memory. Whoever proposes a fact (the user's "remember", the agent's memory_save, the summary of a compaction, the
// session's decisions) comes through here, and every candidate ends with exactly one outcome and reason, on record.
import type { App } from "../app.ts"
import { type Candidate, FACTS_FOLDER } from "../model/fact.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { type Hearing, type Judged, judgeAll } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { type Settled, settle, touchedBy } from "./settle.ts"

export interface Taken extends Settled {
  readonly candidate: Judged["candidate"]
}

/** Throws when nothing can be written now; what is not written is not on record. */
export async function takeIn(app: App, candidates: readonly Candidate[], hearing: Hearing): Promise<Taken[]> {
  return settleAll(app, await judgeAll(app, candidates, hearing))
}

export async function settleAll(app: App, judged: readonly Judged[]): Promise<Taken[]> {
  if (judged.length === 0) return []
  await secure(app, judged)
  return app.store.notes.alone(async () => {
    await lookAgain(app, judged)
    const taken: Taken[] = []
    for (const one of judged) {
      await lookAtTouched(app, one)
      const settled = await settle(app, one)
      recordOutcome(app, one, settled)
      taken.push({ ...settled, candidate: one.candidate })
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
  await Promise.all([...scopes].map((scope) => app.scopeNotes(scope).refreshNames(FACTS_FOLDER)))
}

/** What would be changed may have been edited by hand a moment ago: then it is judged by what it says now. */
async function lookAtTouched(app: App, judged: Judged): Promise<void> {
  const scope = app.scope(judged.candidate.scope)
  for (const { path, hash } of touchedBy(app, judged)) {
    const note = await app.store.notes.read(scope, pathOnDisk(path))
    if (note?.info.hash !== hash) return app.scopeNotes(scope.name).refreshFolder(FACTS_FOLDER)
  }
}
