// What happened to a candidate goes on record: `memory_why` reports it, and it shows what Cairn itself wrote.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import type { Source } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import { updateSession } from "../session/live-session.ts"
import { alsoCame, type CameOf } from "../session/unshown.ts"
import { cutText } from "../text/text.ts"
import type { FactOutcome } from "./fact-plan.ts"
import type { Scoped } from "./judge.ts"
import { knownFacts } from "./known-facts.ts"

const MAX_TEXT = 300

export interface Recorded {
  readonly candidate: Omit<Scoped, "detail" | "importance">
  readonly id: string
}

export function recordOutcome(app: App, { candidate, id }: Recorded, became: FactOutcome): void {
  const { text, type, scope, source, said, evidence } = candidate
  // If several turns say it, the newest is recorded, which comes first.
  const [session, message] = evidence.split(/[/,]/)
  app.store.outcomes.add({
    at: app.clock.now(),
    project: app.project.name,
    scope,
    ...(session && { session }),
    ...(message && { message }),
    source,
    said,
    type,
    key: id,
    text: pieceOf(text, cutText(text, MAX_TEXT)),
    ...became,
  })
  if (session) showLater(app, session, candidate, became)
  app.log.info("candidate", {
    outcome: became.outcome,
    reason: became.reason,
    source,
    type,
    scope,
    path: became.path ?? became.into,
  })
}

/** For the words of a note, and of a line that never became a candidate. */
export function recordWords(
  app: App,
  { text, ...about }: Pick<Scoped, "type" | "scope" | "source" | "said" | "evidence"> & { readonly text: string },
  became: FactOutcome,
): void {
  recordOutcome(app, { candidate: { ...about, text: cleanText(text).text }, id: factId(text) }, became)
}

/** A model's line that is not a candidate has no type and no note, but a reason as well. */
export function recordRefusedLine(app: App, source: Source, text: string, reason: string, evidence: string): void {
  const line = { text, type: "none", scope: "project", source, said: "assistant", evidence } as const
  recordWords(app, line, { outcome: "rejected", reason })
}

/** What the user should see of it, if this process serves the session. */
function showLater(
  app: App,
  id: string,
  { said, text, source, scope }: Recorded["candidate"],
  { outcome, reason, path, supersedes }: FactOutcome,
): void {
  const { sessions, clock } = app
  const what = CAME.get(outcome)
  const by = said === "user" ? "user" : "agent"
  const isNews = by === "user" || what === "waiting" || (what === "refused" && source === "manual")
  if (what === undefined || !isNews || !sessions.isLive(id, clock.now())) return
  const session = sessions.get(id)
  const item = {
    what,
    by,
    text,
    scope,
    ...(what === "saved" && supersedes && { replaces: replacedText(app, scope, path) }),
    ...(what === "refused" && { reason }),
    ...(what === "waiting" && { note: `${scope}:${path}` }),
  } as const
  updateSession(session, { unshown: alsoCame(session.unshown, item) })
}

/** What the fact at this path has replaced, as the archive has it. */
function replacedText(app: App, scope: ScopeName, path: string | undefined): string | undefined {
  return knownFacts(app, scope).retired.find(({ supersededBy }) => supersededBy === path)?.text
}

const CAME = new Map<string, CameOf["what"]>([
  ["promoted", "saved"],
  ["absorbed", "known"],
  ["quarantined", "waiting"],
  ["rejected", "refused"],
])
