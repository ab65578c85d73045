// The assistant has said something: its decisions are kept, and the items of working memory that it names count as named again.
import type { App } from "../app.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { asItems, fromAssistantText, fromReasons, reasonsGiven } from "../session/extract.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { reasonsHeard } from "../session/near-work.ts"
import { isPaused } from "../session/pause.ts"
import { itemsNamed, namesUsed } from "./names-used.ts"
import { recordEvents } from "./session-events.ts"

const MAX_NAMED = 8000

export function hearAssistant(app: App, keeper: LiveSession, written: string): void {
  // Also drops reasons that would only wait for their work.
  if (isPaused(app, keeper)) return
  if (app.config.activity) recordEvents(app, keeper, namesUsed(app, written.slice(0, MAX_NAMED)))
  if (!app.config.workingMemory) return
  const { text } = cleanText(written)
  const { near, reasons } = reasonsHeard(keeper.nearWork, reasonsGiven(text))
  updateSession(keeper, { nearWork: near })
  recordEvents(app, keeper, [
    ...itemsNamed(app, keeper, text),
    ...asItems([...fromAssistantText(text, app.config), ...fromReasons(reasons)]),
  ])
}
