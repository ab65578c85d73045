// The user asks by command for a prompt that shows the newest notes, and is told what was done.

import type { App } from "../app.ts"
import { FACTS_FOLDER } from "../model/fact.ts"
import { type Notice, notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { SCOPES } from "../model/scope.ts"
import { waitingText } from "../session/unshown.ts"
import { counted } from "../text/counted.ts"
import { refreshGenerated } from "./generated-lists.ts"

export async function flushSession(app: App, sessionID: string): Promise<Notice> {
  await Promise.all(SCOPES.map((scope) => app.scopeNotes(scope).refreshNow()))
  await refreshGenerated(app)
  app.journal.note(sessionID, [{ kind: "fresh", by: "flush-command" }])
  await app.journal.flush()
  const notes = SCOPES.map((scope) => app.scopeNotes(scope).index)
  const facts = notes.flatMap(({ cold }) => cold.filter(({ path }) => path.startsWith(`${FACTS_FOLDER}/`)))
  const countOf = (kind: "hot" | "cold" | "quarantined") => notes.flatMap((index) => index[kind]).length
  const [others, waiting] = [countOf("cold") - facts.length, countOf("quarantined")]
  const counts = [counted(countOf("hot"), "hot note"), counted(facts.length, "fact"), counted(others, "other note")]
  return notice(
    "flushed",
    `Memory was re-read from disk (${counts.join(", ")}). Your next message uses it`,
    waiting > 0 ? `${waitingText(waiting)}. Run: ${ownCommand("review")}` : "",
  )
}
