// What a compaction's summary has lost, in the prefix that follows it, within a budget. What finds no room is counted, so that the model knows
// that there is more.

import { asSessionData } from "../prompt/escape.ts"
import { fitFairly } from "../prompt/fair-room.ts"
import type { Essential } from "../session/compaction-account.ts"
import { ESSENTIAL_KINDS } from "./essentials.ts"
import { type RepairSection, repairSections } from "./repair.ts"

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
