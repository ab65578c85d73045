// Messages that are taken back. OpenCode 2 only marks them at first (`staged`) and removes them when the next prompt is admitted, which it reports
// in an event that comes after the prompt's hook. So the hook looks at the session itself. It waits briefly for the mark's own event: whatever the
// messages still have to report comes before it.
import type { Moments } from "../../flows/contract.ts"
import { textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"

export type Reverts = ReturnType<typeof createReverts>

const LAG_MS = 500
const LOOK_MS = 5

export function createReverts() {
  const marked = new RecentMap<string, string>()
  const told = new RecentMap<string, string>()

  async function untilMarked(sessionID: string, messageID: string): Promise<void> {
    const end = performance.now() + LAG_MS
    while (marked.get(sessionID) !== messageID && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }

  return {
    /** An event marks messages of a session. */
    staged: (sessionID: string, messageID: string) => void marked.set(sessionID, messageID),
    /** A prompt is being admitted to a session, which the host describes like this. */
    async beforePrompt(moments: Moments, sessionID: string, session: unknown): Promise<void> {
      const messageID = textAt(session, "revert", "messageID")
      if (!messageID) return
      await untilMarked(sessionID, messageID)
      told.set(sessionID, messageID)
      await moments.reverted({ sessionID, messageID, andAfter: true })
    },
    /** The host has removed messages. */
    async committed(moments: Moments, sessionID: string, messageID: string): Promise<void> {
      if (told.get(sessionID) !== messageID) await moments.reverted({ sessionID, messageID, andAfter: true })
      told.delete(sessionID)
    },
  }
}
