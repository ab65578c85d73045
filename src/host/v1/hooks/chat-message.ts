// A user message arrives, before it is stored. Nothing is added to it here; it is the moment to look at the disk and at who is asking.
import { userSpoke } from "../../../flows/session-moments.ts"
import { showNotices } from "../notices.ts"
import type { Context } from "../plugin.ts"
import { learnParent } from "../session-parent.ts"

export function chatMessage(context: Context) {
  return async (input: { sessionID: string }): Promise<undefined> => {
    const { app, notices } = await context.opened()
    showNotices(context, notices)
    if (!app) return
    await Promise.all([learnParent(context, app, input.sessionID), userSpoke(app)])
  }
}
