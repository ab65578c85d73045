// Facts in the prompt: one line each, grouped by type. A model that sees them all finds the right one better than any search, so lines are short
// and there are as many as possible; for the rest, the prompt says what they are about and how many there are. If there are few facts, they are
// shown whole, with their reasons. Ages are in weeks and months, because a number of days would change the prompt every day.

import { estimateTokenCount } from "tokenx"
import { ageOf, type Retained, type RetentionRules, ruleOf, type WorkClock } from "../facts/retention.ts"
import type { Fact } from "../model/fact.ts"
import { typePlace } from "../model/note-head.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import { mostFitting } from "../text/binary-search.ts"
import { oneLine } from "../text/text.ts"
import { asData } from "./escape.ts"
import { subjectsOf, subjectWords } from "./fact-subjects.ts"
import { ownLine, type PromptLine, sizeOfLines } from "./prompt-line.ts"

export interface RenderedFacts {
  readonly lines: readonly PromptLine[]
  readonly shown: readonly Fact[]
  /** The facts without a line, the strongest first. */
  readonly left: readonly Fact[]
}

export interface FactsView extends WorkClock {
  /** Characters for all of them. */
  readonly budget?: number
  /** Up to this many characters, if the facts are few, they may be shown whole. */
  readonly speltOut?: number
  readonly rules?: RetentionRules
  readonly tools?: ToolMode
}

/** Characters that may be spent on showing few facts whole, with their reasons. */
export const SPELT_OUT = 3600
const FEW = 28
export const MAX_LINE_TOKENS = 25
const MAX_TEXT = 260
const MAX_WHY = 200
/** Characters for the subjects of facts without a line. */
const MAX_SUBJECTS = 700
const LEAST_REST = 60

export function renderRetained(retained: Retained, view: FactsView): RenderedFacts {
  const { budget = SPELT_OUT, speltOut = SPELT_OUT } = view
  const restOf = (left: readonly Fact[], room: number) => restLines(left, room, view.tools, retained.shown.length)
  const title = titleFor(retained, view)
  // Done if every fact with a place fits beside the short count of the others; otherwise a longer count needs room.
  const whole = placed(retained.inTurn, budget - title.length - sizeOfLines(restOf(retained.left, budget)), view)
  const isAll = whole.found.size === retained.shown.length
  const room = budget - title.length - Math.max(LEAST_REST, Math.min(MAX_SUBJECTS, Math.floor(budget / 3)))
  const { found, left: over } = isAll ? whole : placed(retained.inTurn, room, view)
  const lines = new Map(retained.shown.flatMap((fact) => (found.has(fact) ? [[fact, found.get(fact) ?? ""]] : [])))
  if (isAll && lines.size + retained.left.length <= FEW)
    spellOut(lines, Math.min(over, speltOut - (budget - over)), view)
  const left = isAll ? retained.left : [...retained.shown.filter((fact) => !lines.has(fact)), ...retained.left]
  const shown = grouped(lines, title)
  const rest = restOf(left, budget + 1 - sizeOfLines(shown))
  // If there is no room even to count the others, the tree lists all facts.
  if (left.length > 0 && rest.length === 0) return { lines: [], shown: [], left: [...retained.shown, ...retained.left] }
  return { lines: [...shown, ...rest], shown: [...lines.keys()], left }
}

/** With many facts, long ones are cut: the title says how to see one in full. */
function titleFor({ shown, left }: Retained, view: FactsView): string {
  const { tools = "full" } = view
  const isCut =
    shown.length + left.length > FEW && shown.some((fact) => shortLine(fact, view) !== lineOf(fact, "", view))
  const how = isCut ? `; ${callOf(tools, "memory_why")} shows a cut (…) one whole` : ""
  return `Facts from earlier sessions (verify if stale${how}):`
}

/** As many as fit. The user's own go first and may take half of the room. */
function placed(inTurn: readonly Fact[], budget: number, view: FactsView) {
  const found = new Map<Fact, string>()
  const types = new Set<string>()
  let left = budget
  const place = (fact: Fact, least: number) => {
    if (found.has(fact)) return
    const line = shortLine(fact, view)
    const cost = line.length + 1 + (types.has(fact.type) ? 0 : titleOf(fact.type).length + 1)
    if (left - cost < least) return
    left -= cost
    types.add(fact.type)
    found.set(fact, line)
  }
  for (const fact of inTurn) if (fact.source === "explicit") place(fact, budget / 2)
  for (const fact of inTurn) place(fact, 0)
  return { found, left }
}

/** Whole sentences first, then reasons. */
function spellOut(lines: Map<Fact, string>, budget: number, view: FactsView): void {
  let room = budget
  for (const why of [() => "", whyOf])
    for (const [fact, line] of lines) {
      const longer = lineOf(fact, why(fact), view)
      if (longer.length - line.length > room) continue
      room -= longer.length - line.length
      lines.set(fact, longer)
    }
}

/** `room` includes the line end. */
function restLines(left: readonly Fact[], room: number, tools: ToolMode = "full", shown: number): PromptLine[] {
  if (left.length === 0) return []
  const head = `${left.length}${shown > 0 ? " more" : ""} ${left.length === 1 ? "fact" : "facts"}`
  const by = ", by subject: "
  const hint = ` (${callOf(tools, "memory_tree")} folder facts)`
  const most = Math.min(MAX_SUBJECTS, room) - head.length - by.length - hint.length - 1
  const words = most > 0 ? subjectWords(subjectsOf(left), most) : ""
  const lines = [`${head}${by}${asData(words)}${hint}`, `${head}${hint}`].filter((line) => line.length < room)
  return lines.slice(0, 1).map(ownLine)
}

function grouped(lines: ReadonlyMap<Fact, string>, title: string): PromptLine[] {
  if (lines.size === 0) return []
  const all = [...lines]
  const types = [...new Set(all.map(([{ type }]) => type))].sort(
    (a, b) => typePlace(a) - typePlace(b) || (a < b ? -1 : 1),
  )
  const groups = types.flatMap((type) => [
    ownLine(titleOf(type)),
    ...all
      .filter(([fact]) => fact.type === type)
      .map(([{ scope, path }, text]) => ({ text, from: { kind: "fact", of: `${scope}:${path}` } as const })),
  ])
  return [ownLine(title), ...groups]
}

/** Facts are immutable; only their age changes. */
const cutLines = new WeakMap<Fact, { readonly whole: string; readonly short: string }>()

/** Cut at a word if it is too long for a line. */
function shortLine(fact: Fact, view: FactsView): string {
  const whole = lineOf(fact, "", view)
  const known = cutLines.get(fact)
  if (known?.whole === whole) return known.short
  const short = isShort(whole) ? whole : cutLine(fact, staleMark(fact, view.now, view.rules))
  cutLines.set(fact, { whole, short })
  return short
}

function cutLine({ text }: Fact, mark: string): string {
  const lineIn = (max: number) => `- ${shownText(text, max)}${mark}`
  return lineIn(mostFitting(MAX_TEXT, (max) => isShort(lineIn(max))))
}

function isShort(line: string): boolean {
  return estimateTokenCount(line) <= MAX_LINE_TOKENS
}

function titleOf(type: string): string {
  return `${shownText(type, 40)}:`
}

function lineOf(fact: Fact, why: string, { now, rules }: FactsView): string {
  const reason = why === "" ? "" : ` Why: ${why}`
  return `- ${shownText(fact.text, MAX_TEXT)}${reason}${staleMark(fact, now, rules)}`
}

/** The reason in a note's line that begins with "Why:". */
function whyOf({ detail = "" }: Fact): string {
  const [, why = ""] = /^\s{0,8}why:[ \t]{0,8}(.*)$/im.exec(detail.slice(0, 8000)) ?? []
  return shownText(why, MAX_WHY)
}

/** Made one line first: white space between "<" and a tag's name is recognised only up to a limit. */
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
