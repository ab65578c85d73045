// OpenCode 1 is about to summarise a session. What Cairn has to say is appended to the host's own prompt: replacing that prompt would lose the
// previous summary. If another plugin has replaced it, the host drops what was to be appended, so Cairn puts it into that prompt.

import { setTimeout as sleep } from "node:timers/promises"
import type { PluginInput } from "@opencode-ai/plugin"
import { ANSWER_MS, within } from "../../model/deadline.ts"
import { messageOf } from "../../model/errors.ts"
import { listAt, recordAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { HostEvents } from "./event.ts"
import type { Services } from "./services.ts"

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

/** Whether a session's turn is over: OpenCode 1 makes a session continue by itself even when there is nothing to continue. */
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

type Client = PluginInput["client"]

const LOOKS = 40
const LOOK_MS = 25

/**
 * Makes OpenCode 1 compact in the middle of a turn. The call is never awaited: the host answers it when the turn is over, and the turn waits for the
 * tool that made it. But the request is put into the conversation at once, and only a step that begins after that follows it. Resolves when it is
 * there, or the host takes too long to put it there.
 */
export async function askToCompact(client: Client, sessionID: string, failed: (why: string) => void): Promise<void> {
  const { data: session } = await client.session.get({ path: { id: sessionID } })
  const [providerID, modelID] = [textAt(session, "model", "providerID"), textAt(session, "model", "id")]
  if (!providerID || !modelID) throw new Error("the host does not say which model the session uses")
  // The client's types do not know `auto`; without it the turn would end with the summary.
  const body = { providerID, modelID, auto: true }
  client.session.summarize({ path: { id: sessionID }, body }).then(
    ({ error }) => error && failed(`the host refused to compact: ${JSON.stringify(error)}`),
    (error) => failed(`the host could not be asked to compact: ${messageOf(error)}`),
  )
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS)
    const answer = await within(ANSWER_MS, client.session.messages({ path: { id: sessionID }, query: { limit: 2 } }))
    if ((listAt(answer, "data") ?? []).some(isWish)) return
  }
}

function isWish(message: unknown): boolean {
  return (listAt(message, "parts") ?? []).some((part) => textAt(part, "type") === "compaction")
}
