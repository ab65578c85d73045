// Whether a session's turn is over. OpenCode 1 has a session go on by itself after an automatic compaction, also when there is nothing to
// go on with; it does not tell the two cases apart.
import { RecentMap } from "../../model/recent-map.ts"

export type Turns = ReturnType<typeof createTurns>

export function createTurns() {
  const finishes = new RecentMap<string, string>()
  return {
    /** A message of the user's came. */
    begun: (sessionID: string) => void finishes.delete(sessionID),
    /** A step ended for this reason. */
    stepEnded: (sessionID: string, finish: string | undefined) => void finishes.set(sessionID, finish ?? ""),
    isOver: (sessionID: string) => finishes.get(sessionID) === "stop",
  }
}
