// Working memory in the prompt: the slots in their order, then the pool by score, each line one item. What activity shows already is not
// said twice.
import type { PoolLimits } from "../model/tunable.ts"
import { rankedPool } from "../session/pool.ts"
import type { Item, SlotSettings, WorkingMemory } from "../session/working-memory.ts"
import { fitSections, type Section } from "./budget.ts"
import { asSessionData } from "./escape.ts"

export interface WorkingView {
  readonly step: number
  readonly slots: SlotSettings
  /** What the prompt shows elsewhere. */
  readonly shown: ReadonlySet<string>
  readonly budget: number
  readonly limits?: PoolLimits | undefined
}

const OPEN = "<working_memory>\nRecent session context (kept by itself, best first):"
const CLOSE = "</working_memory>"

export interface RenderedWorking {
  readonly text: string
  readonly shown: ReadonlySet<string>
}

export function renderWorking(working: WorkingMemory, view: WorkingView): RenderedWorking {
  const { step, slots, shown, budget, limits } = view
  const pool = rankedPool(working.pool, step, limits)
  const section = (title: string, items: readonly Item[]): Section => ({
    title: `${title}:`,
    lines: items
      .filter(({ text }) => !shown.has(text))
      .map(({ text }) => ({ text: `- ${asSessionData(text)}`, about: text })),
  })
  const sections = [
    ...Object.entries(slots).map(([name, { title }]) =>
      section(title, Object.hasOwn(working.slots, name) ? (working.slots[name] ?? []) : []),
    ),
    section(
      "Key Files",
      pool.filter(({ isPath }) => isPath),
    ),
    section(
      "Notes",
      pool.filter(({ isPath }) => !isPath),
    ),
  ]
  const count = (items: number) => `(${items} ${items === 1 ? "item" : "items"} shown)`
  const fitted = fitSections(sections, budget - OPEN.length - CLOSE.length - count(100).length - 2)
  const text = fitted.text.length === 0 ? "" : [OPEN, ...fitted.text, count(fitted.shown.size), CLOSE].join("\n")
  return { text, shown: fitted.shown }
}
