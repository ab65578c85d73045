// The verbs of working memory: keep an item, remove one, empty a slot or all of it.
import { CairnError } from "../model/errors.ts"
import type { Config } from "../model/settings.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { emptyActivity } from "../session/activity.ts"
import { isPaused } from "../session/pause.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { POOL, workingItems } from "../session/working-memory.ts"
import { contentKey, findItem, type Match } from "../text/matching.ts"
import { MAX_ITEM } from "../text/text.ts"
import { type Ask, memoryPaused, type Operation, operation, textArg } from "./operation.ts"
import {
  changeMemory,
  checkedSlot,
  durabilityRemark,
  keepingSession,
  redactionRemark,
  slotArg,
} from "./session-access.ts"

export const workingMemoryAdd: Operation = operation({
  name: "working_memory_add",
  summary: "Keep something in this session's working memory.",
  effect: "write",
  access: "agent",
  offered: ({ workingMemory }) => workingMemory,
  input: { content: textArg(4000), slot: slotArg.optional() },
  aliases: { type: "slot" },
  async run(ask, { content, slot: wanted }) {
    const session = keepingSession(ask)
    if (isPaused(ask.app, session)) throw memoryPaused()
    const slot = checkedSlot(ask, wanted ?? POOL)
    if (content.trim() === "") throw new CairnError("empty", "content is empty", "say what to keep in mind")
    const { text, found } = cleanText(content)
    const event = { kind: "item", slot, text, why: "working_memory_add" } as const
    const wasKnown = await changeMemory(ask, session, ({ working }) => ({
      events: [event],
      result: workingItems(working).some((known) => contentKey(known.text) === contentKey(text)),
    }))
    const isCut = text.trim().length > MAX_ITEM
    return { slot, wasKnown, isCut, remark: redactionRemark(found) + durabilityRemark(ask) }
  },
  toText: ({ slot, wasKnown, isCut, remark }) =>
    [
      wasKnown ? `Already known: it is one item, counted once more (${slot})` : `Kept in ${slot}`,
      isCut ? `; cut to ${MAX_ITEM} characters, the rest belongs in a note or a core block` : "",
      remark,
    ].join(""),
})

/** Errors and decisions are also kept in activity. */
const CLEARS = {
  effect: "write",
  access: "agent",
  offered: ({ workingMemory, activity }: Config): boolean => workingMemory || activity,
} as const

export const workingMemoryClear: Operation = operation({
  name: "working_memory_clear",
  summary: "Empty this session's working memory, open errors included.",
  ...CLEARS,
  input: {},
  run: (ask) => clear(ask, undefined),
  toText: cleared,
})

export const workingMemoryClearSlot: Operation = operation({
  name: "working_memory_clear_slot",
  summary: "Empty one slot of working memory, e.g. error once all errors are fixed.",
  ...CLEARS,
  input: { slot: slotArg },
  run: (ask, { slot }) => clear(ask, checkedSlot(ask, slot)),
  toText: cleared,
})

async function clear(ask: Ask, slot: string | undefined) {
  const count = await changeMemory(ask, keepingSession(ask), (memory) => ({
    events: [{ kind: "clear", slot }],
    result: countIn(memory, slot),
  }))
  return { what: slot ?? "working memory", count }
}

/** What is in both counts once. */
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

function cleared({ what, count }: Awaited<ReturnType<typeof clear>>): string {
  return count === 0 ? `${what} was empty already` : `Cleared ${what}: ${count} ${count === 1 ? "item" : "items"}`
}

export const workingMemoryRemove: Operation = operation({
  name: "working_memory_remove",
  summary: "Remove the item of working memory that has this text.",
  ...CLEARS,
  input: { content: textArg(4000, 1) },
  run: async (ask, { content }) =>
    changeMemory(ask, keepingSession(ask), (memory) => {
      const found = findItem(textsOf(memory), asKept(content))
      if (found.kind !== "one") throw notRemoved(found, content)
      return { events: [{ kind: "remove", text: found.text }], result: { text: found.text } }
    }),
  toText: ({ text }) => `Removed: ${text}`,
})

/** The prompt shows an error with its category before it and its state after it. */
function asKept(content: string): string {
  return content
    .trim()
    .replace(/^\[[a-z][\w-]*\] /, "")
    .replace(/(?: \(\d+x\))?(?: \(maybe fixed\))?$/, "")
}

function textsOf({ working, activity }: SessionMemory): string[] {
  return [
    ...workingItems(working).map(({ text }) => text),
    ...activity.openErrors.map(({ summary }) => summary),
    ...activity.recentDecisions,
    ...activity.files.map(({ path }) => path),
  ]
}

function notRemoved(found: Exclude<Match, { kind: "one" }>, content: string): CairnError {
  if (found.kind === "several")
    return new CairnError(
      "ambiguous",
      `${found.texts.length} items contain that; none was removed:\n${list(found.texts)}`,
      "give more of the one you mean",
    )
  const near = found.near.length > 0 ? `; near it are:\n${list(found.near)}` : ""
  return new CairnError("no_match", `nothing contains "${content.slice(0, 80)}"; nothing was removed${near}`)
}

function list(texts: readonly string[]): string {
  return texts
    .slice(0, 10)
    .map((text) => `- ${text}`)
    .join("\n")
}
