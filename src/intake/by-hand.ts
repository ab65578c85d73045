// What a person has done to facts with an editor. The record of outcomes knows what Cairn wrote: if a file differs now, somebody changed it.
import type { App } from "../app.ts"
import { keysOf } from "../facts/consolidate.ts"
import { everyFactId } from "../facts/fact-id.ts"
import { foldFact } from "../facts/fact-key.ts"
import type { Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import type { Judged } from "./judge.ts"
import type { KnownFacts } from "./known-facts.ts"

/** Whether the file differs from what Cairn wrote. Without a record it is assumed to be a person's. */
export function isHandMade(app: App, info: NoteInfo | undefined): boolean {
  return info !== undefined && !app.store.outcomes.wrote(info.hash)
}

/**
 * Whether a fact was made from exactly these words before and nothing says them now: a person has reworded it, and then that version counts, or
 * deleted it. The user's own words are a new request, unless they are the very ones it was made from.
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
