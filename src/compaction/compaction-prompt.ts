// The text that goes with the host's request for a summary, on both hosts: for whom it is, what is on record, what to end with. All that comes
// from the session is data, and each part has its own room.

import type { BlockLimits } from "../model/core-block.ts"
import { NOTE_TYPES } from "../model/note-head.ts"
import type { Todo } from "../model/todo.ts"
import type { PoolLimits } from "../model/tunable.ts"
import { renderCore } from "../prompt/core-memory.ts"
import { asSessionData } from "../prompt/escape.ts"
import { fitFairly, type TitledLines } from "../prompt/fair-room.ts"
import { renderWorking } from "../prompt/working-memory-lines.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { SlotSettings } from "../session/working-memory.ts"
import { CANDIDATES, CONTINUITY, ledgerSections, PROMPT_BUDGETS } from "./compaction-record.ts"
import { renderTodos } from "./host-todos.ts"
import { type MarkedFactLines, renderMarked } from "./marked-facts.ts"

export interface CompactionView {
  readonly memory: SessionMemory
  readonly slots: SlotSettings
  readonly todos: readonly Todo[]
  readonly marked?: MarkedFactLines | undefined
}

export interface CompactionPromptSettings {
  readonly coreLimits: BlockLimits
  readonly workingBudget: number
  readonly pool?: PoolLimits
  readonly types: Readonly<Record<string, unknown>>
  /** Whether anything is taken from the summary. */
  readonly capture: boolean
}

export function renderCompactionPrompt(view: CompactionView, settings: CompactionPromptSettings): string {
  const { core, working, activity, ledger, directives, step } = view.memory
  const shown = new Set([
    ...activity.recentDecisions,
    ...activity.openErrors.map(({ summary }) => summary),
    ...ledger.changedFiles.map(({ path }) => path),
  ])
  const record = [
    renderCore(core, settings.coreLimits, Number.POSITIVE_INFINITY),
    renderWorking(working, { step, slots: view.slots, shown, budget: settings.workingBudget, limits: settings.pool })
      .text,
    renderSections([directiveSection(directives)], PROMPT_BUDGETS.directives),
    renderSections(ledgerSections(ledger, activity), PROMPT_BUDGETS.ledger),
    renderTodos(view.todos),
  ].filter((part) => part !== "")
  const wanted = settings.capture
    ? [CANDIDATES, ownTypes(settings.types), view.marked ? renderMarked(view.marked) : ""]
    : []
  return [CONTINUITY, ...record, ...wanted].filter((part) => part !== "").join("\n\n")
}

function ownTypes(types: CompactionPromptSettings["types"]): string {
  const names = Object.keys(types).filter((name) => !(NOTE_TYPES as readonly string[]).includes(name))
  return names.length === 0 ? "" : `The user has types of their own: ${names.map((name) => `[${name}]`).join(", ")}.`
}

type Lines = TitledLines<{ readonly text: string }>

/** The newest win, as in memory itself. */
function directiveSection(directives: readonly string[]): Lines {
  const lines = directives.map((text) => ({ text: `- ${text}` }))
  return { title: "the user's standing instructions, to be kept word for word:", lines: lines.reverse() }
}

function renderSections(sections: readonly Lines[], budget: number): string {
  const safe = sections.map(({ title, lines }) => ({ title, lines: lines.map(({ text }) => ({ text: asLine(text) })) }))
  const { kept } = fitFairly(safe, budget)
  return kept
    .flatMap((lines, at) => (lines.length === 0 ? [] : [safe[at]?.title, ...lines.map(({ text }) => text)]))
    .join("\n")
}

function asLine(text: string): string {
  return asSessionData(text).replace(/\s+/g, " ")
}
