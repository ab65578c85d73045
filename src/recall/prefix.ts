// The `<cairn>` block of the system prompt, most stable part first. It is a pure function of the notes and of what the session remembers: no
// clock, no iteration order, so the same memory always gives the same bytes.

import type { BlockLimits } from "../model/core-block.ts"
import type { NoteInfo } from "../model/note.ts"
import { cutText } from "../model/text.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { SlotSettings } from "../session/working-memory.ts"
import { renderActivity } from "./activity.ts"
import { blockElement, renderCore } from "./core-memory.ts"
import { renderHot } from "./hot-notes.ts"
import { instructions, subagentInstructions } from "./instructions.ts"
import { type ColdNotes, renderTrees } from "./tree.ts"
import { renderWorking } from "./working-memory.ts"

export interface PrefixSettings {
  readonly prefixBudget: number
  readonly hotBudget: number
  readonly activityBudget: number
  readonly workingBudget: number
  readonly treeBudget: number
  readonly maxTreeDepth: number
  readonly hotDir: string
  readonly coreMemory: boolean
  readonly workingMemory: boolean
  readonly coreLimits: BlockLimits
}

export interface Prefix {
  readonly text: string
  /** Notes the model sees word for word: it may replace these without reading them first. */
  readonly whole: readonly NoteInfo[]
  readonly hidden: readonly NoteInfo[]
  /** Items, errors and decisions of the session that it shows. */
  readonly shown: ReadonlySet<string>
}

/** One scope's notes; a quarantined one enters no prompt by itself and is not among them. */
export interface ScopeView extends ColdNotes {
  readonly hot: readonly NoteInfo[]
}

export interface SessionView {
  readonly memory: SessionMemory
  readonly slots: SlotSettings
  /** What the summary of a compaction lost, rendered. */
  readonly repair?: string | undefined
}

const CLOSE = "</cairn>"
const SUBAGENT_BUDGET = 3000
const MAX_SUBAGENT_GOAL = 1500

/** The global scope first: it changes least. Room is given out by importance, which is another order than that of the text. */
export function renderPrefix(scopes: readonly ScopeView[], session: SessionView, settings: PrefixSettings): Prefix {
  const open = `<cairn>\n${instructions(settings)}`
  const { memory, slots } = session
  let room = settings.prefixBudget - open.length - CLOSE.length - 1
  const take = (text: string) => {
    room -= text === "" ? 0 : text.length + 1
    return text
  }
  const core = take(renderCore(memory.core, settings.coreLimits, room - 1))
  const repair = take((session.repair ?? "").length < room ? (session.repair ?? "") : "")
  const notes = renderHot(
    scopes.flatMap((scope) => scope.hot),
    Math.min(settings.hotBudget, room - 1),
  )
  take(notes.text)
  const activity = renderActivity(memory.activity, Math.min(settings.activityBudget, room - 1))
  take(activity.text)
  const budget = Math.min(settings.workingBudget, room - 1)
  const working = renderWorking(memory.working, { step: memory.step, slots, shown: activity.shown, budget })
  take(working.text)
  const trees = renderTrees(scopes, Math.min(settings.treeBudget, room - 1), settings.maxTreeDepth)
  return {
    text: [open, notes.text, trees, core, repair, working.text, activity.text, CLOSE]
      .filter((part) => part !== "")
      .join("\n"),
    whole: notes.whole,
    hidden: notes.hidden,
    shown: new Set([...activity.shown, ...working.shown]),
  }
}

/** A subagent gets what it needs for its errand: the project's hot notes and its parent's goal. */
export function renderSubagentPrefix(project: ScopeView, goal: string, settings: PrefixSettings): Prefix {
  const open = `<cairn>\n${subagentInstructions}`
  const shownGoal = cutText(goal, MAX_SUBAGENT_GOAL)
  const parent =
    goal === "" ? "" : `<core_memory>\n${blockElement("goal", shownGoal, settings.coreLimits.goal)}\n</core_memory>`
  const room = SUBAGENT_BUDGET - open.length - parent.length - CLOSE.length - 3
  const notes = renderHot(project.hot, Math.min(settings.hotBudget, Math.max(0, room)))
  const text = [open, notes.text, parent, CLOSE].filter((part) => part !== "").join("\n")
  return { text, whole: notes.whole, hidden: notes.hidden, shown: new Set() }
}

/** All that a prefix says of the session if there is room: tells two prefixes apart without rendering the notes. */
export function renderSession({ memory, slots, repair = "" }: SessionView, settings: PrefixSettings): string {
  const { text, shown } = renderActivity(memory.activity, settings.activityBudget)
  const working = renderWorking(memory.working, { step: memory.step, slots, shown, budget: settings.workingBudget })
  const core = renderCore(memory.core, settings.coreLimits, Number.POSITIVE_INFINITY)
  return [core, repair, working.text, text].filter((part) => part !== "").join("\n")
}
