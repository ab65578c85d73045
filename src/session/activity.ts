// What the session is busy with: the files it works on, the failures still open, recent decisions. A fold over memory events without a clock:
// "newer" is the order of the events, so every process that reads the journal gets the same value.

import { closes } from "../commands/check-scope.ts"
import { errorFingerprint } from "../commands/command-errors.ts"
import { ACTIVITY_LIMITS, type ActivityLimits } from "../model/tunable.ts"
import { foldText } from "../text/fold.ts"
import { contentKey } from "../text/matching.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"
import type { NotFor } from "./event-kinds.ts"
import { commandText } from "./ledger.ts"
import type { FileAction, FileTouch, FoundError, MemoryEvent } from "./memory-event.ts"

const MAX_RESOLVED = 10
const MAX_CROWDED_OUT = 50
const MAX_SAVED = 5

type ActiveAction = Exclude<FileAction, "delete" | "move">
const WEIGHT: Readonly<Record<ActiveAction, number>> = { edit: 50, write: 45, grep: 30, read: 20 }
const PER_TOUCH = 3

export interface ActiveFile {
  readonly path: string
  /** The strongest thing done to it. */
  readonly action: ActiveAction
  readonly count: number
  /** Number of its last touch, counted over the session. */
  readonly last: number
}

export interface OpenError extends FoundError {
  readonly category: string
  /** The command that last showed it. */
  readonly command: string
  readonly seen: number
  readonly status: "open" | "maybe_fixed"
}

export interface Activity {
  readonly touches: number
  readonly files: readonly ActiveFile[]
  readonly openErrors: readonly OpenError[]
  /** Still open, but pushed out by newer ones: not reported, but the outputs that show them are not retired. */
  readonly crowdedOut: readonly OpenError[]
  /** What a command has recently shown to be fixed. */
  readonly resolvedErrors: readonly OpenError[]
  readonly recentDecisions: readonly string[]
  /** Notes that the session's agent wrote, newest first. */
  readonly saved: readonly string[]
}

export const emptyActivity: Activity = {
  touches: 0,
  files: [],
  openErrors: [],
  crowdedOut: [],
  resolvedErrors: [],
  recentDecisions: [],
  saved: [],
}

export function activityAfter(
  activity: Activity,
  event: MemoryEvent,
  limits: ActivityLimits = ACTIVITY_LIMITS,
): Activity {
  switch (event.kind) {
    case "files":
      return event.files.reduce((now, touch) => afterTouch(now, touch, limits.files), activity)
    case "command":
      return afterCommand(activity, event, limits.errors)
    case "saved":
      return {
        ...activity,
        saved: [event.note, ...activity.saved.filter((note) => note !== event.note)].slice(0, MAX_SAVED),
      }
    case "item":
      return event.slot === "decision" ? afterDecision(activity, event.text, limits.decisions) : activity
    case "remove":
      return without(activity, event.text)
    case "clear": {
      const { slot } = event
      return {
        ...activity,
        ...((slot === undefined || slot === "error") && { openErrors: [], crowdedOut: [] }),
        ...((slot === undefined || slot === "decision") && { recentDecisions: [] }),
      }
    }
    default:
      event satisfies NotFor<"activity">
      return activity
  }
}

export function rankedFiles(activity: Activity): ActiveFile[] {
  return [...activity.files].sort(byRank)
}

function byRank(a: ActiveFile, b: ActiveFile): number {
  return rankOf(b) - rankOf(a) || b.last - a.last || (a.path < b.path ? -1 : 1)
}

function rankOf(file: ActiveFile): number {
  return WEIGHT[file.action] + PER_TOUCH * file.count
}

function afterTouch(activity: Activity, touch: FileTouch, max: number): Activity {
  const touches = activity.touches + 1
  if (touch.action === "delete") {
    return { ...activity, touches, files: activity.files.filter(({ path }) => !isWithin(path, touch.path)) }
  }
  if (touch.action === "move") return afterMove({ ...activity, touches }, touch, max)
  const openErrors =
    touch.action === "edit" || touch.action === "write"
      ? activity.openErrors.map((error) =>
          error.file === touch.path ? ({ ...error, status: "maybe_fixed" } as const) : error,
        )
      : activity.openErrors
  const touched = { path: touch.path, action: touch.action, last: touches }
  return { ...activity, touches, openErrors, files: filesAfter(activity.files, touched, max) }
}

function filesAfter(files: readonly ActiveFile[], touch: Omit<ActiveFile, "count">, max: number): ActiveFile[] {
  const { path, action, last } = touch
  const known = files.find((file) => file.path === path)
  const strongest = known && WEIGHT[known.action] > WEIGHT[action] ? known.action : action
  const touched: ActiveFile = { path, action: strongest, count: (known?.count ?? 0) + 1, last }
  const others = files.filter((file) => file !== known).sort(byRank)
  return [touched, ...others.slice(0, max - 1)]
}

/** A folder that moves takes its files along; what was at the new place is overwritten. */
function afterMove(activity: Activity, { path: from, to }: FileTouch, max: number): Activity {
  if (to === undefined || to === from) return activity
  const moving = activity.files.filter(({ path }) => isWithin(path, from))
  const moved = moving.map((file) => ({ ...file, path: to + file.path.slice(from.length) }))
  const taken = new Set(moved.map(({ path }) => path))
  const staying = activity.files.filter((file) => !moving.includes(file) && !taken.has(file.path))
  const files = [...staying, ...moved]
  const isFolder = moving.length > 0 && moving.every(({ path }) => path !== from)
  return {
    ...activity,
    files: isFolder ? files : filesAfter(files, { path: to, action: "edit", last: activity.touches }, max),
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

type CommandEvent = Extract<MemoryEvent, { kind: "command" }>

function afterCommand(activity: Activity, event: CommandEvent, max: number): Activity {
  const { category, exit, errors = [] } = event
  const command = commandText(event.command)
  const left = exit === 0 ? withoutFixed(activity, event, command) : activity
  if (exit === null || category === undefined || errors.length === 0) return left
  const seen = new Map(errors.map((error) => [error.fingerprint, seenAgain(left, error, category, command)]))
  // Errors that this run does not report stay open: it may have stopped before it reached them.
  const others = (some: readonly OpenError[]) => some.filter(({ fingerprint }) => !seen.has(fingerprint))
  const open = [...seen.values(), ...others(left.openErrors)]
  return {
    ...left,
    openErrors: open.slice(0, max),
    crowdedOut: [...open.slice(max), ...others(left.crowdedOut)].slice(0, MAX_CROWDED_OUT),
    resolvedErrors: others(left.resolvedErrors),
  }
}

function withoutFixed(activity: Activity, { passed, category }: CommandEvent, command: string): Activity {
  const checks = (passed ?? (category === undefined ? [] : [category])).map((one) =>
    typeof one === "string" ? { category: one } : one,
  )
  const isShown = (error: OpenError) =>
    checks.some((check) => closes(check, error) || (check.category === error.category && error.command === command))
  // A failure that two checks showed is gone for both.
  const texts = new Set(activity.openErrors.filter(isShown).map(({ summary }) => errorFingerprint("", summary)))
  const isFixed = ({ summary }: OpenError) => texts.has(errorFingerprint("", summary))
  const crowdedOut = activity.crowdedOut.filter((error) => !isShown(error) && !isFixed(error))
  if (texts.size === 0) return { ...activity, crowdedOut }
  return {
    ...activity,
    openErrors: activity.openErrors.filter((error) => !isFixed(error)),
    crowdedOut,
    resolvedErrors: [...activity.openErrors.filter(isFixed), ...activity.resolvedErrors].slice(0, MAX_RESOLVED),
  }
}

function seenAgain(activity: Activity, error: FoundError, category: string, command: string): OpenError {
  const all = [...activity.openErrors, ...activity.crowdedOut]
  const seen = (all.find(({ fingerprint }) => fingerprint === error.fingerprint)?.seen ?? 0) + 1
  return { ...error, category: error.category ?? category, command, seen, status: "open" }
}

function afterDecision(activity: Activity, text: string, max: number): Activity {
  const decision = oneLine(text, MAX_ITEM)
  if (decision === "") return activity
  const others = activity.recentDecisions.filter((other) => contentKey(other) !== contentKey(decision))
  return { ...activity, recentDecisions: [decision, ...others].slice(0, max) }
}

function without(activity: Activity, text: string): Activity {
  const isOther = (error: OpenError) => foldText(error.summary) !== foldText(text)
  return {
    ...activity,
    openErrors: activity.openErrors.filter(isOther),
    crowdedOut: activity.crowdedOut.filter(isOther),
    recentDecisions: activity.recentDecisions.filter((decision) => contentKey(decision) !== contentKey(text)),
    files: activity.files.filter(({ path }) => path !== text),
  }
}
