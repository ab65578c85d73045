// Which of a session's messages Cairn heard from the host when the user sent them. The host's record alone does not tell: an imported session has
// messages of anybody, and a command's template looks like a typed one. So only a message that was heard counts as the user's own words later.
import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

/** Their ids, oldest first. */
export type HeardMessages = readonly string[]

/** Of a longer session the oldest are dropped, and are then anybody's words. */
const MAX_HEARD = 1000

export function heardAfter(heard: HeardMessages, event: MemoryEvent, message: string | null): HeardMessages {
  if (event.kind !== "turn") {
    event satisfies NotFor<"heard">
    return heard
  }
  if (event.isTemplate || message === null) return heard
  return heard.includes(message) ? heard : [...heard, message].slice(-MAX_HEARD)
}
