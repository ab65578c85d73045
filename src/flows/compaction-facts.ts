// What a compaction contributes to long-term memory: the candidates that its summary proposes, the facts it confirms or corrects, and the session's
// own decisions. The summary was written by a model that has read files and pages, so all of it goes through the usual intake.
import type { App } from "../app.ts"
import { type Candidates, candidatesIn } from "../facts/candidates.ts"
import { decisionText } from "../facts/decision-text.ts"
import { factTypes } from "../facts/retention.ts"
import type { Seen } from "../facts/trust/trust.ts"
import { placeFor } from "../intake/fact-place.ts"
import { recordRefusedLine } from "../intake/record.ts"
import { reinforceFacts, replaceFact } from "../intake/reinforce-facts.ts"
import { saveOrRetryLater } from "../intake/retry-later.ts"
import { seenInSummary } from "../intake/session-evidence.ts"
import { messageOf } from "../model/errors.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import { factText } from "../model/fact-text.ts"
import { sha256 } from "../model/sha256.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { takingFrom } from "../session/compaction-run.ts"
import { evidenceNow, type LiveSession, updateSession } from "../session/live-session.ts"
import { isPaused } from "../session/pause.ts"
import { workingItems } from "../session/working-memory.ts"
import { memoryShown, recordEvents } from "./session-events.ts"

/** Marks the facts that a request for a summary shows, so that the summary can refer to them. */
export function markFacts(app: App, session: LiveSession, facts: readonly Fact[]): string {
  const marked = facts.map(({ scope, path }) => ({
    scope,
    path,
    hash: app.scopeNotes(scope).index.get(path)?.info.hash ?? "",
  }))
  const id = sha256(JSON.stringify(marked)).slice(0, 12)
  recordEvents(app, session, [{ kind: "marked", id, facts: marked }])
  return id
}

/** Once for each summary, however often and by whichever process it is reported; an interrupted one is repeated. Never throws. */
export async function takeFromSummary(
  app: App,
  session: LiveSession,
  { summary = "", compaction = "" }: { summary?: string | undefined; compaction?: string | undefined },
): Promise<void> {
  if (!app.config.capture || session.parent !== null || isPaused(app, session)) return
  const hash = sha256(summary || compaction)
  if (session.compacting.takingSummary === hash || app.journal.read(session.id).compactions.summaryTaken === hash)
    return
  updateSession(session, { compacting: takingFrom(session.compacting, hash) })
  try {
    // A summary covers everything that was said, even while memory was paused.
    const said = app.journal.read(session.id).paused ? "" : summary
    const proposed = candidatesIn(cleanText(said).text, factTypes(app.config.types))
    const evidence = evidenceNow(session)
    const candidates = [
      ...proposed.candidates.map((one) => candidateOf(app, one, evidence)),
      ...decisionsOf(app, session, evidence),
    ]
    const seen = seenInSummary(app, session)
    for (const { line, reason } of proposed.refused) recordRefusedLine(app, "compaction", line, reason, evidence)
    const taken = await saveOrRetryLater(app, candidates, { seen })
    await heedMarks(app, session, proposed, { evidence, seen })
    recordEvents(app, session, [{ kind: "summary", hash }])
    app.log.info("summary-candidates", {
      session: session.id,
      found: proposed.found,
      candidates: candidates.length,
      kept: Array.isArray(taken) ? taken.filter(({ outcome }) => outcome === "promoted").length : 0,
      refused_lines: proposed.refused.map(({ reason }) => reason).join(" ") || "none",
    })
  } catch (error) {
    app.log.warn("summary-candidates", { session: session.id, why: messageOf(error) })
  }
}

function candidateOf(app: App, { type, text, detail }: Candidates["candidates"][number], evidence: string): Candidate {
  const said = { text: type === "decision" ? decisionText(text) : text, said: "assistant" } as const
  return { ...said, ...(detail && { detail }), ...placeFor(app, said, type), source: "compaction", evidence }
}

/** What nobody has marked as a decision is only in activity; a rule found it, and it weighs less. */
function decisionsOf(app: App, session: LiveSession, evidence: string): Candidate[] {
  const { activity, working } = memoryShown(app, session.id)
  const marked = new Set(workingItems(working).map(({ text }) => text))
  return activity.recentDecisions.map((text) => ({
    ...candidateOf(app, { type: "decision", ...factText(cleanText(text).text) }, evidence),
    source: marked.has(text) ? "compaction" : "extraction",
  }))
}

/** The marks are only valid for the prompt that gave them. */
async function heedMarks(
  app: App,
  session: LiveSession,
  proposed: Candidates,
  { evidence, seen }: { readonly evidence: string; readonly seen: Seen },
): Promise<void> {
  const { marked } = app.journal.read(session.id).compactions
  if (proposed.reinforce.length + proposed.replace.length === 0) return
  const refuse = (line: string, reason: string) => recordRefusedLine(app, "compaction", line, reason, evidence)
  if (!marked || proposed.snapshot !== marked.id) {
    for (const mark of proposed.reinforce) refuse(`REINFORCE [${mark}]`, "wrong_snapshot")
    for (const { text } of proposed.replace) refuse(text, "wrong_snapshot")
    return
  }
  const factAt = (mark: string) => marked.facts[Number(mark.slice(1)) - 1]
  for (const mark of proposed.reinforce.filter((one) => !factAt(one)))
    refuse(`REINFORCE [${mark}]`, "invalid_memory_ref")
  await reinforceFacts(
    app,
    evidence,
    proposed.reinforce.flatMap((mark) => factAt(mark) ?? []),
  )
  for (const replacement of proposed.replace) {
    const old = factAt(replacement.id)
    const candidate = candidateOf(app, replacement, evidence)
    if (old) await replaceFact(app, old, candidate, seen)
    else refuse(candidate.text, "invalid_memory_ref")
  }
}
