// The assistant has said something: its decisions are kept, and what it names of working memory counts as named again.
import type { App } from "../app.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { fromAssistantText } from "../session/extract.ts"
import type { LiveSession } from "../session/live-session.ts"
import { mentionedItems } from "../session/mentions.ts"
import { workingItems } from "../session/working-memory.ts"
import { recordEvents } from "./session-events.ts"

export function hearAssistant(app: App, keeper: LiveSession, written: string): void {
  if (!app.config.workingMemory) return
  const { text } = cleanText(written)
  const { working, step } = app.journal.read(keeper.id)
  const named = mentionedItems(workingItems(working), text)
  recordEvents(app, keeper, [
    ...(named.length > 0 ? [{ kind: "mention", texts: named, in: `step ${step}` } as const] : []),
    ...fromAssistantText(text, app.config).map((finding) => ({ kind: "item", ...finding }) as const),
  ])
}
