// OpenCode's events. The host does not wait for them, and they come in floods. They are handled one after another, in the order they came. A copied
// session is reported like a new conversation, all at once; so only what was seen to begin counts as happening now.
import type { Moments } from "../../flows/contract.ts"
import { fieldAt, numberAt, textAt, tried } from "../../model/fields.ts"
import { firstTime, RecentMap } from "../../model/recent-map.ts"
import type { Runtime } from "../runtime.ts"
import type { Turns } from "./compaction.ts"
import { modelKey } from "./models.ts"
import type { Services } from "./services.ts"
import { failedTool } from "./tool-result.ts"

type Handler = (moments: Moments, sessionID: string, properties: unknown) => Promise<unknown> | undefined

export type HostEvents = ReturnType<typeof hostEvents>

const EVENT_MS = 2000
/** What follows it does not wait for it: there is work that is kept for this moment. */
const IDLE = "session.idle"

export function hostEvents(runtime: Runtime, services: Services, turns: Turns) {
  const handlers = handlersFor(runtime, services, turns)
  let last = Promise.resolve()

  const handle = runtime.guarded("event", EVENT_MS, async (type: string, properties: unknown) => {
    const sessionID = sessionOf(properties)
    if (sessionID === undefined || services.isOwn(sessionID)) return undefined
    const moments = await runtime.moments()
    if (moments) await handlers.get(type)?.(moments, sessionID, properties)
    return undefined
  })

  return {
    async hear(input: unknown): Promise<void> {
      const event = readEvent(input)
      if (event === undefined) return runtime.features.off("events", "an event has no type")
      const { type, properties } = event
      // At once: a hook may ask about the session before its event's turn comes. What cannot be looked at is logged when it comes.
      if (type === "session.created") tried(() => services.meet(fieldAt(properties, "info")))
      if (!handlers.has(type) || event.isUnfinished) return
      const handled = last.then(() => handle(type, properties))
      if (type !== IDLE) last = handled
      await handled
    },
    /** Everything that the host has reported so far is handled. It reports events as they happen, so what led to a hook is reported before it. */
    settled: () => last,
  }
}

/** Undefined for anything that is not an event, even if looking at it throws. */
function readEvent(input: unknown) {
  return tried(() => {
    const type = textAt(input, "event", "type")
    const properties = fieldAt(input, "event", "properties")
    const isUnfinished = type === "message.part.updated" && !isFinished(properties)
    return type === undefined ? undefined : { type, properties, isUnfinished }
  })
}

function sessionOf(properties: unknown): string | undefined {
  return (
    textAt(properties, "sessionID") ??
    textAt(properties, "info", "sessionID") ??
    textAt(properties, "part", "sessionID") ??
    textAt(properties, "info", "id")
  )
}

/** A complete text or a failed tool, out of all the states a part goes through. */
function isFinished(properties: unknown): boolean {
  return (
    numberAt(properties, "part", "time", "end") !== undefined ||
    textAt(properties, "part", "state", "status") === "error"
  )
}

function handlersFor({ features }: Runtime, services: Services, turns: Turns): Map<string, Handler> {
  /** Messages of the assistant that were seen to begin, and whether each is a compaction's summary. */
  const begun = new RecentMap<string, boolean>()
  /** A session's newest summary: its message, and its texts by their ids. */
  const summaries = new RecentMap<string, { readonly of: string; readonly texts: Map<string, string> }>()
  const isNews = firstTime()

  const messageUpdated: Handler = (moments, sessionID, properties) => {
    const info = fieldAt(properties, "info")
    const messageID = textAt(info, "id")
    if (textAt(info, "role") !== "assistant" || !messageID) return undefined
    if (numberAt(info, "time", "completed") === undefined) {
      begun.set(messageID, fieldAt(info, "summary") === true)
      return undefined
    }
    if (!begun.has(messageID) || !isNews(messageID)) return undefined
    if (begun.get(messageID))
      return hasFailed(info) ? moments.compactionFailed({ sessionID, endedTurn: true }) : undefined
    turns.stepEnded(sessionID, textAt(info, "finish"))
    return stepEnded(moments, info, services)
  }

  const partUpdated: Handler = (moments, sessionID, properties) => {
    const part = fieldAt(properties, "part")
    const [id, messageID] = [textAt(part, "id"), textAt(part, "messageID")]
    const isSummary = begun.get(messageID ?? "")
    if (!id || !messageID || isSummary === undefined) return undefined
    const failed = failedTool(part)
    if (failed) return isNews(failed.callID) ? moments.toolEnded(failed) : undefined
    const text = textAt(part, "type") === "text" ? textAt(part, "text") : undefined
    if (!text) return undefined
    if (!isSummary) return isNews(id) ? moments.assistantSpoke({ sessionID, messageID, text }) : undefined
    if (summaries.get(sessionID)?.of !== messageID) summaries.set(sessionID, { of: messageID, texts: new Map() })
    summaries.get(sessionID)?.texts.set(id, text)
    return undefined
  }

  const handlers: Readonly<Record<string, Handler>> = {
    async "session.created"(_moments, _sessionID, properties) {
      features.knowVersion(textAt(properties, "info", "version"))
      services.forks.created(fieldAt(properties, "info"))
    },
    "message.updated": messageUpdated,
    "message.part.updated": partUpdated,
    "message.removed"(moments, sessionID, properties) {
      const messageID = textAt(properties, "messageID")
      return messageID ? moments.reverted({ sessionID, messageID, andAfter: false }) : undefined
    },
    "session.compacted"(moments, sessionID) {
      const texts = summaries.get(sessionID)?.texts
      summaries.delete(sessionID)
      return moments.compacted({ sessionID, summary: texts && [...texts.values()].join("\n") })
    },
    [IDLE]: (moments, sessionID) => moments.wentIdle({ sessionID }),
    "session.deleted": (moments, sessionID) => moments.sessionDeleted({ sessionID }),
  }
  return new Map(Object.entries(handlers))
}

/** Someone who stops a compaction knows that it did not happen. */
function hasFailed(info: unknown): boolean {
  const error = fieldAt(info, "error")
  return error !== undefined && textAt(error, "name") !== "MessageAbortedError"
}

function stepEnded(moments: Moments, info: unknown, { models }: Services): Promise<void> {
  const model = modelKey(textAt(info, "providerID"), textAt(info, "modelID"))
  return moments.stepEnded({
    sessionID: textAt(info, "sessionID") ?? "",
    messageID: textAt(info, "id"),
    tokens: {
      total: numberAt(info, "tokens", "total"),
      input: numberAt(info, "tokens", "input"),
      output: numberAt(info, "tokens", "output"),
      cacheRead: numberAt(info, "tokens", "cache", "read"),
      cacheWrite: numberAt(info, "tokens", "cache", "write"),
    },
    model,
    window: models.windowOf(model),
  })
}
