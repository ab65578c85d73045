// What happens to a candidate given the existing facts: one outcome and one reason. Candidates arrive in any order, from several
// processes, some twice; so which of two equal facts stays is a matter of an order over facts, never of which came first, and whether a fact
// is outdated is decided again each time that more is known about it.
import { type Candidate, type Fact, factPath, SOURCES, type Trust } from "../model/fact.ts"
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
      /** Facts that move to the archive, since the user has said this one again. */
      readonly supersedes?: readonly Fact[]
    }
  | {
      readonly outcome: "superseded"
      readonly reason: "newer_statement"
      /** For the archive. */
      readonly fact: Fact
      readonly by: Fact
      /** The note that has said it so far: a current one, or one in the archive. */
      readonly known?: Fact
    }
  | { readonly outcome: "rejected"; readonly reason: GateReason | "capacity" }

interface Added<Name extends string, Reason extends string> {
  readonly outcome: Name
  readonly reason: Reason
  readonly fact: Fact
  /** Facts that move to the archive for it. */
  readonly supersedes: readonly Fact[]
  /** Facts that say otherwise and stay. */
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

/** In one scope. A person's facts are always taken. */
export const MAX_FACTS = 5000
/** More nobody compares, and a frontmatter has only so much room. */
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

/** Only the user's own words lift a quarantine; an unconfirmed claim is confirmed as soon as the user has said it, whoever writes it down. */
function isLifted({ trust }: Fact, { said }: Candidate, { trust: now, reason }: TrustVerdict): boolean {
  return now === "trusted" && (said === "user" || (trust === "unconfirmed" && reason === "user_said"))
}

/** With what was known of it before it was superseded, but nothing out of a private folder. */
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

/** The note keeps its place and its type. */
function absorbed(
  reason: "exact" | "identity",
  fact: Fact,
  same: Fact,
  outdated: readonly Fact[],
  conflicts: readonly Fact[],
): Outcome {
  // Once out of quarantine it is compared with other facts for the first time.
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

/** What the user said later on holds, also when this comes to light only now. */
function newerStatement(fact: Fact, against: readonly Fact[]): Fact | undefined {
  return against.find(
    (one) => isTrusted(one) && one.source === "explicit" && one.updated > fact.updated && outdates(one, fact),
  )
}

/** A quarantined fact and a trusted one are the same only word for word, so that neither takes the other's place. */
function sameFact(fact: Fact, facts: readonly Fact[]): Fact | undefined {
  const alike = facts.filter((one) => isAlike(one, fact))
  const own = alike.filter(({ trust }) => trust === fact.trust)
  return (
    own.find(({ type }) => type === fact.type) ??
    own[0] ??
    alike.find((one) => keysOf(one).exact === keysOf(fact).exact)
  )
}

/** By an address only facts of one type are the same; by their words, of any. */
function isAlike(one: Fact, other: Fact): boolean {
  const [a, b] = [keysOf(one), keysOf(other)]
  return a.exact === b.exact || (one.type === other.type && a.class === b.class)
}

interface Keys {
  readonly exact: string
  readonly class: string
}

/** A fact never changes, and each candidate is compared with all of them. */
const keysRead = new WeakMap<Fact, Keys>()

export function keysOf(fact: Fact): Keys {
  const { type, text } = fact
  const keys = keysRead.get(fact) ?? { exact: foldFact(text), class: classKey(type, text) }
  keysRead.set(fact, keys)
  return keys
}

/** The better one, with everything known about both. */
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

/** A fact that is said again, in another session or on another day, is stronger for it. */
function saidAgain(one: Fact, other: Fact): Fact["reinforced"] {
  const [later, earlier] = one.updated >= other.updated ? [one, other] : [other, one]
  const known = one.reinforced.count >= other.reinforced.count ? one : other
  const told = reinforce({ ...earlier, reinforced: known.reinforced }, startOfDay(later.updated), sessionOf(later))
  return told.reinforced ? told.fact.reinforced : known.reinforced
}

/** One that is cut here is longer than any that is not, whatever is seen of it. */
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

/** Ten characters and more say something. In steps, since "longer by ten" would make a circle of three facts. */
const LENGTH_STEP = 10
const BY_AGE_ALONE = new Set(["decision", "feedback"])

/** Punctuation does not count as length: said again without a full stop, the newer statement is the better one. */
function isBetter(one: Fact, other: Fact): boolean {
  // Of two types they have the same words, and so the same length.
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
