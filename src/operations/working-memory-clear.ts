import { emptyActivity } from "../session/activity.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { POOL, workingItems } from "../session/working-memory.ts"
import { type Ask, type Operation, operation } from "./operation.ts"
import { askingSession, checkedSlot, keepingSession, slotArg } from "./session-access.ts"

interface Cleared {
  readonly what: string
  readonly count: number
}

export const workingMemoryClear: Operation = operation({
  name: "working_memory_clear",
  summary: "Empty this session's working memory, open errors included.",
  effect: "write",
  access: "agent",
  offered: ({ workingMemory, activity }) => workingMemory || activity,
  input: {},
  run: (ask): Promise<Cleared> => clear(ask, undefined),
  toText: cleared,
})

export const workingMemoryClearSlot: Operation = operation({
  name: "working_memory_clear_slot",
  summary: "Empty one slot of working memory, e.g. error once all errors are fixed.",
  effect: "write",
  access: "agent",
  offered: ({ workingMemory, activity }) => workingMemory || activity,
  input: { slot: slotArg },
  run: (ask, { slot }): Promise<Cleared> => clear(ask, checkedSlot(ask, slot)),
  toText: cleared,
})

async function clear(ask: Ask, slot: string | undefined): Promise<Cleared> {
  const session = keepingSession(ask, askingSession(ask))
  const count = await ask.app.journal.change(
    session.id,
    (memory) => ({ events: [{ kind: "clear", slot }], result: countIn(memory, slot) }),
    session.turn.answers,
  )
  return { what: slot ?? "working memory", count }
}

/** Errors and decisions are also kept in activity; each counts once. */
function countIn({ working, activity }: SessionMemory, slot: string | undefined): number {
  const own =
    slot === undefined
      ? workingItems(working)
      : slot === POOL
        ? working.pool
        : Object.hasOwn(working.slots, slot)
          ? (working.slots[slot] ?? [])
          : []
  const { openErrors, recentDecisions } = slot === POOL ? emptyActivity : activity
  const also = [
    ...(slot === undefined || slot === "error" ? openErrors.map(({ summary }) => summary) : []),
    ...(slot === undefined || slot === "decision" ? recentDecisions : []),
  ]
  return new Set([...own.map(({ text }) => text), ...also]).size
}

function cleared({ what, count }: Cleared): string {
  return count === 0 ? `${what} was empty already` : `Cleared ${what}: ${count} ${count === 1 ? "item" : "items"}`
}
