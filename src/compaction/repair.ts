// What a compaction's summary left out, put back in the prefix that follows it: in few words, since it stands in every prompt from then on,
// but whole, since it is the only place left where it is said. What finds no room is counted, so that the model knows that there is more.

import type { BlockLimits } from "../model/core-block.ts"
import { fitFairly } from "../prompt/budget.ts"
import { renderCore } from "../prompt/core-memory.ts"
import { asSessionData } from "../prompt/escape.ts"
import { isQuotable } from "../prompt/quoted-text.ts"
import type { Essential, Loss } from "../session/compaction-account.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { ESSENTIAL_KINDS, type EssentialKind, essentialsOf } from "./essentials.ts"
import { checkFidelity } from "./fidelity.ts"
import { fileLines } from "./file-lines.ts"
import { shortCommands } from "./said-command.ts"

export interface Repair {
  /** Empty when there is nothing to tell. */
  readonly text: string
  readonly told: readonly Essential[]
  readonly leftOut: readonly Essential[]
}

export const REPAIR_BUDGET = 2400
const OPEN = "<repair>\nThe summary of this conversation leaves out the following, which is on record and still true:"
const CLOSE = "</repair>"
const MAX_REST = 120

/**
 * Composed at each render: a command that passes by now, or a todo that is done, need not be put back any more. `shown` is what else that
 * render says.
 */
export function repairOf(
  memory: SessionMemory,
  { missing, hostTodos }: Loss,
  limits: BlockLimits,
  { room = REPAIR_BUDGET, shown = "" }: { readonly room?: number; readonly shown?: string } = {},
): Repair {
  const now = new Set(essentialsOf(memory, []).map(({ kind, text }) => `${kind} ${text}`))
  const isToTell = ({ kind, text }: Essential) =>
    (now.has(`${kind} ${text}`) || (kind === "todo" && hostTodos.includes(text))) &&
    // What the user told the agent to do is an order, and stays one.
    (kind === "directive" || isQuotable(text, kind === "error"))
  return composeRepair(missing.filter(isToTell), {
    budget: Math.min(REPAIR_BUDGET, room),
    shown: `${renderCore(memory.core, limits, Number.POSITIVE_INFINITY)}\n${shown}`,
  })
}

/** `shown` is what else the prompt says after the compaction: that is not said twice. */
export function composeRepair(
  missing: readonly Essential[],
  { budget = REPAIR_BUDGET, shown = "" }: { budget?: number; shown?: string } = {},
): Repair {
  const sections = repairSections(missing, shown).map(asData)
  const all = sections.flatMap(({ lines }) => lines.flatMap(({ tells }) => tells))
  const room = budget - OPEN.length - CLOSE.length - 1
  const whole = fit(sections, room)
  const { lines, told } = whole.told.size === all.length ? whole : fit(sections, room - MAX_REST)
  if (lines.length === 0) return { text: "", told: [], leftOut: all }
  const leftOut = all.filter((one) => !told.has(one))
  const rest = leftOut.length === 0 ? [] : [restLine(leftOut)]
  return { text: [OPEN, ...lines, ...rest, CLOSE].join("\n"), told: [...told], leftOut }
}

function asData({ title, lines }: RepairSection): RepairSection {
  return { title, lines: lines.map(({ text, tells }) => ({ text: asSessionData(text), tells })) }
}

function fit(sections: readonly RepairSection[], budget: number): { lines: string[]; told: Set<Essential> } {
  const { kept } = fitFairly(sections, budget)
  const lines = kept.flatMap((some, at) =>
    some.length === 0 ? [] : [sections[at]?.title ?? "", ...some.map(({ text }) => text)],
  )
  return { lines, told: new Set(kept.flatMap((some) => some.flatMap(({ tells }) => tells))) }
}

function restLine(leftOut: readonly Essential[]): string {
  const counts = ESSENTIAL_KINDS.map((kind) => [kind, leftOut.filter((one) => one.kind === kind).length] as const)
  const parts = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${count}`)
  return `(no room for: ${parts.join(", ")})`
}

interface RepairSection {
  readonly title: string
  readonly lines: readonly RepairLine[]
}

interface RepairLine {
  readonly text: string
  readonly tells: readonly Essential[]
}

const TITLES: Readonly<Record<EssentialKind, string>> = {
  goal: "goal:",
  directive: "the user's standing instructions, word for word:",
  command: "commands that failed when last run:",
  file: "changed files:",
  todo: "open todos:",
  decision: "decisions:",
  error: "open errors:",
}

/** Most important first, without what `shown`, the rest of the prompt, says anyway. */
function repairSections(missing: readonly Essential[], shown = ""): RepairSection[] {
  const untold = checkFidelity(shown, missing).missing
  const sections = ESSENTIAL_KINDS.map((kind) => ({
    title: TITLES[kind],
    lines: linesOf(untold.filter((one) => one.kind === kind)),
  }))
  return sections.filter(({ lines }) => lines.length > 0)
}

/** Of one kind. */
export function linesOf(essentials: readonly Essential[]): RepairLine[] {
  if (essentials[0]?.kind === "file") return fileLines(essentials)
  const short = essentials[0]?.kind === "command" ? shortCommands(essentials.map(({ text }) => text)) : []
  return essentials.map((one, at) => {
    // A heading of the text must not become one of the prompt's.
    const text = one.kind === "command" ? `${short[at]} (exit ${one.exit})` : one.text.replace(/\s*\n\s*/g, "\n    ")
    return { text: `- ${text}`, tells: [one] }
  })
}
