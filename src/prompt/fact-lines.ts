// Facts in the prompt: one line each, grouped by type. The strongest get their room first, whatever their type, after the user's own, which have
// half of it; a reason is shown where room is left over. An age is told in weeks and months, since a number of days would change the prompt every day.

import { ageOf, type RetentionRules, retain, ruleOf, type WorkClock } from "../facts/retention.ts"
import type { Fact } from "../model/fact.ts"
import { typePlace } from "../model/note-head.ts"
import { oneLine } from "../text/text.ts"
import { asData } from "./escape.ts"

export interface RenderedFacts {
  readonly text: string
  readonly shown: readonly Fact[]
  /** For the index, the strongest first. */
  readonly left: readonly Fact[]
}

export interface FactsView extends WorkClock {
  readonly budget?: number
  readonly rules?: RetentionRules
}

export const FACTS_BUDGET = 3600
const TITLE = "Facts from earlier sessions (verify if stale):"
const MAX_TEXT = 260
const MAX_WHY = 200

export function renderFacts(facts: readonly Fact[], view: FactsView): RenderedFacts {
  const { budget = FACTS_BUDGET, rules } = view
  const retained = retain(facts, view, rules)
  const found = new Map<Fact, string>()
  const types = new Set<string>()
  let room = budget - TITLE.length
  const place = (fact: Fact, least: number) => {
    const line = lineOf(fact, "", view)
    const cost = line.length + 1 + (types.has(fact.type) ? 0 : titleOf(fact.type).length + 1)
    if (found.has(fact) || room - cost < least) return
    room -= cost
    types.add(fact.type)
    found.set(fact, line)
  }
  for (const fact of retained.shown) if (fact.source === "explicit") place(fact, budget / 2)
  for (const fact of retained.shown) place(fact, 0)
  const lines = new Map(retained.shown.flatMap((fact) => (found.has(fact) ? [[fact, found.get(fact) ?? ""]] : [])))
  for (const [fact, line] of lines) {
    const explained = lineOf(fact, whyOf(fact), view)
    if (explained.length - line.length > room) continue
    room -= explained.length - line.length
    lines.set(fact, explained)
  }
  const crowdedOut = retained.shown.filter((fact) => !lines.has(fact))
  return { text: grouped(lines), shown: [...lines.keys()], left: [...crowdedOut, ...retained.left] }
}

function grouped(lines: ReadonlyMap<Fact, string>): string {
  if (lines.size === 0) return ""
  const all = [...lines]
  const types = [...new Set(all.map(([{ type }]) => type))].sort(
    (a, b) => typePlace(a) - typePlace(b) || (a < b ? -1 : 1),
  )
  const groups = types.flatMap((type) => [
    titleOf(type),
    ...all.filter(([fact]) => fact.type === type).map(([, line]) => line),
  ])
  return [TITLE, ...groups].join("\n")
}

function titleOf(type: string): string {
  return `${shownText(type, 40)}:`
}

function lineOf(fact: Fact, why: string, { now, rules }: FactsView): string {
  const reason = why === "" ? "" : ` Why: ${why}`
  return `- ${shownText(fact.text, MAX_TEXT)}${reason}${staleMark(fact, now, rules)}`
}

/** The reason a note gives in a line that begins so. */
function whyOf({ detail = "" }: Fact): string {
  const [, why = ""] = /^\s{0,8}why:[ \t]{0,8}(.*)$/im.exec(detail.slice(0, 8000)) ?? []
  return shownText(why, MAX_WHY)
}

/** One line first: what stands between "<" and a tag's name is escaped only when it is short. */
function shownText(text: string, max: number): string {
  return asData(oneLine(text, max))
}

function staleMark(fact: Fact, now: number, rules?: RetentionRules): string {
  const { staleAfter } = ruleOf(fact.type, rules)
  const days = ageOf(fact, now)
  return staleAfter === undefined || days < staleAfter ? "" : ` [${describeAge(days)} old, verify]`
}

const WEEK = 7
const MONTH = 30.44
const YEAR = 365.25

export function describeAge(days: number): string {
  if (days < 13 * WEEK) return count(days / WEEK, "week")
  if (days < 2 * YEAR) return count(days / MONTH, "month")
  return count(days / YEAR, "year")
}

function count(amount: number, unit: string): string {
  const whole = Math.max(1, Math.floor(amount))
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`
}
