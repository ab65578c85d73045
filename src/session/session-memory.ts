// Everything a session remembers, as a value: core blocks, working memory, activity and the ledger; what its model was told, which notes it knows
// and how full its window was. Plain data, so that it can be stored as JSON.

import type { Config } from "../model/settings.ts"
import { FOLD_LIMITS, type FoldLimits } from "../model/tunable.ts"
import { contentKey } from "../text/matching.ts"
import { type Activity, activityAfter, emptyActivity } from "./activity.ts"
import { type Asked, askedAfter, nothingAsked } from "./asked.ts"
import { type CompactionAccount, compactionsAfter, noCompactions } from "./compaction-account.ts"
import { type CoreBlocks, coreAfter, emptyCore } from "./core-blocks.ts"
import type { NotFor } from "./event-kinds.ts"
import { type HeardMessages, heardAfter } from "./heard.ts"
import { type KnownNotes, noNotes, notesAfter } from "./known-notes.ts"
import { type Lately, latelyAfter, nothingLately } from "./lately.ts"
import { emptyLedger, type Ledger, ledgerAfter } from "./ledger.ts"
import type { MemoryEvent } from "./memory-event.ts"
import { nothingRetired, type RetiredAccount, retiredAfter } from "./retired-account.ts"
import { nothingTold, type Telling, tellingAfter } from "./telling.ts"
import { accountAfter, emptyAccount, type WindowAccount } from "./window-account.ts"
import { emptyWorking, type SlotSettings, type WorkingMemory, workingAfter } from "./working-memory.ts"

export interface SessionMemory {
  /** Model steps so far. */
  readonly step: number
  readonly core: CoreBlocks
  readonly working: WorkingMemory
  readonly activity: Activity
  readonly ledger: Ledger
  readonly asked: Asked
  readonly heard: HeardMessages
  readonly lately: Lately
  /** The user's standing instructions, word for word, newest last. */
  readonly directives: readonly string[]
  readonly telling: Telling
  readonly notes: KnownNotes
  readonly window: WindowAccount
  readonly compactions: CompactionAccount
  readonly retired: RetiredAccount
  /** The last compaction that was recorded; two processes may both report it. */
  readonly compaction?: string | undefined
  /** Whether the user has paused memory, now or before. */
  readonly paused?: "now" | "before" | undefined
  /** Up to which message it was searched for facts, and when that message was sent. */
  readonly mined?: { readonly through: string; readonly at: number } | undefined
}

export const emptyMemory: SessionMemory = {
  step: 0,
  core: emptyCore,
  working: emptyWorking,
  activity: emptyActivity,
  ledger: emptyLedger,
  asked: nothingAsked,
  heard: [],
  lately: nothingLately,
  directives: [],
  telling: nothingTold,
  notes: noNotes,
  window: emptyAccount,
  compactions: noCompactions,
  retired: nothingRetired,
}

const MAX_DIRECTIVES = 20

export function memoryAfter(
  memory: SessionMemory,
  event: MemoryEvent,
  slots: SlotSettings,
  { pool, activityLimits }: FoldLimits = FOLD_LIMITS,
  message: string | null = null,
): SessionMemory {
  if (event.kind === "compaction" && event.id === memory.compaction) return memory
  const marks = marksAfter(memory, event)
  return {
    ...marks,
    core: coreAfter(memory.core, event),
    working: workingAfter(memory.working, event, marks.step, slots, pool),
    activity: activityAfter(memory.activity, event, activityLimits),
    ledger: ledgerAfter(memory.ledger, event),
    asked: askedAfter(memory.asked, event),
    heard: heardAfter(memory.heard, event, message),
    lately: latelyAfter(memory.lately, event),
    telling: tellingAfter(memory.telling, event),
    notes: notesAfter(memory.notes, event),
    window: accountAfter(memory.window, event),
    compactions: compactionsAfter(memory.compactions, event),
    retired: retiredAfter(memory.retired, event),
  }
}

/** The parts that are only a number, a name or a list. */
function marksAfter(memory: SessionMemory, event: MemoryEvent): SessionMemory {
  switch (event.kind) {
    case "step":
      return { ...memory, step: memory.step + 1 }
    case "compaction":
      return { ...memory, compaction: event.id }
    case "pause":
      return { ...memory, paused: event.isOn ? "now" : "before" }
    case "mined":
      return { ...memory, mined: { through: event.through, at: event.at } }
    case "directive":
      return { ...memory, directives: withDirective(memory.directives, event.text) }
    default:
      event satisfies NotFor<"step" | "compaction" | "paused" | "mined" | "directives">
      return memory
  }
}

/** The newest win; repeating one makes it new again. */
function withDirective(directives: readonly string[], text: string): string[] {
  const others = directives.filter((one) => contentKey(one) !== contentKey(text))
  return [...others, text].slice(-MAX_DIRECTIVES)
}

/** Without the parts that the user has switched off. */
export function switchedOn(
  memory: SessionMemory,
  { coreMemory, workingMemory, activity }: Pick<Config, "coreMemory" | "workingMemory" | "activity">,
): SessionMemory {
  return {
    ...memory,
    ...(!coreMemory && { core: emptyCore }),
    ...(!workingMemory && { working: emptyWorking }),
    ...(!activity && { activity: emptyActivity, ledger: emptyLedger, lately: nothingLately }),
  }
}
