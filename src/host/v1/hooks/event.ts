// OpenCode's events. They are not awaited by the host and lag behind hooks, so nothing a prompt depends on is learnt here first.
import type { AssistantMessage, Event } from "@opencode-ai/sdk"
import type { App } from "../../../app.ts"
import { modelResponded, sessionDeleted, wentIdle } from "../../../flows/session-moments.ts"
import { limitsOf } from "../model-limits.ts"
import type { Context } from "../plugin.ts"

export function hostEvent({ app }: Context) {
  return async ({ event }: { event: Event }): Promise<undefined> => {
    const handle = handlers[event.type]
    if (!handle) return
    const opened = await app()
    if (opened) await handle(opened, event as never)
  }
}

const handlers: { [type: string]: ((app: App, event: never) => void | Promise<void>) | undefined } = {
  "message.updated": (app, event: { properties: { info: AssistantMessage } }) => {
    const { info } = event.properties
    if (info.role !== "assistant" || !info.time.completed) return
    const { input, output, cache, total } = info.tokens as AssistantMessage["tokens"] & { total?: number }
    const tokens = { total, input, output, cacheRead: cache.read, cacheWrite: cache.write }
    modelResponded(app, info.sessionID, tokens, limitsOf(info.providerID, info.modelID))
  },
  "session.idle": (app) => wentIdle(app),
  "session.deleted": (app, event: { properties: { info: { id: string } } }) =>
    sessionDeleted(app, event.properties.info.id),
}
