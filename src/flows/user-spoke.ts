// A user message: what it asks to keep in mind is kept, and what changed since the model was last told rides along as its tail.
import type { App } from "../app.ts"
import { fromUserText } from "../capture/extract.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { mentioned } from "../session/mentions.ts"
import type { SessionState } from "../session/sessions.ts"
import { workingItems } from "../session/working-memory.ts"
import { hasPrefix, willRender } from "./build-prefix.ts"
import type { UserSpoke } from "./contract.ts"
import { keep } from "./keeping.ts"
import { tellNews } from "./news.ts"

/** Gives the tail. */
export function hearUser(app: App, session: SessionState, { messageID, text }: UserSpoke): string | undefined {
  // A subagent's user is its caller.
  if (session.parent) return undefined
  session.turn = messageID
  keep(app, session, [{ kind: "turn" }, ...whatUserSaid(app, session, text, messageID)])
  return messageID === undefined ? undefined : tailFor(app, session, messageID)
}

function whatUserSaid(app: App, session: SessionState, text: string, messageID = ""): MemoryEvent[] {
  if (!app.config.workingMemory) return []
  const named = mentioned(workingItems(app.journal.read(session.id).working), text)
  return [
    ...(named.length > 0 ? [{ kind: "mention", texts: named, in: messageID } as const] : []),
    ...fromUserText(text, app.config).map((finding) => ({ kind: "item", ...finding }) as const),
  ]
}

/** A prompt that shows everything anew needs no tail; so a session's first message never has one. */
function tailFor(app: App, session: SessionState, messageID: string): string | undefined {
  if (!app.config.tail || !hasPrefix(app, session) || willRender(app, session)) return undefined
  return tellNews(app, session, messageID)
}
