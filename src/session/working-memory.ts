// Working memory: a few slots for what must stay in view, newest first, and a pool for the rest. What does not fit into a slot moves to the pool,
// so that it fades instead of being lost at once. The same content is one item, wherever it is.

import { onceFor } from "../model/once-for.ts"
import { POOL_LIMITS, type PoolLimits } from "../model/tunable.ts"
import { contentKey } from "../text/matching.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"
import type { NotFor } from "./event-kinds.ts"
import { type EventOf, type MemoryEvent, REASON } from "./memory-event.ts"
import { betterHalf, cutPool, fadedPool, type Scored } from "./memory-pool.ts"

export interface Item extends Scored {
  readonly text: string
  readonly mentionedIn?: readonly string[] | undefined
  readonly isPath?: true | undefined
}

export interface WorkingMemory {
  readonly slots: Readonly<Record<string, readonly Item[]>>
  readonly pool: readonly Item[]
}

export type SlotSettings = Readonly<Record<string, { readonly max: number; readonly title: string }>>

export const BUILT_IN_SLOTS: SlotSettings = {
  error: { max: 3, title: "Errors" },
  decision: { max: 5, title: "Decisions" },
  todo: { max: 3, title: "Todos" },
  dependency: { max: 3, title: "Dependencies" },
}

/** Where items without a slot go; used in place of a slot's name. */
export const POOL = "pool"

/** A message is reported repeatedly only while it is being written, so remembering a few is enough to count each once. */
const MAX_MENTIONED_IN = 8

export const emptyWorking: WorkingMemory = { slots: {}, pool: [] }

/** The built-in slots, as changed by the settings, followed by custom ones. */
export function slotSettings(custom: SlotSettings = {}): SlotSettings {
  const { [POOL]: _taken, ...slots } = { ...BUILT_IN_SLOTS, ...custom }
  return slots
}

export function workingAfter(
  working: WorkingMemory,
  event: MemoryEvent,
  step: number,
  slots: SlotSettings,
  limits: PoolLimits = POOL_LIMITS,
): WorkingMemory {
  switch (event.kind) {
    case "step":
      return { ...working, pool: fadedPool(working.pool, step, limits) }
    case "compaction":
      return { ...working, pool: betterHalf(working.pool, step, limits) }
    case "item":
      return event.why === REASON ? working : withItem(working, event, step, { slots, limits })
    case "mention":
      return withMention(working, event.texts, event.in, step)
    case "remove":
      return without(working, contentKey(event.text))
    case "clear":
      return cleared(working, event.slot)
    default:
      event satisfies NotFor<"working">
      return working
  }
}

/** Slots first, each newest first. */
export function workingItems({ slots, pool }: WorkingMemory): Item[] {
  return [...Object.values(slots).flat(), ...pool]
}

/** Folding thousands of events uses the same few keys over and over. */
const keyOf = onceFor((item: Item) => contentKey(item.text))

interface Sizes {
  readonly slots: SlotSettings
  readonly limits: PoolLimits
}

function withItem(working: WorkingMemory, event: EventOf<"item">, step: number, sizes: Sizes): WorkingMemory {
  const text = oneLine(event.text, MAX_ITEM)
  if (text === "") return working
  const key = contentKey(text)
  const known = workingItems(working).find((item) => keyOf(item) === key)
  const item = known
    ? { ...known, mentions: known.mentions + 1, touched: step }
    : { text, mentions: 1, touched: step, ...(isPath(text) && { isPath: true as const }) }
  const rest = known ? without(working, key) : working
  const slot = Object.hasOwn(sizes.slots, event.slot) ? event.slot : slotOf(working, known)
  if (slot === undefined) return fitted({ ...rest, pool: [item, ...rest.pool] }, step, sizes, item)
  const items = [item, ...(Object.hasOwn(rest.slots, slot) ? (rest.slots[slot] ?? []) : [])]
  return fitted({ ...rest, slots: { ...rest.slots, [slot]: items } }, step, sizes, item)
}

/** One word that ends like a file name, or contains folders. `@scope/name` is a package, `://` an address. */
function isPath(text: string): boolean {
  if (/\s|:\/\//.test(text)) return false
  return /\.[a-z][a-z0-9]{0,9}$/i.test(text) || /^[\w.~+()[\]$-]*(\/[\w.@~+()[\]$-]+)+\/?$/.test(text)
}

function slotOf({ slots }: WorkingMemory, item: Item | undefined): string | undefined {
  return item && Object.keys(slots).find((name) => slots[name]?.includes(item))
}

/** Fits slots and pool to their sizes, even if the settings have changed. */
function fitted(working: WorkingMemory, step: number, { slots, limits }: Sizes, newest: Item): WorkingMemory {
  const room = (name: string) => (Object.hasOwn(slots, name) ? (slots[name]?.max ?? 0) : 0)
  const filled = Object.entries(working.slots)
  // An item that is pushed out is not forgotten: its time in the pool starts now.
  const leaving = filled.flatMap(([name, items]) => items.slice(room(name))).map((item) => ({ ...item, touched: step }))
  if (leaving.length === 0) return { ...working, pool: cutPool(working.pool, step, newest, limits) }
  return {
    slots: Object.fromEntries(filled.map(([name, items]) => [name, items.slice(0, room(name))])),
    pool: cutPool([...leaving, ...working.pool], step, newest, limits),
  }
}

function withMention(working: WorkingMemory, texts: readonly string[], message: string, step: number): WorkingMemory {
  const named = new Set(texts.map(contentKey))
  return eachList(working, (items) =>
    items.map((item) => {
      if (item.mentionedIn?.includes(message) || !named.has(keyOf(item))) return item
      const mentionedIn = [...(item.mentionedIn ?? []), message].slice(-MAX_MENTIONED_IN)
      return { ...item, mentions: item.mentions + 1, touched: step, mentionedIn }
    }),
  )
}

function without(working: WorkingMemory, key: string): WorkingMemory {
  return eachList(working, (items) => items.filter((item) => keyOf(item) !== key))
}

function cleared(working: WorkingMemory, slot: string | undefined): WorkingMemory {
  if (slot === undefined) return emptyWorking
  if (slot === POOL) return { ...working, pool: [] }
  return { ...working, slots: Object.fromEntries(Object.entries(working.slots).filter(([name]) => name !== slot)) }
}

function eachList({ slots, pool }: WorkingMemory, change: (items: readonly Item[]) => readonly Item[]): WorkingMemory {
  return {
    slots: Object.fromEntries(Object.entries(slots).map(([name, items]) => [name, change(items)])),
    pool: change(pool),
  }
}
