// What each line of an output is worth: by its strategy, by what the call asked for, whether it is an error, and by its position. Worth is per
// character, so ten short lines may stay in place of two long ones.
import { interestOf } from "./call.ts"
import type { OutputSection } from "./output-sections.ts"
import { shapeOf } from "./repeats.ts"
import { isPassed } from "./test-report.ts"

const ERROR =
  /\b(?:errors?|exception|fail(?:ed|ures?|ing)?|traceback|panic(?:ked)?|fatal|denied|not found|aborted|killed|timed out|exit(?:ed with)? (?:code|status))\b|\w(?:Error|Exception):/i
const ERROR_WORTH = 40
const BESIDE_ERROR = 2
/** Lines worth this little are never shown to fill space or as context of an error: passed tests, build steps. */
const NOISE = 0.05
const MOST_INTEREST = 3
const END_LINES = 12
const LINE_COST = 11
const COST_POWER = 0.7
const LONGEST_PARAGRAPH = 16

export interface Worth {
  readonly lines: Float64Array
  /** How much of the output is worth anything: nearly nothing of a report of passed tests, all of plain code. */
  readonly share: number
  readonly errors: readonly boolean[]
}

export function isError(line: string): boolean {
  return ERROR.test(line) && !isPassed(line)
}

export function worthOf(
  lines: readonly string[],
  sections: readonly OutputSection[],
  asked: ReadonlySet<string>,
): Worth {
  const worth = new Float64Array(lines.length)
  const interest = interestOf(lines, asked)
  const errors = lines.map(isError)
  let share = 0
  for (const { strategy, start, end } of sections) {
    const own = lines.slice(start, end)
    const values = strategy.weigh(own)
    const isCode = strategy.around === "paragraph"
    const pull = isCode ? 1 : 3
    for (const value of values) share += Math.min(1, value) * strategy.room
    const withContext = values.map((value, offset) => {
      const at = start + offset
      if (value <= NOISE) return 0
      const isBeside = !isCode && (errors[at - 1] || errors[at - 2] || errors[at + 1])
      const asIs = value * (1 + Math.min(MOST_INTEREST, pull * (interest[at] as number)))
      return asIs + (isBeside ? BESIDE_ERROR : 0) + nearEnd(at, lines.length)
    })
    const { around } = strategy
    worth.set(around === "paragraph" ? byParagraph(own, withContext) : byLine(own, withContext, around), start)
  }
  addErrors(lines, errors, worth)
  return { lines: worth, share: share / lines.length, errors }
}

/** Errors come first, each kind before repetitions. */
function addErrors(lines: readonly string[], errors: readonly boolean[], worth: Float64Array): void {
  const seen = new Map<string, number>()
  lines.forEach((line, at) => {
    if (!errors[at]) return
    const shape = shapeOf(line)
    const before = seen.get(shape) ?? 0
    seen.set(shape, before + 1)
    worth[at] = (worth[at] as number) + ERROR_WORTH / (1 + before) / cost(line.length)
  })
}

function byLine(lines: readonly string[], values: readonly number[], radius: number): number[] {
  const around = radius === 0 ? values : meanOver(values, radius)
  return values.map((value, at) => {
    if (value === 0) return 0
    return (0.3 * value + 0.7 * (around[at] as number)) / cost((lines[at] as string).length)
  })
}

/** All lines of a paragraph get the same worth, so that it stays or goes as a whole. */
function byParagraph(lines: readonly string[], values: readonly number[]): number[] {
  const worth: number[] = []
  for (let start = 0; start < lines.length; ) {
    let end = start + 1
    while (end < lines.length && end - start < LONGEST_PARAGRAPH && !/^\s*\d*\s*$/.test(lines[end] as string)) end++
    let sum = 0
    let chars = 0
    for (let at = start; at < end; at++) {
      sum += values[at] as number
      chars += (lines[at] as string).length
    }
    const mean = sum / (end - start) / cost(chars / (end - start))
    while (start < end) worth[start++] = mean
  }
  return worth
}

function cost(length: number): number {
  return (length + LINE_COST) ** COST_POWER
}

function nearEnd(at: number, length: number): number {
  return Math.max(0, 1 - Math.min(at, length - 1 - at) / END_LINES)
}

function meanOver(values: readonly number[], radius: number): number[] {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, at) => {
    sums[at + 1] = (sums[at] as number) + value
  })
  return values.map((_, at) => {
    const from = Math.max(0, at - radius)
    const to = Math.min(values.length, at + radius + 1)
    return ((sums[to] as number) - (sums[from] as number)) / (to - from)
  })
}
