// A user message: what it asks to keep in mind is kept, and what changed since the model was last told rides along as its tail.
import type { App } from "../app.ts"
import { userDirectives } from "../capture/directives.ts"
import { fromUserText } from "../capture/extract.ts"
import { PRIVATE_MARK, withoutPrivateText } from "../capture/private-text.ts"
import { ownLines, sentencesOf } from "../capture/user-text.ts"
import { renderTail } from "../recall/news.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { mentioned } from "../session/mentions.ts"
import { workingItems } from "../session/working-memory.ts"
import type { SessionState } from "../sessions.ts"
import { hasPrefix, willRender } from "./build-prefix.ts"
import type { UserSpoke } from "./contract.ts"
import { catchUp, keep } from "./keeping.ts"
import { tellNews } from "./news.ts"
import { contextLines } from "./pressure.ts"

/** Of a request, enough to know what it is about. */
const MAX_REQUEST = 4000
const LEAST_REQUEST = 30

/** Gives the tail. */
export function hearUser(app: App, session: SessionState, moment: UserSpoke): string | undefined {
  const { messageID, text } = moment
  // A subagent's user is its caller.
  if (session.parent || isOwn(session, text)) return undefined
  catchUp(app, session)
  if (moment.isFirst) session.firstTurn = messageID
  session.nextTurn = messageID
  // "go on" asks for what was asked before.
  if (text.length >= LEAST_REQUEST || session.request === undefined) session.request = text.slice(0, MAX_REQUEST)
  const said = whatUserSaid(app, session, withoutPrivateText(text).replaceAll(PRIVATE_MARK, " "), messageID)
  keep(app, session, [{ kind: "turn" }, ...said], messageID)
  return messageID === undefined || moment.isFirst ? undefined : tailFor(app, session, messageID)
}

/** Cairn's own message to an idle agent comes the same way as the user's. */
function isOwn(session: SessionState, text: string): boolean {
  const own = session.ownPrompt?.trim()
  if (own !== undefined && text.trim() === own) return true
  session.ownPrompt = undefined
  return false
}

function whatUserSaid(app: App, session: SessionState, text: string, messageID = ""): MemoryEvent[] {
  const directives = userDirectives(sentencesOf(ownLines(text))).map(
    (said) => ({ kind: "directive", text: said }) as const,
  )
  if (!app.config.workingMemory) return directives
  const named = mentioned(workingItems(app.journal.read(session.id).working), text)
  return [
    ...directives,
    ...(named.length > 0 ? [{ kind: "mention", texts: named, in: messageID } as const] : []),
    ...fromUserText(text, app.config).map((finding) => ({ kind: "item", ...finding }) as const),
  ]
}

/** A prompt that shows everything anew needs no news. */
function tailFor(app: App, session: SessionState, messageID: string): string | undefined {
  if (!app.config.tail || !hasPrefix(app, session)) return undefined
  const news = willRender(app, session) ? [] : tellNews(app, session, messageID)
  const lines = [...contextLines(app, session, news.length > 0), ...news]
  return lines.length === 0 ? undefined : renderTail(lines)
}
