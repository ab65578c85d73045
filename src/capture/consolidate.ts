// What becomes of a candidate beside the facts that are there: one outcome and one reason. Candidates arrive in any order, from several
// processes, some twice; so which of two equal facts stays is a matter of an order over facts, never of which came first.
import { type Candidate, type Fact, factPath, SOURCES, type Trust } from "../model/fact.ts"
import { conflictsWith } from "./conflict.ts"
import { classKey, exactKey } from "./fact-key.ts"
import type { GateReason } from "./gate.ts"
import type { TrustVerdict } from "./trust.ts"

export type Outcome =
  | Added<"promoted", "new" | "newer_statement" | "better_wording">
  | Added<"quarantined", TrustVerdict["reason"]>
  | {
      readonly outcome: "absorbed"
      readonly reason: "exact" | "identity"
      readonly into: Fact
      /** The fact as it should stand now, where the candidate adds something to it. */
      readonly change?: Fact
    }
  | {
      readonly outcome: "superseded"
      readonly reason: "newer_statement"
      /** For the archive. */
      readonly fact: Fact
      readonly by: Fact
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

export interface Judged {
  readonly refused?: GateReason | undefined
  readonly verdict: TrustVerdict
  /** When it was said. */
  readonly at: number
}

/** In one scope. A person's facts are always taken. */
export const MAX_FACTS = 5000
const REFUSED_WHEN_FULL = new Set(["compaction", "extraction"])

export function consolidate(candidate: Candidate, { refused, verdict, at }: Judged, known: Known): Outcome {
  if (refused) return { outcome: "rejected", reason: refused }
  const scope = candidate.scope ?? "project"
  const facts = known.facts.filter((fact) => fact.scope === scope)
  const retired = (known.retired ?? []).filter((fact) => fact.scope === scope && fact.trust === verdict.trust)
  const said = proposed(candidate, verdict.trust, at, facts)
  const same = sameFact(said, facts)
  if (same && keysOf(same).exact === keysOf(said).exact) return absorbed(said, candidate, same)
  if (same && !isBetter(said, same))
    return { outcome: "absorbed", reason: "identity", into: same, ...changed(same, joined(same, said)) }
  const fact = same ? said : revived(said, retired)
  const against =
    fact.trust === "trusted"
      ? conflictsWith(
          fact,
          facts.filter((one) => isTrusted(one) && one !== same),
        )
      : []
  const successor = newerStatement(fact, [...against, ...conflictsWith(fact, retired)])
  if (successor) return { outcome: "superseded", reason: "newer_statement", fact, by: successor }
  if (!same && facts.length >= MAX_FACTS && REFUSED_WHEN_FULL.has(fact.source))
    return { outcome: "rejected", reason: "capacity" }
  return added(fact, candidate, verdict, same, against)
}

/** With what was known of it before it was superseded. */
function revived(said: Fact, retired: readonly Fact[]): Fact {
  const { class: key } = keysOf(said)
  const before = retired.filter((fact) => fact.type === said.type && keysOf(fact).class === key)
  const fact = before.reduce((best, one) => (isBetter(best, one) ? joined(best, one) : joined(one, best)), said)
  return { ...fact, path: said.path }
}

function added(
  fact: Fact,
  candidate: Candidate,
  verdict: TrustVerdict,
  same: Fact | undefined,
  against: readonly Fact[],
): Outcome {
  const isStatement = fact.source === "explicit" && candidate.said === "user"
  const outdated = isStatement ? against.filter(({ updated }) => updated < fact.updated) : []
  const supersedes = [...new Set([...(same ? [same] : []), ...outdated])]
  const conflicts = against.filter((one) => !supersedes.includes(one))
  const entry = { fact: same ? joined(fact, same) : fact, supersedes, conflicts }
  if (fact.trust === "quarantined") return { outcome: "quarantined", reason: verdict.reason, ...entry }
  return { outcome: "promoted", reason: same ? "better_wording" : outdated[0] ? "newer_statement" : "new", ...entry }
}

/** What the user said later on holds, also when this comes to light only now. */
function newerStatement(fact: Fact, against: readonly Fact[]): Fact | undefined {
  return against.find((one) => isTrusted(one) && one.source === "explicit" && one.updated > fact.updated)
}

/** Word for word the same: the note stays where it is. Only the user's own words lift a quarantine. */
function absorbed(fact: Fact, candidate: Candidate, same: Fact): Outcome {
  const into = { outcome: "absorbed", reason: "exact", into: same } as const
  if (same.trust === fact.trust) {
    const [better, other] = isBetter(fact, same) ? [fact, same] : [same, fact]
    return { ...into, ...changed(same, { ...joined(better, other), path: same.path, reinforced: same.reinforced }) }
  }
  const lifts = fact.trust === "trusted" && candidate.said === "user"
  return lifts ? { ...into, change: { ...fact, path: same.path, created: Math.min(fact.created, same.created) } } : into
}

function changed(before: Fact, after: Fact): { change?: Fact } {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Fact>
  return [...keys].every((key) => before[key] === after[key]) ? {} : { change: after }
}

/** A quarantined fact and a trusted one are the same only word for word, so that neither takes the other's place. */
function sameFact(fact: Fact, facts: readonly Fact[]): Fact | undefined {
  const own = keysOf(fact)
  const alike = facts.filter((one) => one.type === fact.type && keysOf(one).class === own.class)
  return alike.find(({ trust }) => trust === fact.trust) ?? alike.find((one) => keysOf(one).exact === own.exact)
}

interface Keys {
  readonly exact: string
  readonly class: string
}

/** A fact never changes, and each candidate is held against all of them. */
const keysRead = new WeakMap<Fact, Keys>()

export function keysOf(fact: Fact): Keys {
  const { type, text } = fact
  const keys = keysRead.get(fact) ?? { exact: exactKey(type, text), class: classKey(type, text) }
  keysRead.set(fact, keys)
  return keys
}

/** The better one, with all that is known of both. */
function joined(better: Fact, other: Fact): Fact {
  const details = [better.detail ?? "", other.detail ?? ""].sort((a, b) => b.length - a.length || compare(a, b))
  return {
    ...better,
    ...(details[0] && { detail: details[0] }),
    created: Math.min(better.created, other.created),
    reinforced: better.reinforced.count >= other.reinforced.count ? better.reinforced : other.reinforced,
  }
}

/** Ten characters and more say something. In steps, since "longer by ten" would make a circle of three facts. */
const LENGTH_STEP = 10
const BY_AGE_ALONE = new Set(["decision", "feedback"])

function isBetter(one: Fact, other: Fact): boolean {
  const lengthOf = ({ type, text }: Fact) => (BY_AGE_ALONE.has(type) ? 0 : Math.floor(text.length / LENGTH_STEP))
  const order =
    SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source) ||
    lengthOf(other) - lengthOf(one) ||
    other.updated - one.updated ||
    compare(one.text, other.text) ||
    compare(one.evidence ?? "", other.evidence ?? "")
  return order < 0
}

function proposed(candidate: Candidate, trust: Trust, at: number, facts: readonly Fact[]): Fact {
  const { text, detail, type, source, importance = "normal", scope = "project", evidence } = candidate
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
    reinforced: { count: 0 },
    evidence,
  }
}

function isTrusted({ trust }: Fact): boolean {
  return trust === "trusted"
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
