// OpenCode 1 is about to summarise a session. What Cairn has to say is appended to the host's own prompt: replacing that prompt would lose the
// previous summary. If another plugin has replaced it, the host drops what was to be appended, so Cairn puts it into that prompt.
import { listAt, recordAt, textAt } from "../../model/fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { HostEvents } from "./event.ts"
import type { Services } from "./services.ts"
import type { Turns } from "./turns.ts"

/** `begun` is called before anything is awaited: the host shows the conversation right after this hook. */
export function compacting(runtime: Runtime, services: Services, begun: (sessionID: string) => void) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(input, "sessionID")
    const entries = listAt(output, "context")
    if (!sessionID || !entries)
      return void runtime.features.off("compaction", "session.compacting hands over no session and context")
    if (services.isOwn(sessionID)) return undefined
    begun(sessionID)
    const moments = await runtime.moments()
    const context = (await moments?.compactionBegun({ sessionID, conversation: [], takesSummary: false }))?.context
    if (context === undefined) return undefined
    const prompt = textAt(output, "prompt")
    if (prompt === undefined) return () => void entries.push(context)
    runtime.features.off("summary-template", "another plugin replaces the host's prompt for compactions")
    return () => {
      ;(output as { prompt: string }).prompt = `${prompt}\n\n${context}`
    }
  }
}

/** Called before OpenCode sends itself the message to go on after an automatic compaction. */
export function autocontinue(runtime: Runtime, services: Services, turns: Turns, events: HostEvents) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(input, "sessionID")
    const answer = recordAt(output)
    if (!sessionID || !answer)
      return void runtime.features.off("autocontinue", "compaction.autocontinue hands over no session and answer")
    if (services.isOwn(sessionID)) return undefined
    // The end of the last step is reported in an event that may still be queued.
    const [moments] = await Promise.all([runtime.moments(), events.settled()])
    const may = await moments?.mayContinue({ sessionID, turnIsOver: turns.isOver(sessionID) })
    if (may !== false) return undefined
    return () => {
      answer.enabled = false
    }
  }
}
