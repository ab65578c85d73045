// A user message is admitted. A tail is kept in the message's metadata, which the host stores with it and hands back in every request; the
// screen shows nothing of it, and the title's author does not see it.
import { fieldAt, recordAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"

const KEY = "cairn"

export function promptAdmitted(runtime: Runtime, announce: (sessionID: string) => Promise<void>) {
  return async (event: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(event, "sessionID")
    if (!sessionID) return void runtime.features.off("tail", "the prompt hook names no session")
    void runtime.showNotices(sessionID)
    const text = textAt(event, "prompt", "text") ?? ""
    const answer = await (await runtime.moments())?.userSpoke({
      sessionID,
      messageID: textAt(event, "messageID"),
      text,
    })
    await announce(sessionID)
    const tail = answer?.tail
    if (tail === undefined) return undefined
    return () => {
      ;(event as { metadata?: unknown }).metadata = { ...recordAt(event, "metadata"), [KEY]: { tail } }
    }
  }
}

export function tailOf(metadata: unknown): string | undefined {
  return textAt(fieldAt(metadata, KEY), "tail")
}
