// Makes OpenCode 1 compact in the middle of a turn. The call is never awaited: the host answers it when the turn is over, and the turn waits for
// the tool that made it. But the request is put into the conversation at once, and only a step that begins after that follows it.
import { setTimeout as sleep } from "node:timers/promises"
import type { PluginInput } from "@opencode-ai/plugin"
import { messageOf } from "../../model/errors.ts"
import { listAt, textAt } from "../../model/fields.ts"
import { ANSWER_MS, within } from "../../model/within.ts"

type Client = PluginInput["client"]
type Model = { providerID: string; modelID: string }

const LOOKS = 40
const LOOK_MS = 25

/** Resolves when the request is in the conversation, or the host takes too long to put it there. */
export async function askToCompact(client: Client, sessionID: string, failed: (why: string) => void): Promise<void> {
  const { data: session } = await client.session.get({ path: { id: sessionID } })
  const [providerID, modelID] = [textAt(session, "model", "providerID"), textAt(session, "model", "id")]
  if (!providerID || !modelID) throw new Error("the host does not say which model the session uses")
  // The client's types do not know `auto`; without it the turn would end with the summary.
  const body: Model & { auto: boolean } = { providerID, modelID, auto: true }
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
