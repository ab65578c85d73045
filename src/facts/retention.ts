// Which facts the prefix shows. A fact fades with a half-life that grows each time it proves useful, and fades more slowly while nobody works on
// the project. A fact too weak to be shown stays on disk and in search: age never deletes anything.

import { type Fact, type Importance, SOURCES, type Source } from "../model/fact.ts"
import { onceFor } from "../model/once-for.ts"
import { sha256 } from "../model/sha256.ts"
import { RETENTION, type Retention } from "../model/tunable.ts"

export interface TypeRule {
  readonly weight: number
  /** Most facts of the type that are shown. */
  readonly cap: number
  /** Days after which such a fact should be checked; never if absent. */
  readonly staleAfter?: number | undefined
}

export const TYPE_RULES: Readonly<Record<string, TypeRule>> = {
  user: { weight: 2, cap: 6 },
  feedback: { weight: 2.25, cap: 10 },
  project: { weight: 1.25, cap: 8, staleAfter: 60 },
  decision: { weight: 2.5, cap: 10, staleAfter: 45 },
  reference: { weight: 1, cap: 6, staleAfter: 90 },
}
/** For a type that somebody wrote into a note and that no setting defines. */
const OTHER_TYPE: TypeRule = { weight: 1, cap: 6 }

const SOURCE_WEIGHT: Readonly<Record<Source, number>> = {
  extraction: 0.9,
  compaction: 1,
  import: 1.2,
  manual: 1.4,
  explicit: 2,
}
const IMPORTANCE_WEIGHT: Readonly<Record<Importance, number>> = { low: 0.7, normal: 1, high: 1.5 }

const MOST_COUNTED = 6
export const DAY = 86_400_000

export interface WorkClock {
  readonly now: number
  /** Days of work on the project (`2026-11-15`), sorted. With `now` at the start of a day, that day itself makes no difference. */
  readonly workDays?: readonly string[]
}

export interface RetentionRules extends Retention {
  readonly types: Readonly<Record<string, TypeRule>>
}

const DEFAULT_RULES: RetentionRules = { ...RETENTION, types: TYPE_RULES }

/** From the user's settings; missing values keep their defaults. */
export type OwnTypes = Readonly<Record<string, { readonly [K in keyof TypeRule]?: TypeRule[K] | undefined }>>

/** Settings for a type override the built-in rule. */
export function retentionRules(own: OwnTypes, numbers: Retention = RETENTION): RetentionRules {
  const rules = Object.entries(own).map(([type, { cap, weight, staleAfter }]) => {
    const built = ruleOf(type)
    return [type, { cap: cap ?? built.cap, weight: weight ?? built.weight, staleAfter: staleAfter ?? built.staleAfter }]
  })
  return { ...numbers, types: { ...TYPE_RULES, ...Object.fromEntries(rules) } }
}

export function factTypes(own: OwnTypes): string[] {
  return Object.keys(retentionRules(own).types)
}

/** "Now" for a prompt: the clock alone changes it only once a day. */
export function startOfDay(now: number): number {
  return Math.floor(now / DAY) * DAY
}

export function ruleOf(type: string, { types }: RetentionRules = DEFAULT_RULES): TypeRule {
  return Object.hasOwn(types, type) ? (types[type] as TypeRule) : OTHER_TYPE
}

export function initialStrength(fact: Pick<Fact, "type" | "source" | "importance">, rules?: RetentionRules): number {
  return ruleOf(fact.type, rules).weight * SOURCE_WEIGHT[fact.source] * IMPORTANCE_WEIGHT[fact.importance]
}

export function halfLifeOf(reinforcements: number, { halfLifeDays, slower }: Retention = RETENTION): number {
  return halfLifeDays / slower ** Math.min(Math.max(0, reinforcements), MOST_COUNTED)
}

/** A break in the work; in days. */
interface Pause {
  readonly length: number
  /** How long ago it ended. */
  readonly ended: number
}

/** Age in days, where days without work on the project count less: those of the current break and of earlier ones. */
export function effectiveAge(
  ageDays: number,
  inactiveDays: number,
  earlier: readonly Pause[] = [],
  { dormantAfterDays, dormantRate }: Retention = RETENTION,
): number {
  const dormant = [{ length: inactiveDays, ended: 0 }, ...earlier]
    .map(({ length, ended }) => Math.min(Math.max(0, ageDays - ended), Math.max(0, length - dormantAfterDays)))
    .reduce((sum, days) => sum + days, 0)
  return ageDays - dormant + dormant * dormantRate
}

type Pauses = ReturnType<typeof pausesOf>

/** `inactive`: days since the project was last worked on. */
function pausesOf({ now, workDays = [] }: WorkClock, { dormantAfterDays }: Retention = RETENTION) {
  const days = workDays.map((day) => (now - Date.parse(day)) / DAY).filter((ago) => ago >= 0)
  const gaps = days.slice(1).map((ended, index) => ({ length: (days[index] as number) - ended, ended }))
  return { inactive: days.at(-1) ?? 0, earlier: gaps.filter(({ length }) => length > dormantAfterDays) }
}

/** Days since the fact last proved true. */
export function ageOf(fact: Fact, now: number): number {
  return Math.max(0, (now - (newestOf(fact) ?? now)) / DAY)
}

function newestOf({ reinforced, updated, created }: Fact): number | undefined {
  const times = [reinforced.last, updated, created].filter((time) => time !== undefined && Number.isFinite(time))
  return times.length > 0 ? Math.max(...(times as number[])) : undefined
}

export function strengthOf(fact: Fact, clock: WorkClock, rules?: RetentionRules): number {
  return strengthAfter(fact, clock.now, pausesOf(clock, rules), rules)
}

function strengthAfter(fact: Fact, now: number, pauses: Pauses, rules?: RetentionRules): number {
  const age = effectiveAge(ageOf(fact, now), pauses.inactive, pauses.earlier, rules)
  return initialStrength(fact, rules) * 2 ** (-age / halfLifeOf(fact.reinforced.count, rules))
}

/** Strongest first; ties go to the better source, then the newer, then by a hash so that the alphabet plays no part. */
export function byStrength(facts: readonly Fact[], clock: WorkClock, rules?: RetentionRules): Fact[] {
  const pauses = pausesOf(clock, rules)
  return facts
    .map((fact) => ({ fact, strength: strengthAfter(fact, clock.now, pauses, rules) }))
    .sort(
      (a, b) =>
        b.strength - a.strength ||
        SOURCES.indexOf(a.fact.source) - SOURCES.indexOf(b.fact.source) ||
        b.fact.updated - a.fact.updated ||
        (idOf(a.fact) < idOf(b.fact) ? -1 : 1),
    )
    .map(({ fact }) => fact)
}

/** Ties are frequent. */
const idOf = onceFor(({ scope, path }: Fact) => sha256(`${scope}/${path}`))

export type Retained = ReturnType<typeof retain>

/**
 * Chooses the trusted facts for the prompt, strongest first. A cap gives priority to other types but hides nothing while places are free. `inTurn`
 * has the same facts in the order in which they get room: first those within their type's cap, so that no type crowds out another.
 */
export function retain(facts: readonly Fact[], clock: WorkClock, rules: RetentionRules = DEFAULT_RULES) {
  const sorted = byStrength(
    facts.filter(({ trust }) => trust === "trusted"),
    clock,
    rules,
  )
  const seated = new Set<Fact>()
  const counts = new Map<string, number>()
  const seat = (fact: Fact, cap: number) => {
    const count = counts.get(fact.type) ?? 0
    if (seated.has(fact) || count >= cap || seated.size >= rules.shown) return
    counts.set(fact.type, count + 1)
    seated.add(fact)
  }
  const capOf = ({ type }: Fact) => ruleOf(type, rules).cap
  const usersOwn = sorted.filter(({ source }) => source === "explicit")
  for (const fact of usersOwn) seat(fact, Math.ceil(capOf(fact) * OWN_SHARE))
  for (const fact of sorted) seat(fact, capOf(fact))
  const anyPlace = (fact: Fact) => seat(fact, capOf(fact) === 0 ? 0 : Number.POSITIVE_INFINITY)
  for (const fact of usersOwn.slice(0, Math.ceil(rules.shown * OWN_SHARE))) anyPlace(fact)
  for (const fact of sorted) anyPlace(fact)
  const has = (fact: Fact) => seated.has(fact)
  return { shown: sorted.filter(has), inTurn: [...seated], left: sorted.filter((fact) => !has(fact)) }
}

/** Share of the places reserved for what the user said, however important an agent calls its own facts. */
const OWN_SHARE = 0.5

export type Reinforcement =
  | { readonly reinforced: true; readonly fact: Fact }
  | { readonly reinforced: false; readonly reason: "same_session" | "too_soon" }

/** At most once a day, and on the day of saying not by the same session: a conversation that repeats itself proves nothing. */
export function reinforce(fact: Fact, now: number, session: string): Reinforcement {
  const { count, last } = fact.reinforced
  if (last !== undefined && startOfDay(last) >= startOfDay(now)) return { reinforced: false, reason: "too_soon" }
  const isToday = startOfDay(Math.max(fact.created, fact.updated)) >= startOfDay(now)
  if (isToday && session === sessionOf(fact)) return { reinforced: false, reason: "same_session" }
  // The count stops where more would change nothing; the date moves on.
  const next = { count: count >= MOST_COUNTED ? count : count + 1, last: now }
  return { reinforced: true, fact: { ...fact, reinforced: next } }
}

export function sessionOf({ evidence = "" }: Pick<Fact, "evidence">): string {
  return evidence.split("/", 1)[0] ?? ""
}
