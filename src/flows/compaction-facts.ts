// What a compaction gives to long-term memory: the candidates that its summary proposes, the facts it confirms or corrects, and the session's
// own decisions. The summary was written by a model that has read files and pages, so all of it goes through the one door.
import { createHash } from "node:crypto"
import type { App } from "../app.ts"
import { type Candidates, candidatesIn } from "../capture/candidates.ts"
import { factText } from "../capture/fact-text.ts"
import { redactText } from "../capture/redact.ts"
import type { Seen } from "../capture/trust.ts"
import { factId } from "../intake/fact-id.ts"
import { reinforceFacts, replaceFact } from "../intake/marked-facts.ts"
import { recordOutcome } from "../intake/record.ts"
import { seenInSummary } from "../intake/seen.ts"
import { takeInOrKeep } from "../intake/take-in.ts"
import { messageOf } from "../model/errors.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import { factTypes } from "../recall/retention.ts"

import type { SessionState } from "../sessions.ts"
import { memoryShown, saveState } from "./keeping.ts"

/** Marks the facts that a request for a summary shows, so that the summary can speak of them. */
export function markFacts(app: App, session: SessionState, facts: readonly Fact[]): string {
  const marked = facts.map(({ scope, path }) => ({
    scope,
    path,
    hash: app.scopeNotes(scope).index.get(path)?.info.hash ?? "",
  }))
  const id = hashOf(JSON.stringify(marked)).slice(0, 12)
  session.marked = { id, facts: marked }
  saveState(app, session)
  return id
}

/** Once for each summary, however often and by whomever it is told. Never throws. */
export async function takeFromSummary(app: App, session: SessionState, summary: string | undefined): Promise<void> {
  if (!app.config.capture || session.parent) return
  const hash = hashOf(summary ?? "")
  if (session.summaryTaken === hash) return
  session.summaryTaken = hash
  saveState(app, session)
  try {
    const proposed = candidatesIn(summary ?? "", factTypes(app.config.types))
    const evidence = `${session.id}/${session.turn ?? ""}`
    const candidates = [
      ...proposed.candidates.map((one) => candidateOf(app, one, evidence)),
      ...decisionsOf(app, session, evidence),
    ]
    const seen = seenInSummary(app, session)
    for (const { line, reason } of proposed.refused) recordRefusedLine(app, line, reason, evidence)
    const taken = await takeInOrKeep(app, candidates, { seen })
    await heedMarks(app, session, proposed, { evidence, seen })
    app.log.info("summary-candidates", {
      session: session.id,
      found: proposed.found,
      candidates: candidates.length,
      kept: taken.filter(({ outcome }) => outcome === "promoted").length,
      refused_lines: proposed.refused.map(({ reason }) => reason).join(" ") || "none",
    })
  } catch (error) {
    app.log.warn("summary-candidates", { session: session.id, why: messageOf(error) })
  }
}

function candidateOf(app: App, { type, text, detail }: Candidates["candidates"][number], evidence: string): Candidate {
  return {
    text,
    ...(detail && { detail }),
    type,
    scope: scopeOf(app, type),
    source: "compaction",
    said: "assistant",
    evidence,
  }
}

/** A fact about the person holds everywhere; what a summary says of how things are to be done, only where it was said. */
export function scopeOf(app: App, type: string): "project" | "global" {
  return app.config.types[type]?.scope ?? (type === "user" ? "global" : "project")
}

function decisionsOf(app: App, session: SessionState, evidence: string): Candidate[] {
  return memoryShown(app, session.id).activity.recentDecisions.map((text) => ({
    ...factText(text),
    type: "decision",
    scope: "project",
    source: "compaction",
    said: "assistant",
    evidence,
  }))
}

/** The marks mean something only in the prompt they were given in. */
async function heedMarks(
  app: App,
  session: SessionState,
  proposed: Candidates,
  { evidence, seen }: { readonly evidence: string; readonly seen: (candidate: Candidate) => Seen },
): Promise<void> {
  const { marked } = session
  if (proposed.reinforce.length + proposed.replace.length === 0) return
  if (!marked || proposed.snapshot !== marked.id) {
    for (const mark of proposed.reinforce) recordRefusedLine(app, `REINFORCE [${mark}]`, "wrong_snapshot", evidence)
    for (const { text } of proposed.replace) recordRefusedLine(app, text, "wrong_snapshot", evidence)
    return
  }
  const factAt = (mark: string) => marked.facts[Number(mark.slice(1)) - 1]
  await reinforceFacts(
    app,
    session,
    proposed.reinforce.flatMap((mark) => factAt(mark) ?? []),
  )
  for (const replacement of proposed.replace) {
    const old = factAt(replacement.id)
    const candidate = candidateOf(app, replacement, evidence)
    if (old) await replaceFact(app, old, candidate, seen(candidate))
  }
}

/** A line of the block that is no candidate has no type and no note, but a reason as well. */
function recordRefusedLine(app: App, line: string, reason: string, evidence: string): void {
  const text = redactText(line)
  const candidate = { text, type: "none", scope: "project", source: "compaction", said: "assistant", evidence } as const
  recordOutcome(app, { candidate, id: factId(candidate.type, text) }, { outcome: "rejected", reason })
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
