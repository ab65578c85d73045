// When a pass over the facts is due: after a number of writes by anybody, or after half a day in which anything was written. Writes are found by
// comparing with what the last pass saw, so manual edits and other machines count as well.
import type { App } from "../app.ts"
import { passMark } from "../background/last-run.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import { jsonOf, recordAt } from "../model/fields.ts"
import { isPrivate, type ScopeName } from "../model/scope.ts"

/** By path, the beginning of the file's hash. */
type PassedFacts = Readonly<Record<string, string>>

const HASH_CHARS = 8

function markName(app: App, scope: ScopeName): string {
  return scope === "global" ? "pass global" : passMark(app.project.name)
}

export function lastPass(app: App, scope: ScopeName): { at: number; facts: PassedFacts } | undefined {
  const { value, at } = app.store.background.mark(markName(app, scope)) ?? {}
  const facts = recordAt(jsonOf(value))
  return at === undefined || facts === undefined ? undefined : { at, facts: facts as PassedFacts }
}

/** What a pass has looked at. */
export interface PassedOver {
  /** By path, the hashes of the facts that it began with: what somebody saves meanwhile was not looked at. */
  readonly versions: ReadonlyMap<string, string>
  /** Paths of facts that it made itself, which need no second look. */
  readonly made: ReadonlySet<string>
  /** Facts that it did not come to; they are due in the next pass. */
  readonly left: readonly Fact[]
}

export function notePass(app: App, scope: ScopeName, { versions, made, left }: PassedOver): void {
  const isLeft = new Set(left.filter((fact) => fact.scope === scope).map(({ path }) => path))
  const facts = factsToReconcile(app, scope).flatMap(({ path }) => {
    const hash = hashAt(app, scope, path)
    const isPassed = made.has(path) || (hash !== undefined && versions.get(path)?.startsWith(hash))
    return isPassed && !isLeft.has(path) ? [[path, hash] as const] : []
  })
  app.store.background.setMark(markName(app, scope), JSON.stringify(Object.fromEntries(facts)), app.clock.now())
}

/** Those that a prompt may show; private facts are shown to no model unasked. */
export function factsToReconcile(app: App, scope: ScopeName): Fact[] {
  const { index } = app.scopeNotes(scope)
  const stands = (path: string) => path.startsWith(`${FACTS_FOLDER}/`) || index.get(path)?.info.hot === true
  return knownFacts(app, scope).facts.filter(
    ({ trust, path }) => trust === "trusted" && stands(path) && !isPrivate(path),
  )
}

/** How many of the facts are new or have changed since. */
export function churnOf(app: App, facts: readonly Fact[], known: PassedFacts): number {
  return facts.filter(({ scope, path }) => known[path] !== hashAt(app, scope, path)).length
}

export function passIsDue(app: App, scope: ScopeName): boolean {
  const { reconcileMinFacts, reconcileChurn, reconcileIntervalMs } = app.config
  const facts = factsToReconcile(app, scope)
  if (facts.length < reconcileMinFacts) return false
  const last = lastPass(app, scope)
  const paths = new Set(facts.map(({ path }) => path))
  const gone = Object.keys(last?.facts ?? {}).filter((path) => !paths.has(path)).length
  const churn = churnOf(app, facts, last?.facts ?? {}) + gone
  if (churn >= reconcileChurn) return true
  if (last) return churn > 0 && app.clock.now() - last.at >= reconcileIntervalMs
  // The half day counts from the first check.
  app.store.background.setMark(markName(app, scope), "{}", app.clock.now())
  return false
}

function hashAt(app: App, scope: ScopeName, path: string): string | undefined {
  return app.scopeNotes(scope).index.get(path)?.info.hash.slice(0, HASH_CHARS)
}
