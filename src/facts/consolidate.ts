// What happens to a candidate given the existing facts: one outcome and one reason. Candidates arrive in any order, from several processes, some
// twice. So an order over facts decides which of two equal facts stays, never which came first, and whether a fact is outdated is decided again
// whenever more is known about it.
import { type Candidate, type Fact, factPath, SOURCES, type Trust } from "../model/fact.ts"
import { onceFor } from "../model/once-for.ts"
import { isPrivate } from "../model/scope.ts"
import { conflictsWith, outdates } from "./conflict.ts"
import { classKey, exactKey, foldFact } from "./fact-key.ts"
import type { GateReason } from "./gate.ts"
import { reinforce, sessionOf, startOfDay } from "./retention.ts"
import type { TrustVerdict } from "./trust/trust.ts"

export type Outcome =
  | Added<"promoted", "new" | "newer_statement" | "better_wording">
  | Added<"unconfirmed" | "quarantined", TrustVerdict["reason"]>
  | {
      readonly outcome: "absorbed"
      readonly reason: "exact" | "identity"
      readonly into: Fact
      /** The fact as it should be now, if the candidate adds something to it. */
      readonly change?: Fact
      /** Facts that move to the archive because the user has now repeated this one. */
      readonly supersedes?: readonly Fact[]
    }
  | {
      readonly outcome: "superseded"
      readonly reason: "newer_statement"
      /** The version to put into the archive. */
      readonly fact: Fact
      readonly by: Fact
      /** The note that said it before: a current one, or one in the archive. */
      readonly known?: Fact
    }
  | { readonly outcome: "rejected"; readonly reason: GateReason | "capacity" }

interface Added<Name extends string, Reason extends string> {
  readonly outcome: Name
  readonly reason: Reason
  readonly fact: Fact
  /** Facts that move to the archive in its favour. */
  readonly supersedes: readonly Fact[]
  /** Facts that contradict it and stay. */
  readonly conflicts: readonly Fact[]
}

export interface Known {
  readonly facts: readonly Fact[]
  /** Facts that newer ones have superseded: an old statement that arrives late finds its successor here. */
  readonly retired?: readonly Fact[]
}

export interface JudgedCandidate {
  readonly refused?: GateReason | undefined
  readonly verdict: TrustVerdict
  /** When it was said. */
  readonly at: number
}

/** Per scope. Only facts from models are refused beyond it, never a person's. */
export const MAX_FACTS = 5000
/** Nobody compares more, and frontmatter has limited room. */
const MAX_CONFLICTS = 20
const REFUSED_WHEN_FULL = new Set(["compaction", "extraction"])

export function consolidate(candidate: Candidate, { refused, verdict, at }: JudgedCandidate, known: Known): Outcome {
  if (refused) return { outcome: "rejected", reason: refused }
  const scope = candidate.scope ?? "project"
  const facts = known.facts.filter((fact) => fact.scope === scope)
  const retired = (known.retired ?? []).filter((fact) => fact.scope === scope && fact.trust === verdict.trust)
  const said = proposed(candidate, verdict.trust, at, facts)
  const same = sameFact(said, facts)
  if (same && same.trust !== said.trust && !isLifted(same, candidate, verdict))
    return { outcome: "absorbed", reason: "exact", into: same }
  const fact = same && same.trust === said.trust ? better(said, same) : revived(said, retired)
  const standing = facts.filter((one) => isTrusted(one) && one !== same)
  const against = isTrusted(fact) ? conflictsWith(fact, standing) : []
  const successor = newerStatement(fact, [...against, ...conflictsWith(fact, retired)])
  if (successor) {
    const known = same ?? retired.find((one) => keysOf(one).exact === keysOf(fact).exact)
    return { outcome: "superseded", reason: "newer_statement", fact, by: successor, ...(known && { known }) }
  }
  if (!same && facts.length >= MAX_FACTS && REFUSED_WHEN_FULL.has(fact.source))
    return { outcome: "rejected", reason: "capacity" }
  const isStatement = fact.source === "explicit" && (candidate.said === "user" || candidate.source !== "explicit")
  const outdated = isStatement ? against.filter((one) => one.updated < fact.updated && outdates(fact, one)) : []
  const conflicts = against.filter((one) => !outdated.includes(one)).slice(0, MAX_CONFLICTS)
  const isSame = (one: Fact) => same !== undefined && keysOf(one).exact === keysOf(same).exact
  if (same && isSame(said)) return absorbed("exact", fact, same, outdated, conflicts)
  if (same && isSame(fact)) return absorbed("identity", fact, same, outdated, conflicts)
  return added(fact, verdict, same, outdated, conflicts)
}

/** Only the user's own words lift a quarantine. An unconfirmed claim is confirmed once the user has said it, whoever writes it down. */
function isLifted({ trust }: Fact, { said }: Candidate, { trust: now, reason }: TrustVerdict): boolean {
  return now === "trusted" && (said === "user" || (trust === "unconfirmed" && reason === "user_said"))
}

/** Keeps what was known about it before it was superseded, except from a private folder. */
function revived(said: Fact, retired: readonly Fact[]): Fact {
  const before = retired.filter((fact) => !isPrivate(fact.path) && isAlike(fact, said))
  const { supersededBy: _, conflicts: __, ...fact } = before.reduce(better, said)
  return { ...fact, path: said.path, type: said.type }
}

function added(
  fact: Fact,
  verdict: TrustVerdict,
  same: Fact | undefined,
  outdated: readonly Fact[],
  conflicts: readonly Fact[],
): Outcome {
  const entry = { fact, supersedes: same ? [same, ...outdated] : outdated, conflicts }
  if (fact.trust !== "trusted") return { outcome: fact.trust, reason: verdict.reason, ...entry }
  return { outcome: "promoted", reason: same ? "better_wording" : outdated[0] ? "newer_statement" : "new", ...entry }
}

/** The existing note keeps its path and type. */
function absorbed(
  reason: "exact" | "identity",
  fact: Fact,
  same: Fact,
  outdated: readonly Fact[],
  conflicts: readonly Fact[],
): Outcome {
  // A fact that leaves quarantine is compared with the others for the first time.
  const against = same.trust === fact.trust ? same.conflicts : conflicts.map(({ path }) => path)
  const { conflicts: _, ...rest } = fact
  const after = { ...rest, path: same.path, type: same.type, ...(against?.length && { conflicts: against }) }
  return {
    outcome: "absorbed",
    reason,
    into: same,
    ...(isChanged(same, after) && { change: after }),
    ...(outdated.length > 0 && { supersedes: outdated }),
  }
}

function isChanged(before: Fact, after: Fact): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Fact>
  return [...keys].some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

/** A later statement of the user wins, even if the older one arrives only now. */
function newerStatement(fact: Fact, against: readonly Fact[]): Fact | undefined {
  return against.find(
    (one) => isTrusted(one) && one.source === "explicit" && one.updated > fact.updated && outdates(one, fact),
  )
}

/** A quarantined fact and a trusted one are the same only word for word, so that neither replaces the other. */
function sameFact(fact: Fact, facts: readonly Fact[]): Fact | undefined {
  const alike = facts.filter((one) => isAlike(one, fact))
  const own = alike.filter(({ trust }) => trust === fact.trust)
  return (
    own.find(({ type }) => type === fact.type) ??
    own[0] ??
    alike.find((one) => keysOf(one).exact === keysOf(fact).exact)
  )
}

/** The same words are the same fact, whatever the type; the same address only within one type. */
function isAlike(one: Fact, other: Fact): boolean {
  const [a, b] = [keysOf(one), keysOf(other)]
  return a.exact === b.exact || (one.type === other.type && a.class === b.class)
}

/** Each candidate is compared with all of them. */
export const keysOf = onceFor(({ type, text }: Fact) => ({ exact: foldFact(text), class: classKey(type, text) }))

/** The better wording, with everything known about both. */
function better(one: Fact, other: Fact): Fact {
  const [best, rest] = isBetter(one, other) ? [one, other] : [other, one]
  const { detail: _, detailCutFrom: __, ...bare } = best
  return {
    ...bare,
    ...longerDetail(best, rest),
    created: Math.min(best.created, rest.created),
    reinforced: saidAgain(best, rest),
  }
}

/** Said again in another session or on another day, a fact gets stronger. */
function saidAgain(one: Fact, other: Fact): Fact["reinforced"] {
  const [later, earlier] = one.updated >= other.updated ? [one, other] : [other, one]
  const known = one.reinforced.count >= other.reinforced.count ? one : other
  const told = reinforce({ ...earlier, reinforced: known.reinforced }, startOfDay(later.updated), sessionOf(later))
  return told.reinforced ? told.fact.reinforced : known.reinforced
}

/** A detail that was cut here is longer than any whole one, however little of it is visible. */
function longerDetail(one: Fact, other: Fact): Pick<Fact, "detail" | "detailCutFrom"> {
  const sizeOf = ({ detail = "", detailCutFrom }: Fact) =>
    detailCutFrom === undefined ? detail.length : Number.MAX_SAFE_INTEGER
  const order =
    sizeOf(other) - sizeOf(one) ||
    compare(one.detail ?? "", other.detail ?? "") ||
    compare(one.detailCutFrom ?? "", other.detailCutFrom ?? "")
  const { detail, detailCutFrom } = order <= 0 ? one : other
  return { ...(detail && { detail }), ...(detailCutFrom !== undefined && { detailCutFrom }) }
}

/** Ten characters more usually add information. Compared in steps, because "longer by ten" is not transitive. */
const LENGTH_STEP = 10
const BY_AGE_ALONE = new Set(["decision", "feedback"])

/** Length ignores punctuation: repeated without its full stop, the newer statement is still the better one. */
function isBetter(one: Fact, other: Fact): boolean {
  // Two equal facts of different types have the same words, so length cannot decide.
  const lengthOf = ({ type, text }: Fact) =>
    one.type !== other.type || BY_AGE_ALONE.has(type) ? 0 : Math.floor(exactKey(type, text).length / LENGTH_STEP)
  const order =
    SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source) ||
    lengthOf(other) - lengthOf(one) ||
    other.updated - one.updated ||
    compare(one.text, other.text) ||
    compare(one.evidence ?? "", other.evidence ?? "")
  return order < 0
}

function proposed(candidate: Candidate, trust: Trust, at: number, facts: readonly Fact[]): Fact {
  const { text, detail, type, source, importance = "normal", scope = "project", evidence, moved } = candidate
  const taken = new Set(facts.map(({ path }) => path))
  return {
    path: factPath(type, text, (path) => taken.has(path)),
    scope,
    type,
    text,
    ...(detail && { detail }),
    source,
    trust,
    importance,
    created: at,
    updated: at,
    reinforced: moved?.reinforced ?? { count: 0 },
    evidence,
  }
}

function isTrusted({ trust }: Fact): boolean {
  return trust === "trusted"
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
