// What happens to a judged candidate: consolidation decides, and the plan has the files. What a person protects, made hot or wrote by hand stays;
// the candidate is saved next to it or counts as said. A private fact changes only in place: the archive is in history.
import type { App } from "../app.ts"
import { keepsValues } from "../background/kept-values.ts"
import { conflictBetween } from "../facts/conflict.ts"
import { consolidate, keysOf, type Outcome } from "../facts/consolidate.ts"
import { foldFact } from "../facts/fact-key.ts"
import { ARCHIVE_FOLDER, type Fact, type FactFate } from "../model/fact.ts"
import { isHot, isPrivate } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import type { NotePlan } from "./apply-plan.ts"
import { isHandMade, madeBefore } from "./by-hand.ts"
import { type FactChange, type FactFiles, factFiles, versionsOf } from "./fact-files.ts"
import type { Judged } from "./judge.ts"
import { isArchived, type KnownFacts, knownFacts } from "./known-facts.ts"

export interface FactOutcome extends FactFate {
  /** `asked`: not saved until somebody insists or it is proposed again. */
  readonly outcome:
    | "promoted"
    | "absorbed"
    | "superseded"
    | "rejected"
    | "asked"
    | "unconfirmed"
    | "quarantined"
    | "deleted"
  /** Of the file that was written. */
  readonly hash?: string
}

export interface FactPlan extends NotePlan {
  readonly outcome: FactOutcome
  /** What to record about the words: that they were deleted, or that this is no longer true. */
  readonly decision?: "deleted" | "restored"
}

/** `old` is a fact that the candidate replaces, or the fact that already says it; the two are not compared. */
export async function planFact(app: App, judged: Judged, old?: string): Promise<FactPlan> {
  const { scope } = judged.candidate
  const decided = decide(app, judged, old)
  // At once: a scan may bring another version while files are read.
  const versions = versionsOf(app, scope, [...changedBy(decided).map(({ path }) => path), ...(old ? [old] : [])])
  const files = factFiles(app, app.scope(scope), versions)
  const plan = await planFiles(files, decided)
  return old === undefined ? plan : planReplaced(files, plan, old)
}

async function planFiles(files: FactFiles, decided: Decided): Promise<FactPlan> {
  if (decided.outcome === "rejected") {
    const { reason } = decided
    const outcome = { outcome: "rejected", reason } as const
    return { outcome, changes: [], why: "", ...(reason === "deleted" && { decision: "deleted" as const }) }
  }
  if (decided.outcome === "absorbed") return planAbsorbed(files, decided)
  if (decided.outcome === "superseded") {
    const { path, changes } = await putAway(files, decided)
    const outcome = { outcome: "superseded", reason: decided.reason, path, into: decided.by.path } as const
    return { outcome, changes, why: `archive fact ${shownName(path)}` }
  }
  return planAdded(files, decided)
}

async function planAbsorbed(files: FactFiles, decided: Absorbed): Promise<FactPlan> {
  const { reason, into, change, supersedes = [] } = decided
  const own = change && (await files.change(into.path, change))
  const gone = await archiveAll(files, supersedes, into.path)
  return {
    outcome: {
      outcome: "absorbed",
      // It is not remembered only because a person has yet to decide about it.
      reason: (change ?? into).trust === "quarantined" ? "in_review" : reason,
      into: into.path,
      ...pathsOf({ supersedes }),
      ...(own && { hash: own.hash }),
    },
    changes: [...(own?.changes ?? []), ...gone],
    why: `update fact ${shownName(into.path)}`,
  }
}

async function planAdded(files: FactFiles, decided: Added): Promise<FactPlan> {
  const { outcome, reason, fact, supersedes, conflicts } = decided
  const own = await files.add({ ...fact, ...pathsOf({ conflicts }) })
  const gone = await archiveAll(files, supersedes, own.path)
  return {
    outcome: { outcome, reason, path: own.path, ...pathsOf({ supersedes, conflicts }), hash: own.hash },
    changes: [...own.changes, ...gone],
    why: `${outcome === "promoted" ? "add" : outcome === "unconfirmed" ? "ask about" : "quarantine"} fact ${shownName(own.path)}`,
    decision: "restored",
  }
}

async function archiveAll(files: FactFiles, facts: readonly Fact[], by: string): Promise<FactChange["changes"]> {
  const all: FactChange["changes"][number][] = []
  for (const { path } of facts) all.push(...(await files.archive(path, by)).changes)
  return all
}

/** Only the lists that have something in them. */
function pathsOf(lists: { readonly supersedes?: readonly Fact[]; readonly conflicts?: readonly Fact[] }) {
  const [supersedes, conflicts] = [lists.supersedes ?? [], lists.conflicts ?? []].map((facts) =>
    facts.map(({ path }) => path),
  ) as [string[], string[]]
  return { ...(supersedes.length > 0 && { supersedes }), ...(conflicts.length > 0 && { conflicts }) }
}

/** One note in the archive for each fact, however often it is said. */
function putAway(files: FactFiles, { fact, by, known }: Superseded): Promise<FactChange> {
  const old = { ...fact, supersededBy: by.path }
  if (!known) return files.add(old, ARCHIVE_FOLDER)
  return isArchived(known) ? files.change(known.path, old) : files.archive(known.path, by.path, fact)
}

async function planReplaced(files: FactFiles, plan: FactPlan, old: string): Promise<FactPlan> {
  const { outcome, path, into, supersedes = [] } = plan.outcome
  const by = outcome === "promoted" ? path : outcome === "absorbed" ? into : undefined
  if (by === undefined) return plan
  const gone = await files.archive(old, by)
  return {
    ...plan,
    outcome: { ...plan.outcome, reason: "replaced", supersedes: [...supersedes, old] },
    changes: [...plan.changes, ...gone.changes],
    why: `replace fact ${shownName(old)} by ${shownName(by)}`,
  }
}

function changedBy(decided: Decided): readonly Fact[] {
  if (decided.outcome === "rejected") return []
  if (decided.outcome === "superseded") return decided.known ? [decided.known] : []
  const { supersedes = [] } = decided
  return decided.outcome === "absorbed" && decided.change ? [decided.into, ...supersedes] : supersedes
}

type Superseded = Extract<Outcome, { outcome: "superseded" }>
type Added = Extract<Outcome, { outcome: "promoted" | "unconfirmed" | "quarantined" }>
type Absorbed = Extract<Decided, { outcome: "absorbed" }>
type Decided =
  | Exclude<Outcome, { outcome: "rejected" }>
  | { readonly outcome: "rejected"; readonly reason: string }
  | {
      readonly outcome: "absorbed"
      readonly reason: "reworded"
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
  if (once?.now) return { outcome: "absorbed", reason: "reworded", into: once.now }
  if (once) return { outcome: "rejected", reason: "deleted" }
  const decided = consolidate(candidate, { verdict, at }, known)
  const isNew = decided.outcome === "promoted" && decided.reason === "new" && decided.conflicts.length === 0
  const successor = isNew && candidate.said !== "user" ? successorOf(candidate, known) : undefined
  if (successor) return { outcome: "absorbed", reason: "reworded", into: successor }
  return withoutProtectedChanges(app, judged, decided)
}

/** The fact that a fact with these words was merged into. One that contradicts it says something else. */
function successorOf({ type, text }: Judged["candidate"], { facts, retired }: KnownFacts): Fact | undefined {
  const key = foldFact(text)
  const before = retired.filter((fact) => fact.supersededBy !== undefined && keysOf(fact).exact === key)
  const saysIt = (fact: Fact) => keepsValues([text], fact.text) && conflictBetween({ type, text }, fact) === undefined
  return facts.find((fact) => before.some(({ supersededBy }) => supersededBy === fact.path) && saysIt(fact))
}

/** The decision, without what no machine may do. */
function withoutProtectedChanges(app: App, { candidate }: Judged, decided: Outcome): Outcome {
  const infoOf = (fact: Fact) => app.scopeNotes(candidate.scope).index.get(fact.path)?.info
  const isProtected = (fact: Fact) => {
    const info = infoOf(fact)
    return info === undefined || info.readonly || isHot(fact.path, app.config.hotDir)
  }
  const stays = (fact: Fact) => isProtected(fact) || (candidate.said !== "user" && isHandMade(app, infoOf(fact)))
  const staysInPlace = (fact: Fact) => isPrivate(fact.path) || stays(fact)
  if (decided.outcome === "absorbed") {
    const { change, supersedes, ...without } = decided
    const outdated = supersedes?.filter((fact) => !staysInPlace(fact)) ?? []
    return {
      ...without,
      ...(change && !stays(decided.into) && { change }),
      ...(outdated.length > 0 && { supersedes: outdated }),
    }
  }
  if (decided.outcome === "superseded") {
    const { known } = decided
    const isKept = known && !isArchived(known) && staysInPlace(known)
    return isKept ? { outcome: "absorbed", reason: "exact", into: known } : decided
  }
  if (decided.outcome === "rejected") return decided
  const kept = decided.supersedes.filter(staysInPlace)
  if (kept.length === 0) return decided
  // The first is then the fact that it words better, or that waits as it does.
  const [same] = decided.reason === "better_wording" || decided.outcome !== "promoted" ? decided.supersedes : []
  if (same && kept.includes(same)) return { outcome: "absorbed", reason: "identity", into: same }
  return {
    ...decided,
    supersedes: decided.supersedes.filter((fact) => !kept.includes(fact)),
    conflicts: [...decided.conflicts, ...kept],
  }
}
