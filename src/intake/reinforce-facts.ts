// What the summary of a compaction says of facts it was shown: that one has proved true again, or that one should read otherwise. A machine's
// word is enough to confirm; to correct, only what a machine wrote and nothing has confirmed since.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { reinforce } from "../facts/retention.ts"
import type { Seen } from "../facts/trust/trust.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { MarkedFact } from "../session/compaction-account.ts"
import { scopedPath } from "../session/known-notes.ts"
import { evidenceNow, type LiveSession } from "../session/live-session.ts"
import { shownName } from "../store/git/commit-message.ts"
import { applyPlan } from "./apply-plan.ts"
import { isHandMade } from "./by-hand.ts"
import { factFiles } from "./fact-files.ts"
import { planInPlaceOf } from "./fact-plan.ts"
import { type Judged, judgeCandidate } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { saveAsPlanned } from "./save-facts.ts"

export async function reinforceFacts(app: App, session: LiveSession, marked: readonly MarkedFact[]): Promise<void> {
  for (const { scope, path } of marked) {
    const info = app.scopeNotes(scope).index.get(path)?.info
    if (!info?.fact || info.readonly || info.quarantined) continue
    const note = scopedPath(info)
    const isKnown = app.journal.read(session.id).notes.reinforced.includes(note)
    const result = reinforce(info.fact, app.clock.now(), isKnown)
    if (!isKnown) app.journal.note(session.id, [{ kind: "reinforced", note }], session.turn.answers)
    if (!result.reinforced) continue
    await confirmFact(app, session, path, result.fact)
  }
}

async function confirmFact(app: App, session: LiveSession, path: string, fact: Fact): Promise<void> {
  const { type, scope, source } = fact
  const { index } = app.scopeNotes(scope)
  const isOwn = !isHandMade(app, index.get(path)?.info)
  await applyPlan(app, scope, {
    async make() {
      const { changes, hash } = await factFiles(app, app.scope(scope)).change(path, fact)
      return { changes, hash, why: `confirm fact ${shownName(path)}` }
    },
    record({ hash }) {
      const text = cleanText(fact.text).text
      const candidate = { text, type, scope, source, said: "assistant", evidence: evidenceNow(session) } as const
      // A file that a person wrote stays a person's.
      const became = { outcome: "absorbed", reason: "reinforced", into: path, ...(isOwn && { hash }) } as const
      recordOutcome(app, { candidate, id: factId(fact.text) }, became)
    },
  })
}

export async function replaceFact(app: App, old: MarkedFact, proposed: Candidate, seen: Seen): Promise<void> {
  const judged = await judgeCandidate(app, { ...proposed, scope: old.scope }, { seen })
  await saveAsPlanned(app, judged, async () => {
    const refused = whyNot(app, app.scopeNotes(old.scope).index.get(old.path)?.info, old, judged)
    if (refused === undefined) return planInPlaceOf(app, judged, old.path)
    return { outcome: { outcome: "rejected", reason: refused, into: old.path }, changes: [], why: "" }
  })
}

function whyNot(
  app: App,
  info: NoteInfo | undefined,
  old: MarkedFact,
  { refused, verdict }: Judged,
): string | undefined {
  if (!info?.fact || info.hash !== old.hash) return "fact_changed"
  const { source, reinforced } = info.fact
  const isSettled = source === "explicit" || source === "manual" || reinforced.count > 0
  if (isSettled || info.readonly || info.hot || isHandMade(app, info)) return "fact_protected"
  return refused ?? (verdict.trust === "quarantined" ? verdict.reason : undefined)
}
