// What a new session is told about earlier ones at its first message: about the last one on this branch, if the message continues earlier work or
// if errors were left open less than a day ago; by command at any time. And about one that was clearly about the same thing.
import type { App } from "../app.ts"
import { type Notice, notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { isHostId } from "../past/host-names.ts"
import { type EarlierText, earlierWorkLine, earlierWorkText, seenBeforeLine } from "../prompt/earlier-work-lines.ts"
import { seenBefore } from "../prompt/seen-before.ts"
import { goesOnWithEarlierWork } from "../requests/resume-cues.ts"
import { type EarlierWork, earlierWork } from "../session/earlier-work.ts"
import { outsideHeard } from "../session/evidence.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { wasPaused } from "../session/pause.ts"
import { cardOf } from "../session/session-card.ts"
import { localMinute } from "../text/local-time.ts"
import { toolsOf } from "./tools-of.ts"

const RECENT_MS = 24 * 3_600_000

/** The id becomes part of a prompt and of a command line for a person, and an imported session may have any. */
export async function markWork(app: App, { id }: LiveSession): Promise<void> {
  if (!isHostId(id)) return
  const branch = await app.branch()
  app.store.lastWork.mark(app.project.name, { session: id, branch, at: app.clock.now() })
}

/** What the session is about, for later ones; nothing if it was ever paused. */
export function keepCard(app: App, id: string): void {
  const card = cardOf(app.journal.read(id))
  if (card) app.store.lastWork.setCard({ session: id, ...card })
  else app.store.lastWork.remove(id)
}

/** For a session's first prefix; mostly nothing. */
export async function earlierLines(app: App, session: LiveSession, text: string): Promise<EarlierText[]> {
  if (!app.config.pastSessions || !app.config.tail) return []
  const work = await workToTell(app, session, text)
  const card = seenBefore(app.store.lastWork.cards(app.project.name, session.id), text)
  const isNew = card && card.session !== work?.session && !wasPaused(app, card.session)
  const tools = toolsOf(app, session)
  const there = isNew ? await app.filesThere(card.files) : []
  const lines = [
    ...(work ? [earlierWorkLine(work, tools)] : []),
    ...(isNew ? [seenBeforeLine(card, there, text, tools)] : []),
  ]
  if (lines.length > 0)
    app.log.info("earlier-work", { session: session.id, last: work?.session, seen: isNew ? card.session : undefined })
  return lines
}

async function workToTell(app: App, session: LiveSession, text: string): Promise<EarlierWork | undefined> {
  const goesOn = goesOnWithEarlierWork(text)
  const work = await lastWork(app, session.id, goesOn)
  const isUrgent = work !== undefined && work.errors.length > 0 && app.clock.now() - work.at < RECENT_MS
  return goesOn || isUrgent ? work : undefined
}

/** By slash command. */
export async function tellWhereWeWere(app: App, sessionID: string): Promise<Notice> {
  const work = await lastWork(app, sessionID, true)
  if (!work) return notice("where_were_we", noneText(app))
  const { text, foreign } = earlierWorkText(work, localMinute)
  // The model reads it too, and it quotes tools.
  const session = app.sessions.get(sessionID)
  updateSession(session, { evidence: outsideHeard(session.evidence, { kind: "past-session", text: foreign }) })
  return notice("where_were_we", text)
}

/** OpenCode may have many from before Cairn was installed. */
function noneText({ config }: App): string {
  const list = config.pastSessions ? `; those that OpenCode has are listed by: ${ownCommand("sessions")}` : ""
  return `No earlier session of this project is on record with Cairn${list}`
}

/** On this branch; on any branch if there is none and the user asked. */
async function lastWork(app: App, besides: string, isAsked: boolean): Promise<EarlierWork | undefined> {
  const { lastWork: table } = app.store
  const here = table.latest(app.project.name, besides, await app.branch())
  const peek = (id: string) => app.journal.peek(id)
  return earlierWork(here, peek) ?? (isAsked ? earlierWork(table.latest(app.project.name, besides), peek) : undefined)
}
