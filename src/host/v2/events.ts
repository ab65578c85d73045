// OpenCode 2's events: a stream the plugin reads. They lag behind hooks, so nothing a prompt depends on is learnt here first.
import type { Moments } from "../../flows/contract.ts"
import { messageOf } from "../../model/errors.ts"
import { functionAt, numberAt, textAt } from "../fields.ts"
import type { Runtime } from "../runtime.ts"
import type { Models } from "./models.ts"
import type { V2Context } from "./plugin.ts"

type Handler = (moments: Moments, sessionID: string, data: unknown) => Promise<unknown> | undefined

const EVENT_MS = 2000

/** Gives what ends it. */
export function followEvents(ctx: V2Context, runtime: Runtime, models: Models): () => void {
  const { features } = runtime
  const stream = functionAt(ctx, "event", "subscribe")?.()
  if (!isStream(stream)) {
    features.off("events", "the host has no stream of events")
    return () => undefined
  }
  const handle = runtime.guarded("event", EVENT_MS, hostEvent(runtime, models, textAt(ctx, "location", "directory")))
  const events = stream[Symbol.asyncIterator]()
  let ended = false
  void (async () => {
    for (let next = await events.next(); !next.done && !ended; next = await events.next()) await handle(next.value)
  })().catch((error) => {
    if (!ended) features.off("events", `the stream of events broke: ${messageOf(error)}`)
  })
  return () => {
    ended = true
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
}

export function hostEvent(runtime: Runtime, models: Models, directory: string | undefined) {
  const handlers = handlersFor(models)
  return async (event: unknown): Promise<undefined> => {
    const place = textAt(event, "location", "directory")
    if (place !== undefined && directory !== undefined && place !== directory) return
    const handler = handlers.get(textAt(event, "type") ?? "")
    const sessionID = textAt(event, "data", "sessionID")
    if (!handler || sessionID === undefined) return
    const moments = await runtime.moments()
    if (moments) await handler(moments, sessionID, (event as { data: unknown }).data)
  }
}

function handlersFor(models: Models): Map<string, Handler> {
  const idle: Handler = (moments, sessionID) => moments.wentIdle({ sessionID })
  return new Map<string, Handler>([
    [
      "session.step.ended",
      (moments, sessionID, data) =>
        moments.stepEnded({
          sessionID,
          tokens: {
            input: numberAt(data, "tokens", "input"),
            output: numberAt(data, "tokens", "output"),
            cacheRead: numberAt(data, "tokens", "cache", "read"),
            cacheWrite: numberAt(data, "tokens", "cache", "write"),
          },
          usable: models.usableOf(sessionID),
        }),
    ],
    ["session.execution.succeeded", idle],
    ["session.execution.failed", idle],
    ["session.execution.interrupted", idle],
    ["session.compaction.ended", (moments, sessionID) => moments.compacted({ sessionID })],
    [
      "session.revert.committed",
      (moments, sessionID, data) => {
        const fromMessageID = textAt(data, "to")
        return fromMessageID ? moments.reverted({ sessionID, fromMessageID }) : undefined
      },
    ],
    ["session.deleted", (moments, sessionID) => moments.sessionDeleted({ sessionID })],
  ])
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return value !== null && typeof value === "object" && Symbol.asyncIterator in value
}
