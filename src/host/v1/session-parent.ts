// Whether a session is a subagent's. The event that would tell comes after the hooks that need to know, so the host is asked.
import type { App } from "../../app.ts"
import type { Context } from "./plugin.ts"

export async function learnParent({ client }: Context, app: App, sessionID: string): Promise<void> {
  const session = app.sessions.get(sessionID)
  if (session.isSubagent !== undefined) return
  const { data } = await client.session.get({ path: { id: sessionID } })
  if (data) session.isSubagent = data.parentID !== undefined
}
