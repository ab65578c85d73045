// What the summary of a compaction says about facts it was shown: that one has proved true again, or that one should be changed. A machine's word
// is enough to confirm; it may correct only what a machine wrote and nothing has confirmed since.
import type { App } from "../app.ts"
import { reinforce, sessionOf } from "../facts/retention.ts"
import type { Seen } from "../facts/trust/trust.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import type { MarkedFact } from "../session/compaction-account.ts"
import { applyPlan, type NotePlan } from "./apply-plan.ts"
import { askedBack } from "./asked-back.ts"
import { isHandMade } from "./by-hand.ts"
import { factFiles } from "./fact-files.ts"
import { planFact } from "./fact-plan.ts"
import { type Judged, judgeCandidate } from "./judge.ts"
import { isProtectedFact } from "./protected-fact.ts"
import { recordWords } from "./record.ts"
import { saveAsPlanned } from "./save-facts.ts"

export async function reinforceFacts(app: App, evidence: string, marked: readonly MarkedFact[]): Promise<void> {
  for (const { scope, path } of marked) {
    const info = app.scopeNotes(scope).index.get(path)?.info
    if (!info || !canConfirm(info)) continue
    await confirmFact(app, { scope, path }, evidence)
  }
}

function canConfirm({ fact, readonly, quarantined }: NoteInfo): boolean {
  return fact !== undefined && !readonly && !quarantined
}

async function confirmFact(
  app: App,
  { scope, path }: { readonly scope: ScopeName; readonly path: string },
  evidence: string,
): Promise<void> {
  await applyPlan<NotePlan & { readonly fact?: Fact; readonly hash?: string }>(app, scope, {
    async make() {
      const info = app.scopeNotes(scope).index.get(path)?.info
      const fact = info && canConfirm(info) ? info.fact : undefined
      const result = fact && reinforce(fact, app.clock.now(), sessionOf({ evidence }))
      if (!info || !result?.reinforced) return { changes: [], why: "" }
      const isOwn = !isHandMade(app, info)
      const files = factFiles(app, app.scope(scope), new Map([[path, info.hash]]))
      const { changes, hash } = await files.change(path, result.fact)
      // A file that a person wrote stays a person's.
      return { changes, why: `confirm fact ${shownName(path)}`, fact: result.fact, ...(isOwn && { hash }) }
    },
    record({ fact, hash }) {
      if (!fact) return
      const became = { outcome: "absorbed", reason: "reinforced", into: path, ...(hash && { hash }) } as const
      recordWords(app, { ...fact, scope, said: "assistant", evidence }, became)
    },
  })
}

export async function replaceFact(app: App, old: MarkedFact, proposed: Candidate, seen: Seen): Promise<void> {
  const judged = await judgeCandidate(app, { ...proposed, scope: old.scope }, { seen })
  await saveAsPlanned(app, judged, async () => {
    const refused = whyNot(app, app.scopeNotes(old.scope).index.get(old.path)?.info, old, judged)
    const doubt = refused === undefined ? askedBack(app, judged) : undefined
    const reason = refused ?? doubt
    if (reason === undefined) return planFact(app, judged, old.path)
    return { outcome: { outcome: doubt ? "asked" : "rejected", reason, into: old.path }, changes: [], why: "" }
  })
}

function whyNot(app: App, info: NoteInfo | undefined, old: MarkedFact, judged: Judged): string | undefined {
  if (!info?.fact || info.hash !== old.hash) return "fact_changed"
  if (isProtectedFact(app, info)) return "fact_protected"
  const { refused, verdict } = judged
  return refused ?? (verdict.trust !== "trusted" ? verdict.reason : undefined)
}
