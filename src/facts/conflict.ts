// Whether two facts contradict each other: nearly the same words, but one value, number or negation differs. Most such pairs do not ("the project
// uses React", "the project uses Redux"), and a fact wrongly taken for outdated disappears from the prompt. So the value must be in a place where
// a sentence has room for only one.

import type { Fact } from "../model/fact.ts"
import { onceFor } from "../model/once-for.ts"
import { isSameSet, wordSet } from "../text/word-set.ts"
import { changeOf, stanceOf } from "./changed-mind.ts"
import { identityKey } from "./fact-key.ts"
import { type FactWords, isMeaningful, readWords, weightOf } from "./fact-words.ts"

export type Conflict = "value" | "number" | "negation" | "changed"

const LEAST_OVERLAP = 0.6

/** Verbs after which a sentence has room for one value: it is this and not that. */
const EXCLUSIVE = wordSet(
  "is are was were be equals defaults prefer prefers want wants must should shall called named ist sind es son 是 为 為 用 は 는 은",
)
/** Used to find the end of the subject, and the verb at the start of an order ("deploy to …"). */
const VERBS = new Set([
  ...EXCLUSIVE,
  ...wordSet(
    "has have had can cannot may will does do did lives live uses use runs run needs need requires require takes take returns return supports support likes like keeps keep expects expect answers answer deploy deploys indent write writes put set avoid store stores call calls name format listens listen goes go contains contain works work expires expire verwende nutze antworte usa responde",
  ),
])
const BEFORE_ORDERS = new Set(["please", "always", "bitte", "immer", "siempre"])
const UNIT = /^(?:ms|sec|min|h|[kmg]b|px|percent|秒|分|天|日|个|個|件|초|분|일|개|[a-z]{3,}s)$/

const BEFORE_VALUES = wordSet(
  "port version timeout limit deadline budget 端口 版本 ポート バージョン 포트 버전 puerto versión",
)

interface Said {
  readonly type: string
  readonly text: string
}

export function conflictBetween(one: Said, other: Said): Conflict | undefined {
  if (!canConflict(one) || !canConflict(other)) return undefined
  const found = one.type === other.type ? differenceOf(readWords(one.text), readWords(other.text)) : undefined
  const [a, b] = [stanceOf(one.text), stanceOf(other.text)]
  return found ?? ((changeOf(a, b) ?? changeOf(b, a)) && "changed")
}

/** The facts that contradict it. */
export function conflictsWith(said: Said, facts: readonly Fact[]): Fact[] {
  if (!canConflict(said)) return []
  const words = readWords(said.text)
  const stance = stanceOf(said.text)
  const differs = (fact: Fact) => fact.type === said.type && differenceOf(words, knownWords(fact)) !== undefined
  const isOther = (fact: Fact) => changeOf(stance, knownStance(fact)) ?? changeOf(knownStance(fact), stance)
  return facts.filter((fact) => (differs(fact) || isOther(fact)) && canConflict(fact))
}

/** Whether nothing is lost when a newer statement replaces one that it contradicts. */
export function outdates(newer: Said, older: Fact): boolean {
  const [words, others] = [readWords(newer.text), knownWords(older)]
  if (namesOther(words, others) || namesOther(others, words)) return isChanged(newer, older)
  return (newer.type === older.type && differenceOf(words, others) !== undefined) || isChanged(newer, older)
}

function isChanged(newer: Said, older: Fact): boolean {
  return changeOf(stanceOf(newer.text), knownStance(older)) === "sure"
}

/** "The admin API" is not "the API": what holds for one need not hold for the other. */
function namesOther({ words }: FactWords, { distinct }: FactWords): boolean {
  const verb = words.findIndex((word) => VERBS.has(word))
  return words.slice(0, Math.max(0, verb)).some((word) => isMeaningful(word) && !distinct.has(word))
}

/** Facts that give an address cannot conflict: two addresses are two things. */
function canConflict({ type, text }: Said): boolean {
  return identityKey(type, text) === undefined
}

/** Each candidate is compared with all of them. */
const knownStance = onceFor((fact: Fact) => stanceOf(fact.text))
export const knownWords = onceFor((fact: Fact) => readWords(fact.text))

function differenceOf(one: FactWords, other: FactWords): Conflict | undefined {
  if (overlapOf(one.distinct, other.distinct) < LEAST_OVERLAP) return undefined
  const places = replacedPlaces(one, other)
  if (places.length > 1) return undefined
  const [place] = places
  if (!place) return isSameSet(one.negated, other.negated) ? undefined : "negation"
  if (isInSubject(one, place.one.at) || isInSubject(other, place.other.at)) return undefined
  if (Math.max(place.one.weight, place.other.weight) > MOST_WEIGHT) return undefined
  const isNumber = place.one.number && place.other.number
  if (isNumber && isValue(one, place.one.at) && isValue(other, place.other.at)) return "number"
  if (!holdsOne(one, place.one.at) || !holdsOne(other, place.other.at)) return undefined
  return isNumber ? "number" : "value"
}

function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size)
  if (Math.min(one.size, other.size) < LEAST_OVERLAP * most) return 0
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return most === 0 ? 0 : common / most
}

/** Consecutive words that the other fact lacks. */
interface Run {
  readonly at: number
  readonly weight: number
  readonly number: boolean
}

/** A value is one word, or a few characters in languages without spaces. */
const MOST_WEIGHT = 1.5

/** Places where, after the same common word, both facts have words that the other lacks. */
function replacedPlaces(one: FactWords, other: FactWords) {
  const theirs = ownRuns(other, one.distinct)
  return [...ownRuns(one, other.distinct)].flatMap(([after, run]) => {
    const match = theirs.get(after)
    return match ? [{ one: run, other: match }] : []
  })
}

function ownRuns({ words }: FactWords, common: ReadonlySet<string>): Map<string, Run> {
  const runs = new Map<string, Run>()
  let after = ""
  for (const [at, word] of words.entries()) {
    if (common.has(word)) {
      after = word
      continue
    }
    const run = runs.get(after)
    if (run) runs.set(after, { ...run, weight: run.weight + weightOf(word) })
    else runs.set(after, { at, weight: weightOf(word), number: /\p{N}/u.test(word) })
  }
  return runs
}

/** Before the first verb, unless the sentence starts with it. */
function isInSubject({ words }: FactWords, at: number): boolean {
  return words.findIndex((word) => VERBS.has(word)) > at
}

/** Whether the sentence has room for one value at this place: "is 30", "answer in German", but not "prefer tabs in Python". */
function holdsOne({ words }: FactWords, at: number): boolean {
  const verb = words.findLastIndex((word, index) => index < at && VERBS.has(word))
  const isOrder = words.slice(0, verb).every((word) => BEFORE_ORDERS.has(word))
  if (verb < 0 || !(isOrder || EXCLUSIVE.has(words[verb] as string))) return false
  return words.slice(verb + 1, at).every((word) => !isMeaningful(word))
}

/** "30 seconds", "port 5433"; in "worker 6" the number is a name. */
function isValue({ words }: FactWords, at: number): boolean {
  return UNIT.test(words[at + 1] ?? "") || BEFORE_VALUES.has(words[at - 1] ?? "")
}
