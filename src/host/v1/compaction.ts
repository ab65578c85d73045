// OpenCode 1 is about to summarise a session. What Cairn has to say is appended to the host's own prompt: replacing that prompt would lose
// the summary before this one.
import { listAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { Services } from "./services.ts"

export function compacting(runtime: Runtime, services: Services) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(input, "sessionID")
    const entries = listAt(output, "context")
    if (!sessionID || !entries)
      return void runtime.features.off("compaction", "session.compacting hands over no session and context")
    if (services.isOwn(sessionID)) return undefined
    const context = (await (await runtime.moments())?.compactionBegun({ sessionID }))?.context
    return context === undefined ? undefined : () => void entries.push(context)
  }
}
