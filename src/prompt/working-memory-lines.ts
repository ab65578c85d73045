// Working memory in the prompt: the slots in their order, then the pool by score, one item a line. What activity already shows is not repeated.
import type { PoolLimits } from "../model/tunable.ts"
import { rankedPool } from "../session/memory-pool.ts"
import type { Item, SlotSettings, WorkingMemory } from "../session/working-memory.ts"
import { type FittedSections, fitSections, type Section } from "./budget.ts"
import { asSessionData } from "./escape.ts"
import { framed, ownLine } from "./prompt-line.ts"
import { isQuotable } from "./quoted-text.ts"

export interface WorkingView {
  readonly step: number
  readonly slots: SlotSettings
  /** What the prompt shows elsewhere. */
  readonly shown: ReadonlySet<string>
  readonly budget: number
  readonly limits?: PoolLimits | undefined
}

const TAG = "working_memory"
const TITLE = "Recent session context (kept automatically, best first):"
const FRAME = `<${TAG}>\n${TITLE}\n</${TAG}>\n`.length

export function renderWorking(working: WorkingMemory, view: WorkingView): FittedSections {
  const { step, slots, shown, budget, limits } = view
  const pool = rankedPool(working.pool, step, limits)
  const section = (title: string, slot: string, items: readonly Item[]): Section => ({
    from: `item ${slot}`,
    title: `${title}:`,
    lines: items
      .filter(({ text }) => !shown.has(text) && isQuotable(text, slot === "error"))
      .map(({ text }) => ({ text: `- ${asSessionData(text)}`, about: text })),
  })
  const sections = [
    ...Object.entries(slots).map(([name, { title }]) =>
      section(title, name, Object.hasOwn(working.slots, name) ? (working.slots[name] ?? []) : []),
    ),
    section(
      "Key Files",
      "pool",
      pool.filter(({ isPath }) => isPath),
    ),
    section(
      "Notes",
      "pool",
      pool.filter(({ isPath }) => !isPath),
    ),
  ]
  const count = (items: number) => `(${items} ${items === 1 ? "item" : "items"} shown)`
  const most = count(sections.reduce((sum, { lines }) => sum + lines.length, 0)).length
  const { lines, shown: fitted } = fitSections(sections, budget - FRAME - most - 1)
  if (lines.length === 0) return { lines, shown: fitted }
  return { lines: framed(TAG, [ownLine(TITLE), ...lines, ownLine(count(fitted.size))]), shown: fitted }
}
