// Facts that say the same and are settled (stated, written by hand, confirmed) are not merged by a machine: the merged text waits for a person as a
// new version of the best of them; if it is approved, the others are archived.
import type { App } from "../app.ts"
import type { CheckedOp } from "../background/reconcile-plan.ts"
import { contentHash, type Fact, factBody, namedAt } from "../model/fact.ts"
import { changeNote, parseNote } from "../model/note-file.ts"
import { parseNotePath, pathOnDisk } from "../model/note-path.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import { isRefusedByPerson } from "./judge.ts"
import { baseOf, QUARANTINE_FOLDER } from "./note-text.ts"
import { byWorth, detailOf, recordReconciled } from "./reconcile-files.ts"

/** Nobody reviews more than this. */
const MAX_WAITING = 20

export function isReviewFull(app: App): boolean {
  return SCOPES.reduce((sum, scope) => sum + app.scopeNotes(scope).index.quarantined.length, 0) >= MAX_WAITING
}

/** Why it is not proposed, if it is not. */
export async function proposeMerge(
  app: App,
  scope: ScopeName,
  { facts, text }: Pick<CheckedOp, "facts" | "text">,
  evidence: string,
): Promise<string | undefined> {
  const { notes } = app.store
  const place = app.scope(scope)
  const { index } = app.scopeNotes(scope)
  // One that a person has locked or made hot keeps its place: approving says first that it is locked.
  const infoOf = ({ path }: Fact) => index.get(path)?.info
  const rank = (fact: Fact) => [infoOf(fact)?.readonly, infoOf(fact)?.hot].map((is) => (is ? 0 : 1)).join("")
  const [best] = facts.toSorted((a, b) => rank(a).localeCompare(rank(b)) || byWorth(a, b))
  if (!best || !text) return "fact_protected"
  if (isReviewFull(app)) return "review_full"
  if (await isRefusedByPerson(app, best, text)) return "deleted"
  const path = parseNotePath(`${QUARANTINE_FOLDER}/${best.path}`)
  const [target, waiting] = await Promise.all([notes.read(place, pathOnDisk(best.path)), notes.read(place, path)])
  if (!target) return "fact_changed"
  if (waiting) return "waits_already"
  const others = facts.filter((fact) => fact !== best && namedAt(path.path, [fact.path]).length > 0)
  const merges = others.map((fact) => `${fact.path} ${mergeMark(fact)}`).join(", ")
  const head = { trust: "quarantined", replaces: best.path, base: baseOf(target), [MERGES]: merges }
  const body = factBody({ sentence: text, detail: detailOf(facts) })
  const change = { scope: place, path, expect: "absent", text: changeNote(parseNote(""), head, body) }
  await notes.apply([change], `propose ${shownName(best.path)}`)
  const supersedes = facts.map((fact) => fact.path)
  const became = { outcome: "quarantined", reason: "merge_proposed", path: path.path, supersedes } as const
  recordReconciled(app, scope, { ...best, text }, became, evidence)
  return undefined
}

/** Its key in the frontmatter: the facts that go to the archive when the proposal is approved. */
export const MERGES = "merges"

/** A different one means that the fact says something else. */
export function mergeMark({ text, detail = "" }: Pick<Fact, "text" | "detail">): string {
  return contentHash({ description: text, body: detail }).slice(0, 8)
}
