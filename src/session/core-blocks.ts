// The session's three core blocks. A block is never cut, because a model does not notice a cut: a text that would not fit is refused before it
// becomes an event, and the fold takes every event as it is.
import type { BlockLimits, BlockName } from "../model/core-block.ts"
import type { NotFor } from "./event-kinds.ts"
import type { EventOf, MemoryEvent } from "./memory-event.ts"

export interface CoreBlock {
  readonly content: string
  readonly changedAt?: number | undefined
}

export type CoreBlocks = Readonly<Record<BlockName, CoreBlock>>
export type CoreEvent = EventOf<"core">

export const emptyCore: CoreBlocks = { goal: { content: "" }, progress: { content: "" }, context: { content: "" } }

export function coreAfter(core: CoreBlocks, event: MemoryEvent): CoreBlocks {
  if (event.kind !== "core") {
    event satisfies NotFor<"core">
    return core
  }
  return { ...core, [event.block]: { content: contentAfter(core, event), changedAt: event.at } }
}

/** Why a block cannot take a change: counts of characters. */
export interface BlockOverflow {
  readonly block: BlockName
  /** Characters already there; 0 if the change replaces the block. */
  readonly current: number
  /** Including the newline that an append needs. */
  readonly adding: number
  readonly limit: number
}

/** Checked before the event is recorded. Undefined if it fits. */
export function blockOverflow(core: CoreBlocks, event: CoreEvent, limits: BlockLimits): BlockOverflow | undefined {
  const { block, operation } = event
  const limit = limits[block]
  const total = contentAfter(core, event).length
  if (total <= limit) return undefined
  const current = operation === "append" ? core[block].content.length : 0
  return { block, current, adding: total - current, limit }
}

function contentAfter(core: CoreBlocks, { block, operation, content }: CoreEvent): string {
  if (operation === "replace") return content
  return [core[block].content, content].filter((part) => part !== "").join("\n")
}
