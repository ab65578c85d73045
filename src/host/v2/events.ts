// OpenCode 2's events: a stream that the plugin reads. They lag behind hooks, so nothing that a prompt depends on is learnt here first.
import type { Moments } from "../../flows/contract.ts"
import { messageOf } from "../../model/errors.ts"
import { fieldAt, functionAt, numberAt, textAt, tried } from "../../model/fields.ts"
import { firstTime, RecentMap } from "../../model/recent-map.ts"
import { firstName } from "../../model/tool-name.ts"
import type { Runtime } from "../runtime.ts"
import type { Models } from "./models.ts"
import type { V2Context } from "./plugin.ts"
import type { Reverts } from "./reverts.ts"
import { forkOf } from "./user-message.ts"

type Handler = (moments: Moments, sessionID: string, data: unknown) => Promise<unknown> | undefined

const EVENT_MS = 2000
/** What follows it does not wait for it: there is work that is kept for the moment a session goes idle. */
const IDLE = /^session\.execution\.(succeeded|failed|interrupted)$/

/** Returns a function that ends it. */
export function followEvents(
  ctx: V2Context,
  runtime: Runtime,
  models: Models,
  reported: Map<string, true>,
  reverts: Reverts,
): () => void {
  const { features } = runtime
  const stream = functionAt(ctx, "event", "subscribe")?.()
  if (!isStream(stream)) {
    features.off("events", "the host has no stream of events")
    return () => undefined
  }
  const handlers = handlersFor(models, reported, reverts)
  const directory = textAt(ctx, "location", "directory")
  const handle = runtime.guarded("event", EVENT_MS, async (event: unknown) => {
    const moments = await runtime.moments()
    const { data } = event as { data: unknown }
    if (moments) await handlers.get(typeOf(event))?.(moments, textAt(data, "sessionID") ?? "", data)
    return undefined
  })
  const events = stream[Symbol.asyncIterator]()
  let ended = false
  void (async () => {
    for (let next = await events.next(); !ended; next = await events.next()) {
      if (next.done) throw new Error("it ended")
      // Most events are pieces of text of some session somewhere.
      if (!handlers.has(typeOf(next.value)) || !isFor(directory, next.value)) continue
      const handled = handle(next.value)
      if (!IDLE.test(typeOf(next.value))) await handled
    }
  })().catch((error) => {
    if (!ended) features.off("events", `the stream of events broke: ${messageOf(error)}`)
  })
  return () => {
    ended = true
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
}

function isFor(directory: string | undefined, event: unknown): boolean {
  const isOurs = tried(() => {
    const place = textAt(event, "location", "directory") ?? directory
    return (directory === undefined || place === directory) && textAt(event, "data", "sessionID") !== undefined
  })
  return isOurs === true
}

/** Empty if looking at it throws: one bad event must not end the stream. */
function typeOf(event: unknown): string {
  return tried(() => textAt(event, "type")) ?? ""
}

type Handlers = Readonly<Record<string, Handler>>

function handlersFor(models: Models, reported: Map<string, true>, reverts: Reverts): Map<string, Handler> {
  const all = { ...answerHandlers(models), ...toolHandlers(reported), ...runHandlers, ...conversationHandlers(reverts) }
  return new Map(Object.entries(all))
}

/** What the model said, and what it cost. */
function answerHandlers(models: Models): Handlers {
  const isNews = firstTime()
  return {
    "session.step.ended"(moments, sessionID, data) {
      const messageID = textAt(data, "assistantMessageID")
      if (messageID && !isNews(messageID)) return undefined
      const tokens = {
        input: numberAt(data, "tokens", "input"),
        // The host also counts the model's reasoning.
        output: (numberAt(data, "tokens", "output") ?? 0) + (numberAt(data, "tokens", "reasoning") ?? 0),
        cacheRead: numberAt(data, "tokens", "cache", "read"),
        cacheWrite: numberAt(data, "tokens", "cache", "write"),
      }
      const model = models.lastOf(sessionID) || undefined
      return moments.stepEnded({ sessionID, messageID, tokens, model, window: models.windowOf(model ?? "") })
    },
    "session.text.ended"(moments, sessionID, data) {
      const [messageID, text] = [textAt(data, "assistantMessageID"), textAt(data, "text")]
      if (!messageID || !text || !isNews(`${messageID} ${numberAt(data, "ordinal")}`)) return undefined
      return moments.assistantSpoke({ sessionID, messageID, text })
    },
  }
}

function toolHandlers(reported: Map<string, true>): Handlers {
  const toolNames = new RecentMap<string, string>()
  return {
    "session.tool.input.started"(_moments, _sessionID, data) {
      const [callID, name] = [textAt(data, "id"), textAt(data, "name") ?? textAt(data, "tool")]
      if (callID && name) toolNames.set(callID, firstName(name))
      return undefined
    },
    "session.tool.failed"(moments, sessionID, data) {
      const callID = textAt(data, "id")
      const tool = toolNames.get(callID ?? "")
      if (!callID || !tool || reported.has(callID)) return undefined
      const output = textAt(data, "error", "message") ?? ""
      return moments.toolEnded({ sessionID, callID, tool, args: {}, ok: false, output, files: [] })
    },
  }
}

const stopped: Handler = (moments, sessionID) => moments.wentIdle({ sessionID, wasStopped: true })

/** A turn or a compaction ends, well or not. */
const runHandlers: Handlers = {
  "session.execution.succeeded": (moments, sessionID) => moments.wentIdle({ sessionID }),
  "session.execution.failed": stopped,
  "session.execution.interrupted": stopped,
  "session.compaction.ended": (moments, sessionID, data) =>
    moments.compacted({ sessionID, summary: textAt(data, "text") }),
  "session.compaction.failed"(moments, sessionID, data) {
    if (textAt(data, "error", "type") === "aborted") return undefined
    // A compaction that a person asked for ends no turn.
    return moments.compactionFailed({ sessionID, endedTurn: textAt(data, "reason") === "auto" })
  },
}

/** The conversation itself is reverted, copied or deleted. */
function conversationHandlers(reverts: Reverts): Handlers {
  return {
    "session.revert.staged": async (_moments, sessionID, data) =>
      reverts.staged(sessionID, textAt(data, "revert", "messageID") ?? ""),
    "session.revert.committed"(moments, sessionID, data) {
      const messageID = textAt(data, "to")
      return messageID ? reverts.committed(moments, sessionID, messageID) : undefined
    },
    "session.inbox.cancelled"(moments, sessionID, data) {
      const messageID = textAt(data, "inboxID")
      return messageID ? moments.reverted({ sessionID, messageID, andAfter: false }) : undefined
    },
    "session.forked"(moments, sessionID, data) {
      const fork = forkOf(sessionID, textAt(data, "parentID"), fieldAt(data, "boundary"))
      return fork ? moments.forked(fork) : undefined
    },
    "session.deleted": (moments, sessionID) => moments.sessionDeleted({ sessionID }),
  }
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return functionAt(value, Symbol.asyncIterator) !== undefined
}
