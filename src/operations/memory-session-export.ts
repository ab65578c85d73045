import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import type { PastView } from "../past/past.ts"
import type { PastMessage, PastSession } from "../past/past-session.ts"
import { asSessionData } from "../prompt/escape.ts"
import { localMinute, timeZone } from "../text/local-time.ts"
import { type Ask, type Audience, type Operation, operation, textArg } from "./operation.ts"
import { MAX_ANSWER_BYTES, quotedPage } from "./page.ts"
import { choiceArg, LOOKS_BACK, lookBack, meantSession, messagesAt, originOfMessages } from "./past-access.ts"
import { bodyOf, gapLines, nameText, pastRemark, titleText } from "./past-text.ts"

const FORMATS = ["markdown", "json"] as const

export const memorySessionExport: Operation = operation({
  name: "memory_session_export",
  summary: "Export a session as markdown or json.",
  ...LOOKS_BACK,
  input: { sessionId: textArg(200, 1), format: choiceArg(FORMATS) },
  ids: ["sessionId"],
  internal: ["session.titleMark", "messages.mayHaveFailed"],
  run: (ask, { sessionId, format }) =>
    lookBack(ask, async (view) => {
      const session = meantSession(ask, view, sessionId)
      const { places, damaged } = view.placesAndGaps(session)
      const found = await messagesAt(view, session, places)
      const { messages } = found
      return {
        ...{ session, messages },
        json: format === "json" ? jsonFor(ask, view, session) : undefined,
        gaps: gapLines(damaged + found.damaged, view.faults),
        origin: originOfMessages(ask.app, messages),
      }
    }),
  origin: ({ origin }) => origin,
  toText: ({ json, session, messages, gaps }, audience) => json ?? markdownText(session, messages, gaps, audience),
})

/** An agent gets all of it or nothing: half an export is no use to anybody. */
function jsonFor({ by }: Ask, view: PastView, session: PastSession): string {
  const text = JSON.stringify(withoutTags(view.hostFormat(session)), null, by === "agent" ? 0 : 2)
  const bytes = Buffer.byteLength(text)
  if (by === "person" || bytes <= MAX_ANSWER_BYTES) return text
  throw new CairnError(
    "too_long",
    `the export has ${bytes} bytes, more than an answer holds`,
    `the user can run: ${ownCommand(`session-export ${session.id} --format json > session.json`)}`,
  )
}

function withoutTags(value: unknown): unknown {
  if (typeof value === "string") return asSessionData(value)
  if (Array.isArray(value)) return value.map(withoutTags)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [asSessionData(key), withoutTags(one)]))
}

const MAX_FOLDER = 1000

function markdownText(
  session: PastSession,
  messages: readonly PastMessage[],
  gaps: readonly string[],
  audience: Audience,
): string {
  const { id, directory, created, updated, model } = session
  const head = [
    `# ${titleText(session, 200)}`,
    [
      `- session: ${id}`,
      `- folder: ${nameText(directory, MAX_FOLDER)}`,
      `- time: ${localMinute(created)} to ${localMinute(updated)} (${timeZone()})`,
      ...(model === undefined ? [] : [`- model: ${nameText(model)}`]),
    ].join("\n"),
  ]
  const blocks = messages.map((message) => `## ${HEADS[message.role]}, ${localMinute(message.at)}\n\n${said(message)}`)
  const text = [...head, ...blocks, ...gaps].join("\n\n")
  if (audience === "person") return text
  // For an agent it is a quotation like any other text from the past.
  const page = quotedPage(text)
  const rest = page.to < page.rows ? "\n… cut: memory_messages reads the rest" : ""
  return `Session ${id} as markdown. ${pastRemark(audience)}\n${page.text}${rest}`
}

const HEADS = { user: "User", assistant: "Assistant", summary: "Summary of a compaction" } as const

function said(message: PastMessage): string {
  return message.parts
    .map((part) => {
      const text = bodyOf({ ...message, parts: [part] }, true)
      return part.kind === "text" ? text : fenced(text)
    })
    .join("\n\n")
}

/** Uses more backticks than any run of them inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((ticks) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
