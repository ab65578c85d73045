// Which facts the prefix shows. A fact fades with a half-life that grows each time it proves useful, and more slowly while nobody works on
// the project. What is too weak to be shown stays on disk and in search; nothing is deleted by age.
import { type Fact, type Importance, SOURCES, type Source } from "../model/fact.ts"

export interface TypeRule {
  readonly weight: number
  /** Most facts of the type that are shown. */
  readonly cap: number
  /** Days after which such a fact should be checked; absent: never. */
  readonly staleAfter?: number
}

export const TYPE_RULES: Readonly<Record<string, TypeRule>> = {
  user: { weight: 2, cap: 6 },
  feedback: { weight: 2.25, cap: 10 },
  project: { weight: 1.25, cap: 8, staleAfter: 60 },
  decision: { weight: 2.5, cap: 10, staleAfter: 45 },
  reference: { weight: 1, cap: 6, staleAfter: 90 },
}
/** Of a type that somebody wrote into a note and no config knows. */
const OTHER_TYPE: TypeRule = { weight: 1, cap: 6 }

const SOURCE_WEIGHT: Readonly<Record<Source, number>> = {
  extraction: 0.9,
  compaction: 1,
  import: 1.2,
  manual: 1.4,
  explicit: 2,
}
const IMPORTANCE_WEIGHT: Readonly<Record<Importance, number>> = { low: 0.7, normal: 1, high: 1.5 }

export const MAX_SHOWN = 28
const HALF_LIFE_DAYS = 45
const SLOWER = 0.85
const MOST_COUNTED = 6
const DORMANT_AFTER_DAYS = 14
const DORMANT_RATE = 0.25
const REINFORCE_DAYS = 7
export const DAY = 86_400_000

export interface Clock {
  readonly now: number
  /** When the project was last worked on before this session: today's own work would wake every fact at once. */
  readonly lastActivity?: number
}

export type TypeRules = Readonly<Record<string, TypeRule>>

export function ruleOf(type: string, rules: TypeRules = TYPE_RULES): TypeRule {
  return Object.hasOwn(rules, type) ? (rules[type] as TypeRule) : OTHER_TYPE
}

export function initialStrength(fact: Pick<Fact, "type" | "source" | "importance">, rules?: TypeRules): number {
  return ruleOf(fact.type, rules).weight * SOURCE_WEIGHT[fact.source] * IMPORTANCE_WEIGHT[fact.importance]
}

export function halfLifeDays(reinforcements: number): number {
  return HALF_LIFE_DAYS / SLOWER ** Math.min(Math.max(0, reinforcements), MOST_COUNTED)
}

/** Days of which those count little on which the project lay still. */
export function effectiveAge(ageDays: number, inactiveDays: number): number {
  const dormant = Math.min(ageDays, Math.max(0, inactiveDays - DORMANT_AFTER_DAYS))
  return ageDays - dormant + dormant * DORMANT_RATE
}

/** Days since the fact last proved true. */
export function ageOf({ reinforced, updated, created }: Fact, now: number): number {
  const since = [reinforced.last, updated, created].find((time) => time !== undefined && Number.isFinite(time)) ?? now
  return Math.max(0, (now - since) / DAY)
}

export function strengthOf(fact: Fact, { now, lastActivity = now }: Clock, rules?: TypeRules): number {
  const inactive = Number.isFinite(lastActivity) ? Math.max(0, (now - lastActivity) / DAY) : 0
  const age = effectiveAge(ageOf(fact, now), inactive)
  return initialStrength(fact, rules) * 2 ** (-age / halfLifeDays(fact.reinforced.count))
}

/** The strongest first; of equals the better source, the newer, and at last the path, so that the order is always the same. */
export function byStrength(facts: readonly Fact[], clock: Clock, rules?: TypeRules): Fact[] {
  return facts
    .map((fact) => ({ fact, strength: strengthOf(fact, clock, rules) }))
    .sort(
      (a, b) =>
        b.strength - a.strength ||
        SOURCES.indexOf(a.fact.source) - SOURCES.indexOf(b.fact.source) ||
        b.fact.updated - a.fact.updated ||
        (a.fact.path < b.fact.path ? -1 : a.fact.path > b.fact.path ? 1 : 0) ||
        (a.fact.scope < b.fact.scope ? -1 : 1),
    )
    .map(({ fact }) => fact)
}

export interface Retained {
  readonly shown: readonly Fact[]
  /** For the index, the strongest first. */
  readonly left: readonly Fact[]
}

/** Of the trusted facts, those that the caps let in. */
export function retain(facts: readonly Fact[], clock: Clock, rules?: TypeRules): Retained {
  const counts = new Map<string, number>()
  const shown: Fact[] = []
  const left: Fact[] = []
  const trusted = facts.filter(({ trust }) => trust === "trusted")
  for (const fact of byStrength(trusted, clock, rules)) {
    const count = counts.get(fact.type) ?? 0
    const fits = count < ruleOf(fact.type, rules).cap && shown.length < MAX_SHOWN
    if (fits) counts.set(fact.type, count + 1)
    ;(fits ? shown : left).push(fact)
  }
  return { shown, left }
}

export type Reinforcement =
  | { readonly reinforced: true; readonly fact: Fact }
  | { readonly reinforced: false; readonly reason: "same_session" | "too_soon" }

/** Once in a session and in a week: what one conversation repeats is not more true for it. */
export function reinforce(fact: Fact, now: number, alreadyInSession: boolean): Reinforcement {
  if (alreadyInSession) return { reinforced: false, reason: "same_session" }
  const { count, last } = fact.reinforced
  if (last !== undefined && now - last < REINFORCE_DAYS * DAY) return { reinforced: false, reason: "too_soon" }
  // The count stops where it stops to matter; the date goes on.
  const next = { count: count >= MOST_COUNTED ? count : count + 1, last: now }
  return { reinforced: true, fact: { ...fact, reinforced: next } }
}
