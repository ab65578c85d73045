// What a person has done to facts with an editor. The record of outcomes knows what Cairn wrote: what is otherwise now, somebody changed.
import type { App } from "../app.ts"
import { keysOf } from "../facts/consolidate.ts"
import { everyFactId } from "../facts/fact-id.ts"
import { foldFact } from "../facts/fact-key.ts"
import type { Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import type { Judged } from "./judge.ts"
import type { KnownFacts } from "./known-facts.ts"

/** Whether the file is another than Cairn wrote. Without a record it is taken for a person's. */
export function isHandMade(app: App, info: NoteInfo | undefined): boolean {
  return info !== undefined && !app.store.outcomes.wrote(info.hash)
}

/**
 * Whether a fact was made of these very words before and nothing says them now: a person has reworded it, and then that version holds, or
 * deleted it. The user's own words are a wish of their own, unless they are the very ones it was made of.
 */
export function madeBefore(
  app: App,
  { candidate }: Judged,
  { facts, retired }: KnownFacts,
): { readonly now: Fact | undefined } | undefined {
  const { outcomes } = app.store
  const ids = everyFactId(candidate.text, [candidate.type])
  const before = ids.map((id) => outcomes.lastPromotion(app.project.name, candidate.scope, id)).find(Boolean)
  if (before?.path === undefined) return undefined
  const key = foldFact(candidate.text)
  const isSaid = (fact: Fact) => keysOf(fact).exact === key
  if (facts.some(isSaid) || retired.some(isSaid)) return undefined
  const isNewWish =
    candidate.said === "user" && candidate.evidence !== `${before.session ?? ""}/${before.message ?? ""}`
  return isNewWish ? undefined : { now: facts.find((fact) => fact.path === before.path) }
}
