// Whether a session's turn is over. OpenCode 1 makes a session continue by itself after an automatic compaction, even when there is nothing to
// continue; it does not distinguish the two cases.
import { RecentMap } from "../../model/recent-map.ts"

export type Turns = ReturnType<typeof createTurns>

export function createTurns() {
  const finishes = new RecentMap<string, string>()
  return {
    /** The user sent a message. */
    begun: (sessionID: string) => void finishes.delete(sessionID),
    /** A step ended for this reason. */
    stepEnded: (sessionID: string, finish: string | undefined) => void finishes.set(sessionID, finish ?? ""),
    isOver: (sessionID: string) => finishes.get(sessionID) === "stop",
  }
}
