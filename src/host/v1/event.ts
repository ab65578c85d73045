// OpenCode's events. They are not awaited by the host and lag behind hooks, so nothing a prompt depends on is learnt here first.
import type { Moments } from "../../flows/contract.ts"
import { numberAt, textAt } from "../fields.ts"
import { RecentMap } from "../recent-map.ts"
import type { Runtime } from "../runtime.ts"
import type { Models } from "./models.ts"
import type { Services } from "./services.ts"
import { failedTool } from "./tool-result.ts"

type Handler = (moments: Moments, properties: unknown) => Promise<unknown> | undefined

export function hostEvent(runtime: Runtime, services: Services, models: Models) {
  const handlers = handlersFor(runtime, models)
  return async (input: unknown): Promise<undefined> => {
    const type = textAt(input, "event", "type")
    if (type === undefined) return void runtime.features.off("events", "an event has no type")
    const handle = handlers.get(type)
    if (!handle) return
    const { properties } = (input as { event: { properties?: unknown } }).event
    const sessionID = sessionOf(properties)
    if (sessionID === undefined || services.isOwn(sessionID)) return
    const moments = await runtime.moments()
    if (moments) await handle(moments, properties)
  }
}

function sessionOf(properties: unknown): string | undefined {
  return (
    textAt(properties, "sessionID") ??
    textAt(properties, "info", "sessionID") ??
    textAt(properties, "part", "sessionID") ??
    textAt(properties, "info", "id")
  )
}

function handlersFor({ features }: Runtime, models: Models): Map<string, Handler> {
  const failures = new RecentMap<string, true>()
  const about = (properties: unknown) => ({ sessionID: sessionOf(properties) as string })
  return new Map<string, Handler>([
    ["session.created", async (_moments, properties) => features.knowVersion(textAt(properties, "info", "version"))],
    ["message.updated", (moments, properties) => stepEnded(moments, properties, models)],
    [
      "message.part.updated",
      (moments, properties) => {
        const failed = failedTool((properties as { part?: unknown }).part)
        if (!failed || failures.has(failed.callID)) return undefined
        failures.set(failed.callID, true)
        return moments.toolEnded(failed)
      },
    ],
    [
      "message.removed",
      (moments, properties) => {
        const fromMessageID = textAt(properties, "messageID")
        return fromMessageID ? moments.reverted({ ...about(properties), fromMessageID }) : undefined
      },
    ],
    ["session.compacted", (moments, properties) => moments.compacted(about(properties))],
    ["session.idle", (moments, properties) => moments.wentIdle(about(properties))],
    ["session.deleted", (moments, properties) => moments.sessionDeleted(about(properties))],
  ])
}

function stepEnded(moments: Moments, properties: unknown, models: Models): Promise<void> | undefined {
  const { info } = properties as { info?: unknown }
  if (textAt(info, "role") !== "assistant" || numberAt(info, "time", "completed") === undefined) return undefined
  return moments.stepEnded({
    sessionID: textAt(info, "sessionID") ?? "",
    tokens: {
      total: numberAt(info, "tokens", "total"),
      input: numberAt(info, "tokens", "input"),
      output: numberAt(info, "tokens", "output"),
      cacheRead: numberAt(info, "tokens", "cache", "read"),
      cacheWrite: numberAt(info, "tokens", "cache", "write"),
    },
    usable: models.usableOf(textAt(info, "providerID"), textAt(info, "modelID")),
  })
}
