// Unconfirmed claims about the user: which there are, and what happens to one when the user answers.
import type { App } from "../app.ts"
import { contentHash, FACTS_FOLDER, type Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { isPrivate } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import { applyPlan } from "./apply-plan.ts"
import { placeFor } from "./fact-place.ts"
import { recordWords } from "./record.ts"
import { saveFacts } from "./save-facts.ts"
import { sawNothing } from "./session-evidence.ts"

export interface Claimed extends NoteInfo {
  readonly fact: Fact
}

/** The newest first. */
export function unconfirmedClaims(app: App): Claimed[] {
  const isClaim = (info: NoteInfo): info is Claimed =>
    info.fact?.trust === "unconfirmed" && info.path.startsWith(`${FACTS_FOLDER}/`) && !isPrivate(info.path)
  return app
    .scopeNotes("project")
    .index.quarantined.filter(isClaim)
    .sort((a, b) => b.fact.updated - a.fact.updated || (a.path < b.path ? -1 : 1))
}

/** From now on it counts as what the user has said, and is stored where such a fact belongs. The user was not asked about the reason next to it. */
export async function confirmClaim(app: App, claim: Claimed, evidence: string): Promise<void> {
  const { text, type } = claim.fact
  const said = { text: cleanText(text).text, said: "user" } as const
  const { scope } = placeFor(app, said, type)
  const candidate = { ...said, type, scope, source: "explicit", evidence } as const
  if (scope === "project") return void (await saveFacts(app, [candidate], { seen: sawNothing }))
  await saveFacts(app, [candidate], { seen: sawNothing }, [removalOf(app, claim)])
  const place = app.scope("project")
  // Refused, or already there: the answer has settled the claim all the same.
  if (await app.store.notes.read(place, pathOnDisk(claim.path))) await removeClaim(app, claim)
}

function removalOf(app: App, { path, hash }: Claimed): NoteChange {
  return { scope: app.scope("project"), path: pathOnDisk(path), expect: hash }
}

/** It is not claimed again in the same words. */
export async function rejectClaim(app: App, claim: Claimed, evidence: string): Promise<void> {
  const { path, fact } = claim
  const at = new Date(app.clock.now()).toISOString()
  const hash = contentHash({ description: fact.text, body: fact.detail ?? "" })
  await removeClaim(app, claim, () =>
    app.store.decisions(app.scope("project")).addAlone([{ at, decision: "rejected", hash, path }]),
  )
  const said = { ...fact, scope: "project", said: "user", evidence } as const
  recordWords(app, said, { outcome: "rejected", reason: "denied", path })
}

async function removeClaim(app: App, claim: Claimed, first?: () => Promise<void>): Promise<void> {
  await applyPlan(app, "project", {
    make: async () => ({ changes: [removalOf(app, claim)], why: `remove ${shownName(claim.path)}` }),
    ...(first && { first }),
  })
}
