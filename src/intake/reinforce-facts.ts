// What the summary of a compaction says of facts it was shown: that one has proved true again, or that one should read otherwise. A machine's
// word is enough to confirm; to correct, only what a machine wrote and nothing has confirmed since.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { reinforce } from "../facts/retention.ts"
import type { Seen } from "../facts/trust/trust.ts"
import { type Candidate, FACTS_FOLDER } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { MarkedFact } from "../session/compaction-account.ts"
import { scopedPath } from "../session/known-notes.ts"
import { evidenceNow, type LiveSession } from "../session/live-session.ts"
import { isHandMade } from "./by-hand.ts"
import { rewrite } from "./fact-files.ts"
import { type Judged, judge } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { settleInPlaceOf } from "./settle.ts"

export async function reinforceFacts(app: App, session: LiveSession, marked: readonly MarkedFact[]): Promise<void> {
  for (const { scope, path } of marked) {
    const info = app.scopeNotes(scope).index.get(path)?.info
    if (!info?.fact || info.readonly || info.quarantined) continue
    const note = scopedPath(info)
    const isKnown = app.journal.read(session.id).notes.reinforced.includes(note)
    const result = reinforce(info.fact, app.clock.now(), isKnown)
    if (!isKnown) app.journal.note(session.id, [{ kind: "reinforced", note }], session.turn.answers)
    if (!result.reinforced) continue
    const { fact } = result
    await app.store.notes.secure(app.scope(scope), info, "replace")
    await app.store.notes.alone(async () => {
      const isOwn = !isHandMade(app, app.scopeNotes(scope).index.get(path)?.info)
      const hash = await rewrite(app, app.scope(scope), path, fact)
      const { type, source } = fact
      const text = cleanText(fact.text).text
      const candidate = { text, type, scope, source, said: "assistant", evidence: evidenceNow(session) } as const
      const id = factId(fact.text)
      // A file that a person wrote stays a person's.
      recordOutcome(
        app,
        { candidate, id },
        { outcome: "absorbed", reason: "reinforced", into: path, ...(isOwn && hash && { hash }) },
      )
    })
  }
}

export async function replaceFact(app: App, old: MarkedFact, proposed: Candidate, seen: Seen): Promise<void> {
  const judged = await judge(app, { ...proposed, scope: old.scope }, { seen })
  const { index } = app.scopeNotes(old.scope)
  const present = () => index.get(old.path)?.info
  const known = present()
  if (known) await app.store.notes.secure(app.scope(old.scope), known, "replace")
  await app.store.notes.alone(async () => {
    await app.scopeNotes(old.scope).refreshNames(FACTS_FOLDER)
    const refused = whyNot(app, present(), old, judged)
    const settled = refused
      ? { outcome: "rejected" as const, reason: refused, into: old.path }
      : await settleInPlaceOf(app, judged, old.path)
    recordOutcome(app, judged, settled)
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
