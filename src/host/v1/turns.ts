// Whether a session's turn is over. OpenCode 1 has a session go on by itself after an automatic compaction, also when there is nothing to
// go on with; it does not tell the two cases apart.
import { RecentMap } from "../../model/recent-map.ts"

export interface Turns {
  /** A message of the user's came. */
  begun(sessionID: string): void
  /** A step ended for this reason. */
  stepEnded(sessionID: string, finish: string | undefined): void
  isOver(sessionID: string): boolean
}

export function createTurns(): Turns {
  const finishes = new RecentMap<string, string>()
  return {
    begun: (sessionID) => void finishes.delete(sessionID),
    stepEnded: (sessionID, finish) => void finishes.set(sessionID, finish ?? ""),
    isOver: (sessionID) => finishes.get(sessionID) === "stop",
  }
}
