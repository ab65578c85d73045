// What a reconcile pass does to notes: the changes of all its ops as one set, and what goes on record for each. What a machine deletes is archived
// and leaves no tombstone: saying it again brings it back.
import type { App } from "../app.ts"
import type { CheckedOp } from "../background/reconcile-plan.ts"
import { wordsMark } from "../facts/conflict-list.ts"
import { type Fact, SOURCES } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import { isHandMade } from "./by-hand.ts"
import { type FactFiles, factFiles, versionsOf } from "./fact-files.ts"
import type { FactOutcome } from "./fact-plan.ts"
import { isRefusedByPerson } from "./judge.ts"
import { recordWords } from "./record.ts"

export interface ReconcileFiles {
  readonly changes: readonly NoteChange[]
  readonly outcomes: readonly { readonly fact: Fact; readonly became: FactOutcome }[]
}

/** For ops that may be applied; throws if a fact has changed since. */
export async function reconcileFiles(app: App, scope: ScopeName, ops: readonly CheckedOp[]): Promise<ReconcileFiles> {
  const paths = ops.flatMap(({ facts }) => facts.map(({ path }) => path))
  const files = factFiles(app, app.scope(scope), versionsOf(app, scope, paths))
  const now = app.clock.now()
  const changes: NoteChange[] = []
  const outcomes: ReconcileFiles["outcomes"][number][] = []
  for (const { op, facts, text } of ops) {
    const [first, second] = facts as [Fact, Fact | undefined]
    if (text && (await isRefusedByPerson(app, first, text))) {
      outcomes.push({ fact: first, became: { outcome: "rejected", reason: "deleted", into: first.path } })
      continue
    }
    if (op === "delete") {
      const { changes: own } = await files.archive(first.path, undefined)
      changes.push(...own)
      outcomes.push({ fact: first, became: { outcome: "deleted", reason: "outdated", path: first.path } })
    } else if (op === "flag" && second) {
      const flagged = await flagFiles(app, files, [first, second])
      changes.push(...flagged.changes)
      outcomes.push(flagged.outcome)
    } else if (op === "rewrite" && text) {
      const fact = { ...first, text, updated: now }
      const own = await files.change(first.path, fact)
      changes.push(...own.changes)
      outcomes.push({ fact, became: { outcome: "absorbed", reason: "rewritten", into: first.path, hash: own.hash } })
    } else if (op === "merge" && text) {
      const fact = mergedFact(facts, text, now)
      const own = await files.add(fact)
      changes.push(...own.changes)
      for (const { path } of facts) changes.push(...(await files.archive(path, own.path)).changes)
      const supersedes = facts.map(({ path }) => path)
      const became = { outcome: "promoted", reason: "merged", path: own.path, supersedes, hash: own.hash } as const
      outcomes.push({ fact, became })
    }
  }
  return { changes, outcomes }
}

/** Either of the two can name the other. One that a person wrote stays theirs, and a read-only one stays as it is. */
async function flagFiles(app: App, files: FactFiles, [one, other]: readonly [Fact, Fact]) {
  const infoOf = ({ scope, path }: Fact) => app.scopeNotes(scope).index.get(path)?.info
  const writable = [one, other].filter((fact) => infoOf(fact)?.readonly === false)
  const flagged = writable.find((fact) => !isHandMade(app, infoOf(fact))) ?? writable[0]
  if (!flagged) {
    const became = { outcome: "rejected", reason: "fact_protected", into: one.path } as const
    return { changes: [], outcome: { fact: one, became } }
  }
  const named = flagged === one ? other : one
  const contradicts = { path: named.path, words: wordsMark(one, other) }
  const { changes, hash } = await files.change(flagged.path, { ...flagged, contradicts })
  const became = { outcome: "absorbed", reason: "flagged", into: flagged.path, conflicts: [named.path] } as const
  const isOwn = !isHandMade(app, infoOf(flagged))
  return { changes, outcome: { fact: flagged, became: { ...became, ...(isOwn && { hash }) } } }
}

/** The best source first, then the newest. */
export function byWorth(a: Fact, b: Fact): number {
  return SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) || b.updated - a.updated
}

export function detailOf(facts: readonly Fact[]): string {
  return [...new Set(facts.flatMap((fact) => fact.detail ?? []))].join("\n\n")
}

/** It is as old as the oldest of them and from the best source; the rest of their notes is appended here. */
function mergedFact(facts: readonly Fact[], text: string, now: number): Fact {
  const [best] = facts.toSorted(byWorth)
  const detail = detailOf(facts)
  const { detail: _, conflicts: __, contradicts: ___, ...rest } = best as Fact
  return {
    ...rest,
    text,
    ...(detail && { detail }),
    created: Math.min(...facts.map((fact) => fact.created)),
    updated: now,
  }
}

/** Found by the path of each of its facts; one without facts by what it says. */
export function recordRefusedOp(
  app: App,
  scope: ScopeName,
  { facts, text, why, named }: CheckedOp,
  reason: string,
  evidence: string,
): void {
  const [first] = facts
  const said = text ?? (first ? undefined : (why ?? named))
  const fact = { type: "none", source: "extraction", ...first, text: said ?? first?.text ?? "" } as const
  const paths = facts.map(({ path }) => path)
  const about = { ...(first && { into: first.path }), ...(paths.length > 1 && { supersedes: paths }) }
  const became = { outcome: "rejected", reason, ...about } as const
  recordReconciled(app, scope, fact, became, evidence)
}

/** `evidence` is the session that the pass was about. */
export function recordReconciled(
  app: App,
  scope: ScopeName,
  fact: Pick<Fact, "type" | "source" | "text">,
  became: FactOutcome,
  evidence: string,
): void {
  recordWords(app, { ...fact, scope, said: "assistant", evidence }, became)
}
