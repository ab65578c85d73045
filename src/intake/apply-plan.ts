// A plan is made from the facts of a scope, carried out as the only writer, and made again only if the check under the lock finds that something
// has changed: another process may have saved the same a moment ago, a person may have edited what would be replaced.
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { FACTS_FOLDER } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import { noteChanged } from "../store/notes/note-refusals.ts"

export interface NotePlan {
  readonly changes: readonly NoteChange[]
  /** The message in history. */
  readonly why: string
}

export interface PlanSteps<P> {
  make(): Promise<P>
  /** Runs when everything is checked and no note is changed yet; of several, the texts are on disk under temporary names. */
  first?(plan: P): Promise<void>
  /** Runs before another may write. */
  record?(plan: P): void
}

const MAX_ROUNDS = 3

export async function applyPlan<P extends NotePlan>(app: App, scope: ScopeName, steps: PlanSteps<P>): Promise<P> {
  for (let round = 1; ; round++) {
    try {
      return await attempt(app, scope, steps)
    } catch (error) {
      if (!isRefusedAsChanged(error) || round === MAX_ROUNDS) throw error
      await app.scopeNotes(scope).refreshNow()
    }
  }
}

/** Something had changed, so nothing was done. */
export function isRefusedAsChanged(error: unknown): boolean {
  return error instanceof CairnError && error.code === "note_changed" && error.partly.length === 0
}

async function attempt<P extends NotePlan>(app: App, scope: ScopeName, steps: PlanSteps<P>): Promise<P> {
  const { notes } = app.store
  const version = versionOf(app, scope)
  const planned = await steps.make()
  // A version that a person wrote goes into history before it is replaced.
  await notes.commitVersions(planned.changes)
  return notes.alone(async () => {
    await app.scopeNotes(scope).refreshNames(FACTS_FOLDER)
    const plan = versionOf(app, scope) === version ? planned : await steps.make()
    if (losesMore(plan, planned)) throw noteChanged()
    await notes.applyAlone(plan.changes, plan.why, () => steps.first?.(plan))
    steps.record?.(plan)
    return plan
  })
}

function versionOf(app: App, scope: ScopeName): string {
  const { generation, sequence } = app.scopeNotes(scope).index
  return `${generation}/${sequence}`
}

/** Whether the new plan replaces something that may not be in history. */
function losesMore(plan: NotePlan, planned: NotePlan): boolean {
  const known = new Set(planned.changes.map(({ path, expect }) => `${expect} ${path.path}`))
  return plan.changes.some(({ path, expect }) => expect !== "absent" && !known.has(`${expect} ${path.path}`))
}
