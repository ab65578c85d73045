// When a pass over the facts is due: after a number of writes by anybody, or after half a day in which anything was written. Writes are found by
// comparing with what the last pass saw, so manual edits and other machines count as well.
import type { App } from "../app.ts"
import { passMark } from "../background/last-run.ts"
import type { Fact } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import { factsToReconcile } from "./reconcile-facts.ts"

/** By path, the beginning of the file's hash. */
type PassedFacts = Readonly<Record<string, string>>

interface LastPass {
  readonly at: number
  readonly facts: PassedFacts
}

const HASH_CHARS = 8

function markName(app: App, scope: ScopeName): string {
  return scope === "global" ? "pass global" : passMark(app.project.name)
}

export function lastPass(app: App, scope: ScopeName): LastPass | undefined {
  const { value, at } = app.store.background.mark(markName(app, scope)) ?? {}
  if (value === undefined || at === undefined) return undefined
  try {
    return { at, facts: JSON.parse(value) as PassedFacts }
  } catch {
    return undefined
  }
}

/** These facts, as they are now, were checked. */
export function notePass(app: App, scope: ScopeName, looked: readonly Fact[]): void {
  const seen = new Set(looked.map(({ path }) => path))
  const before = lastPass(app, scope)?.facts ?? {}
  // What the pass itself wrote needs no second check.
  const now = factsToReconcile(app, scope)
  const facts = now.flatMap(({ path }) => {
    const isNew = !(path in before) && !seen.has(path)
    const hash = seen.has(path) || isNew ? hashAt(app, scope, path) : before[path]
    return hash === undefined ? [] : [[path, hash] as const]
  })
  app.store.background.setMark(markName(app, scope), JSON.stringify(Object.fromEntries(facts)), app.clock.now())
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
  const gone = Object.keys(last?.facts ?? {}).filter((path) => !facts.some((fact) => fact.path === path)).length
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
