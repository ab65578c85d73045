// A judged candidate beside the facts that are there: consolidation decides, and its decision is carried out on disk. Runs as the only writer.
// What a person protects, made hot or wrote by hand stays as it is; the candidate then stands beside it or is taken as said already.
import type { App } from "../app.ts"
import { consolidate, type Outcome } from "../facts/consolidate.ts"
import { everyFactId } from "../facts/fact-id.ts"
import { messageOf } from "../model/errors.ts"
import { ARCHIVE_FOLDER, type Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { isHot, type Scope } from "../model/scope.ts"
import { isHandMade, madeBefore } from "./by-hand.ts"
import { archive, hashAt, rewrite, writeNew } from "./fact-files.ts"
import type { Judged } from "./judge.ts"
import { isArchived, knownFacts } from "./known-facts.ts"

export interface Settled {
  readonly outcome: "promoted" | "absorbed" | "superseded" | "rejected" | "quarantined"
  readonly reason: string
  /** The candidate's own note. */
  readonly path?: string
  /** The note that says it already, or says otherwise and newer. */
  readonly into?: string
  readonly supersedes?: readonly string[]
  readonly conflicts?: readonly string[]
  /** Of the file that was written. */
  readonly hash?: string
}

/** `without` is a fact that the candidate is not held against. */
export async function settle(app: App, judged: Judged, without?: string): Promise<Settled> {
  const { scope } = judged.candidate
  const decided = decide(app, judged, without)
  if (decided.outcome === "rejected") {
    if (decided.reason === "deleted") await setDecision(app, judged, "deleted")
    return { outcome: "rejected", reason: decided.reason }
  }
  const place = app.scope(scope)
  if (decided.outcome === "absorbed") {
    const { reason, into, change, supersedes = [] } = decided
    const hash = change && (await rewrite(app, place, into.path, change))
    for (const old of supersedes) await archive(app, place, old.path, into.path)
    return {
      outcome: "absorbed",
      reason,
      into: into.path,
      ...(supersedes.length > 0 && { supersedes: supersedes.map((old) => old.path) }),
      ...(hash && { hash }),
    }
  }
  if (decided.outcome === "superseded") {
    const path = await putAway(app, place, decided)
    return { outcome: "superseded", reason: decided.reason, path, into: decided.by.path }
  }
  const { fact, supersedes, conflicts } = decided
  const others = conflicts.map(({ path }) => path)
  const path = await writeNew(app, place, { ...fact, ...(others.length > 0 && { conflicts: others }) })
  for (const old of supersedes) await archive(app, place, old.path, path)
  await setDecision(app, judged, "restored")
  return {
    outcome: decided.outcome,
    reason: decided.reason,
    path,
    ...(supersedes.length > 0 && { supersedes: supersedes.map((old) => old.path) }),
    ...(others.length > 0 && { conflicts: others }),
    hash: hashAt(app, scope, path),
  }
}

/** One note in the archive for each fact, however often it is said. */
async function putAway(app: App, scope: Scope, { fact, by, known }: Superseded): Promise<string> {
  const old = { ...fact, supersededBy: by.path }
  if (!known) return writeNew(app, scope, old, ARCHIVE_FOLDER)
  if (isArchived(known)) {
    await rewrite(app, scope, known.path, old)
    return known.path
  }
  await rewrite(app, scope, known.path, fact)
  return archive(app, scope, known.path, by.path)
}

/** A fact that was found deleted stays deleted, whatever becomes of the record; one that the user wants again is deleted no more. */
async function setDecision(app: App, { candidate, id, at }: Judged, decision: "deleted" | "restored"): Promise<void> {
  const decisions = app.store.decisions(app.scope(candidate.scope))
  const ids = everyFactId(candidate.text, [candidate.type, ...Object.keys(app.config.types)])
  try {
    const { isDeleted } = await decisions.read()
    const deleted = ids.filter((one) => isDeleted(one) !== undefined)
    const changed = decision === "restored" ? deleted : deleted.length > 0 ? [] : [id]
    await decisions.addAlone(changed.map((key) => ({ at: new Date(at).toISOString(), decision, key })))
  } catch (error) {
    // The note is as it should be.
    app.log.warn("decisions", { why: messageOf(error) })
  }
}

/** Puts the candidate in the place of a fact, or the fact that says so already. */
export async function settleInPlaceOf(app: App, judged: Judged, old: string): Promise<Settled> {
  const settled = await settle(app, judged, old)
  const by = settled.outcome === "promoted" ? settled.path : settled.outcome === "absorbed" ? settled.into : undefined
  if (by === undefined) return settled
  await archive(app, app.scope(judged.candidate.scope), old, by)
  return { ...settled, reason: "replaced", supersedes: [...(settled.supersedes ?? []), old] }
}

/** Notes that would be replaced or moved, so that history can be given their present version first. */
export function touchedBy(app: App, judged: Judged): NoteInfo[] {
  const decided = decide(app, judged)
  const { index } = app.scopeNotes(judged.candidate.scope)
  return changedBy(decided).flatMap(({ path }) => index.get(path)?.info ?? [])
}

function changedBy(decided: Decided): readonly Fact[] {
  if (decided.outcome === "rejected") return []
  if (decided.outcome === "superseded") return decided.known ? [decided.known] : []
  const { supersedes = [] } = decided
  return decided.outcome === "absorbed" && decided.change ? [decided.into, ...supersedes] : supersedes
}

type Superseded = Extract<Outcome, { outcome: "superseded" }>
type Decided =
  | Exclude<Outcome, { outcome: "rejected" }>
  | { readonly outcome: "rejected"; readonly reason: string }
  | {
      readonly outcome: "absorbed"
      readonly reason: "edited_by_hand"
      readonly into: Fact
      readonly change?: undefined
      readonly supersedes?: undefined
    }

function decide(app: App, judged: Judged, without?: string): Decided {
  const { candidate, refused, verdict, at } = judged
  if (refused !== undefined) return { outcome: "rejected", reason: refused }
  const all = knownFacts(app, candidate.scope)
  const known = without === undefined ? all : { ...all, facts: all.facts.filter(({ path }) => path !== without) }
  const once = madeBefore(app, judged, known)
  if (once?.now) return { outcome: "absorbed", reason: "edited_by_hand", into: once.now }
  if (once) return { outcome: "rejected", reason: "deleted" }
  return respectful(app, judged, consolidate(candidate, { verdict, at }, known))
}

/** The decision, without what no machine may do. */
function respectful(app: App, { candidate }: Judged, decided: Outcome): Outcome {
  const infoOf = (fact: Fact) => app.scopeNotes(candidate.scope).index.get(fact.path)?.info
  const isProtected = (fact: Fact) => {
    const info = infoOf(fact)
    return info === undefined || info.readonly || isHot(fact.path, app.config.hotDir)
  }
  const stays = (fact: Fact) => isProtected(fact) || (candidate.said !== "user" && isHandMade(app, infoOf(fact)))
  if (decided.outcome === "absorbed") {
    const { change, supersedes, ...without } = decided
    const outdated = supersedes?.filter((fact) => !stays(fact)) ?? []
    return {
      ...without,
      ...(change && !stays(decided.into) && { change }),
      ...(outdated.length > 0 && { supersedes: outdated }),
    }
  }
  if (decided.outcome === "superseded") {
    const { known } = decided
    return known && !isArchived(known) && stays(known) ? { outcome: "absorbed", reason: "exact", into: known } : decided
  }
  if (decided.outcome === "rejected") return decided
  const kept = decided.supersedes.filter(stays)
  const [same] = kept
  if (!same) return decided
  if (decided.reason === "better_wording") return { outcome: "absorbed", reason: "identity", into: same }
  return {
    ...decided,
    supersedes: decided.supersedes.filter((fact) => !kept.includes(fact)),
    conflicts: [...decided.conflicts, ...kept],
  }
}
