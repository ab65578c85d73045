// Two facts contradict each other, and somebody says which is true: one, and the other is archived; or both, and neither names the other.
import type { App } from "../app.ts"
import { wordsMark } from "../facts/conflict-list.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import { shownName } from "../model/shown-name.ts"
import { applyPlan, type NotePlan } from "./apply-plan.ts"
import { isHandMade } from "./by-hand.ts"
import { factFiles, versionsOf } from "./fact-files.ts"
import type { FactOutcome } from "./fact-plan.ts"
import { recordWords } from "./record.ts"
import { conflictsNow } from "./shown-conflicts.ts"

/** The pair of facts at these paths, in that order; undefined if they do not contradict each other any more, or never did. */
export function conflictAt(app: App, paths: readonly [string, string]): readonly [Fact, Fact] | undefined {
  const found = conflictsNow(app).find((pair) => paths.every((path) => pair.some((fact) => fact.path === path)))
  return found && (found[0].path === paths[0] ? found : [found[1], found[0]])
}

interface Resolution extends NotePlan {
  readonly outcomes: readonly { readonly fact: Fact; readonly became: FactOutcome }[]
}

/** `holds`: the first of them, or both. */
export async function resolveConflict(
  app: App,
  [one, other]: readonly [Fact, Fact],
  holds: "first" | "both",
  by: Pick<Candidate, "said" | "evidence">,
): Promise<void> {
  const { scope } = one
  const paths = [one.path, other.path]
  await applyPlan<Resolution>(app, scope, {
    async make() {
      const files = factFiles(app, app.scope(scope), versionsOf(app, scope, paths))
      const [first, second] = [app.scopeNotes(scope).index.get(one.path)?.info.fact ?? one, other]
      // A file that a person wrote stays a person's.
      const isOwn = !isHandMade(app, app.scopeNotes(scope).index.get(one.path)?.info)
      const kept = await files.change(one.path, without(first, other.path))
      const rest =
        holds === "first"
          ? await files.archive(other.path, one.path)
          : await files.change(other.path, { ...without(second, one.path), ...bothHolding(second, one) })
      const why = `${holds === "first" ? "keep" : "keep both"} ${shownName(one.path)} ${holds === "first" ? "over" : "and"} ${shownName(other.path)}`
      return {
        changes: [...kept.changes, ...rest.changes],
        why,
        outcomes: outcomesOf(one, other, holds, isOwn ? kept.hash : undefined),
      }
    },
    record({ outcomes }) {
      for (const { fact, became } of outcomes) recordWords(app, { ...fact, scope, ...by }, became)
    },
  })
}

function outcomesOf(one: Fact, other: Fact, holds: "first" | "both", hash: string | undefined): Resolution["outcomes"] {
  const reason = holds === "first" ? "resolved" : "both_hold"
  const kept = { fact: one, became: { outcome: "absorbed", reason, into: one.path, ...(hash && { hash }) } as const }
  if (holds === "both") return [kept]
  return [kept, { fact: other, became: { outcome: "superseded", reason, path: other.path, into: one.path } }]
}

function without({ conflicts, contradicts, ...fact }: Fact, path: string): Fact {
  const others = conflicts?.filter((one) => one !== path) ?? []
  return {
    ...fact,
    ...(others.length > 0 && { conflicts: others }),
    ...(contradicts && contradicts.path !== path && { contradicts }),
  }
}

/** Recorded with the words of both: once one of them changes, it may contradict the other again. */
function bothHolding({ holdsWith = [], ...fact }: Fact, other: Fact): Pick<Fact, "holdsWith"> {
  const others = holdsWith.filter(({ path }) => path !== other.path)
  return { holdsWith: [...others, { path: other.path, words: wordsMark(fact, other) }] }
}
