// OpenCode 2's events: a stream the plugin reads. They lag behind hooks, so nothing a prompt depends on is learnt here first.
import type { Moments } from "../../flows/contract.ts"
import { messageOf } from "../../model/errors.ts"
import { functionAt, numberAt, textAt } from "../fields.ts"
import { RecentMap } from "../recent-map.ts"
import type { Runtime } from "../runtime.ts"
import type { Models } from "./models.ts"
import type { V2Context } from "./plugin.ts"

type Handler = (moments: Moments, sessionID: string, data: unknown) => Promise<unknown> | undefined

const EVENT_MS = 2000

/** Gives what ends it. */
export function followEvents(
  ctx: V2Context,
  runtime: Runtime,
  models: Models,
  reported: Map<string, true>,
): () => void {
  const { features } = runtime
  const stream = functionAt(ctx, "event", "subscribe")?.()
  if (!isStream(stream)) {
    features.off("events", "the host has no stream of events")
    return () => undefined
  }
  const { handles, handle } = eventHandler(runtime, models, reported, textAt(ctx, "location", "directory"))
  const guarded = runtime.guarded("event", EVENT_MS, handle)
  const events = stream[Symbol.asyncIterator]()
  let ended = false
  void (async () => {
    for (let next = await events.next(); !ended; next = await events.next()) {
      if (next.done) throw new Error("it ended")
      if (handles(next.value)) await guarded(next.value)
    }
  })().catch((error) => {
    if (!ended) features.off("events", `the stream of events broke: ${messageOf(error)}`)
  })
  return () => {
    ended = true
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
}

/** Most events are pieces of text of some session somewhere: `handles` tells at a glance which are for Cairn. */
function eventHandler(runtime: Runtime, models: Models, reported: Map<string, true>, directory: string | undefined) {
  const handlers = handlersFor(models, reported)
  return {
    handles(event: unknown): boolean {
      const place = textAt(event, "location", "directory")
      const isHere = place === undefined || directory === undefined || place === directory
      return isHere && handlers.has(textAt(event, "type") ?? "") && textAt(event, "data", "sessionID") !== undefined
    },
    async handle(event: unknown): Promise<undefined> {
      const moments = await runtime.moments()
      const { data } = event as { data: unknown }
      if (moments) await handlers.get(textAt(event, "type") ?? "")?.(moments, textAt(data, "sessionID") ?? "", data)
    },
  }
}

function handlersFor(models: Models, reported: Map<string, true>): Map<string, Handler> {
  const toolNames = new RecentMap<string, string>()
  const idle: Handler = (moments, sessionID) => moments.wentIdle({ sessionID })
  return new Map<string, Handler>([
    [
      "session.step.ended",
      (moments, sessionID, data) =>
        moments.stepEnded({
          sessionID,
          tokens: {
            input: numberAt(data, "tokens", "input"),
            // The host counts what the model thought as well.
            output: (numberAt(data, "tokens", "output") ?? 0) + (numberAt(data, "tokens", "reasoning") ?? 0),
            cacheRead: numberAt(data, "tokens", "cache", "read"),
            cacheWrite: numberAt(data, "tokens", "cache", "write"),
          },
          usable: models.usableOf(sessionID),
        }),
    ],
    [
      "session.tool.input.started",
      (_moments, _sessionID, data) => {
        const [callID, name] = [textAt(data, "id"), textAt(data, "name") ?? textAt(data, "tool")]
        if (callID && name) toolNames.set(callID, name)
        return undefined
      },
    ],
    [
      "session.tool.failed",
      (moments, sessionID, data) => {
        const callID = textAt(data, "id")
        const tool = toolNames.get(callID ?? "")
        if (!callID || !tool || reported.has(callID)) return undefined
        return moments.toolEnded({
          sessionID,
          callID,
          tool,
          args: {},
          ok: false,
          output: textAt(data, "error", "message") ?? "",
        })
      },
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
  return functionAt(value, Symbol.asyncIterator) !== undefined
}
