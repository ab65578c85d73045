// The assistant has said something: its decisions are kept, and the items of working memory that it names count as named again.
import type { App } from "../app.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { fromAssistantText, fromReasons, reasonsGiven } from "../session/extract.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { mentionedItems } from "../session/mentions.ts"
import { reasonsHeard } from "../session/near-work.ts"
import { isPaused } from "../session/pause.ts"
import { workingItems } from "../session/working-memory.ts"
import { namesUsed } from "./names-used.ts"
import { recordEvents } from "./session-events.ts"

const MAX_NAMED = 8000

export function hearAssistant(app: App, keeper: LiveSession, written: string): void {
  // Also drops reasons that would only wait for their work.
  if (isPaused(app, keeper)) return
  if (app.config.activity) recordEvents(app, keeper, namesUsed(app, written.slice(0, MAX_NAMED)))
  if (!app.config.workingMemory) return
  const { text } = cleanText(written)
  const { working, step } = app.journal.read(keeper.id)
  const named = mentionedItems(workingItems(working), text)
  const { near, reasons } = reasonsHeard(keeper.nearWork, reasonsGiven(text))
  updateSession(keeper, { nearWork: near })
  recordEvents(app, keeper, [
    ...(named.length > 0 ? [{ kind: "mention", texts: named, in: `step ${step}` } as const] : []),
    ...[...fromAssistantText(text, app.config), ...fromReasons(reasons)].map(
      (finding) => ({ kind: "item", ...finding }) as const,
    ),
  ])
}
