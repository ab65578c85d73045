// With `compaction.prune` OpenCode 1 clears old outputs: it keeps their text and marks them, and a model is shown the same few words for each.
import { field } from "../../model/fields.ts"

/** How long what a model is shown instead is. */
export const CLEARED = "[Old tool result content cleared]".length

/** `state` is that of a tool's part. */
export function isCleared(state: unknown): boolean {
  return field(field(state, "time"), "compacted") !== undefined
}
