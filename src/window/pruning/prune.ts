// Shortens one tool output before it enters the conversation, where it would be paid for in every later turn. The lines that stay are those an
// agent is likely to need next; the caller keeps the original and says where it is.
import { readsOneFile } from "../../commands/file-read.ts"
import { PRUNE_LIMITS, type PruneLimits, type PruneMode } from "../../model/tunable.ts"
import type { Level } from "../pressure.ts"
import { callWords, commandOf } from "./call.ts"
import { foldedText } from "./folded-text.ts"
import { namesLeftOut } from "./names.ts"
import { type OutputSection, sectionsOf } from "./output-sections.ts"
import { shortenAlike } from "./repeats.ts"
import { screenLines } from "./screen.ts"
import { type Room, select } from "./selection.ts"
import { applyRule, ruleFor, type UserRule } from "./user-rules.ts"
import { type Worth, worthOf } from "./worth.ts"

export interface PruneInput {
  readonly tool: string
  readonly args: unknown
  readonly output: string
  readonly mode: PruneMode
  /** What the session is about: the request and, if available, the last few calls and what the agent said before this one. */
  readonly task?: string
  readonly rules?: readonly UserRule[]
  /** Replaces the limits of the mode. */
  readonly limits?: PruneLimits
}

export type Pruned = NonNullable<ReturnType<typeof prune>>

/** The fuller the window, the earlier and the harder outputs are cut. */
export function modeAt(level: Level): PruneMode {
  if (level === "critical") return "hyper"
  return level === "high" ? "aggressive" : "normal"
}

/** A file shown by the shell was requested on purpose; up to this many lines it stays whole, because the agent's next edit is probably in it. */
const READ_LINES = 300
const MAX_COMMAND = 20_000
const LONGEST_LINE = 400
/** Lines longer than this count for more than one. */
const LONG_LINE = 200
/** Room is measured in lines of this length, so that short lines are not cut merely for their number. */
const PLAIN_LINE = 40
/** The longer an output, the smaller the share that is needed: reading a file from end to end is a search, 80 lines of it are a place. */
const LENGTH_POWER = -0.2
/** Errors get up to this many times the room of everything else. */
const ERROR_ROOM = 7
/** Share of the hidden text that a list of names may take; in a listing, names are most of the content. */
const NAMES_SHARE = 1 / 3
const LISTING_SHARE = 0.6
/** Least share of the room, however little of the output seems worth it. */
const LEAST_ROOM = 1 / 2
const LEAST_SAVED = 0.1

/** Undefined if the output stays as it is. */
export function prune(input: PruneInput) {
  const steps = stepsOf(input)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same with pauses: in one go it would block the host for too long. */
export async function pruneInSteps(input: PruneInput, pause: () => Promise<void>) {
  const steps = stepsOf(input)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await pause()
  }
}

function* stepsOf(input: PruneInput) {
  const { tool, args, output, mode, task = "", rules = [], limits = PRUNE_LIMITS[mode] } = input
  if (isWithin(limits.listing, output)) return undefined
  const command = commandOf(args)
  if (isWithin(READ_LINES, output) && readsOneFile(command.slice(0, MAX_COMMAND))) return undefined
  const lines = shortenAlike(screenLines(output, LONGEST_LINE))
  yield
  const sections = sectionsOf(lines, command || tool)
  const { strategy } = sections.reduce(longer)
  const limit = strategy.isListing ? limits.listing : limits.other
  if (isWithin(limit, output)) return undefined
  yield
  const worth = worthOf(lines, sections, callWords(`${command}\n${task}`))
  yield
  const rule = ruleFor(rules, tool, command)
  const room = roomFor(lines, worth, limits)
  const kept = select(lines, worth.lines, rule ? applyRule(rule, lines, worth.lines, room) : room)
  yield
  const names = namesLeftOut(lines, kept, `${command}\n${task}`, namesRoom(lines, kept, sections, limits))
  yield
  const text = foldedText(lines, kept, names)
  if (text.length > output.length * (1 - LEAST_SAVED)) return undefined
  const leftOut = kept.filter((isKept) => !isKept).length
  return {
    text,
    /** Number of lines. */
    kept: lines.length - leftOut,
    leftOut,
    strategy: strategy.name,
    why: `${lines.length} lines (${strategy.name}) of ${output.length} characters, over the ${limit} lines of ${mode} mode${rule ? ", by a rule of the user" : ""}`,
  }
}

function isWithin(limit: number, output: string): boolean {
  if (output.length > limit * LONG_LINE) return false
  let lines = 1
  for (let at = output.indexOf("\n"); at >= 0 && lines <= limit; at = output.indexOf("\n", at + 1)) lines++
  return lines <= limit
}

function longer(one: OutputSection, other: OutputSection): OutputSection {
  return other.end - other.start > one.end - one.start ? other : one
}

/** A short output stays whole except for worthless lines; of a long one, the share shrinks with its length. Errors come on top. */
function roomFor(lines: readonly string[], { share, errors }: Worth, { ends }: PruneLimits): Room {
  let chars = 0
  let errorChars = 0
  lines.forEach((line, at) => {
    chars += line.length + 1
    if (errors[at]) errorChars += line.length + 1
  })
  const base = 2 * ends * PLAIN_LINE
  const byWorth = Math.sqrt(share)
  const byLength = Math.max(1, chars / base) ** LENGTH_POWER
  const held = Math.ceil(ends / 6)
  return {
    chars: base * Math.max(LEAST_ROOM, byWorth * byLength),
    errorChars: Math.min(errorChars, ERROR_ROOM * base),
    head: held,
    tail: held,
  }
}

function namesRoom(
  lines: readonly string[],
  kept: readonly boolean[],
  sections: readonly OutputSection[],
  limits: PruneLimits,
): { names: number; chars: number } {
  let chars = 0
  let names = 0
  for (const { strategy, start, end } of sections) {
    names += (strategy.names * (end - start)) / lines.length
    const share = strategy.isListing ? LISTING_SHARE : NAMES_SHARE
    for (let at = start; at < end; at++) if (!kept[at]) chars += ((lines[at] as string).length + 1) * share
  }
  return { names: Math.round(names * limits.names), chars }
}
