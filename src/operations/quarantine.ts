import type { App } from "../app.ts"
import { factId } from "../intake/fact-id.ts"
import { CairnError } from "../model/errors.ts"
import { changeNote } from "../model/note-file.ts"
import type { NotePath } from "../model/note-path.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import { cutText } from "../model/text.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { noteMissing } from "../store/notes.ts"
import type { OutcomeRecord } from "../store/outcomes.ts"
import { type Place, placeOf, stampNow } from "./note-access.ts"
import { hashOf, targetOf, typeOf, whyItWaits } from "./waiting-notes.ts"

export interface Decision {
  readonly scope: ScopeName
  readonly path: string
  readonly hash: string
}

/** Gives the path of the note that is trusted now. */
export async function approve(app: App, given: Decision): Promise<string> {
  const { notes } = app.store
  const { scope, path, shown } = await findWaiting(app, given)
  const target = targetOf(shown) ?? path
  const isProposal = target !== path
  const replaced = isProposal ? await notes.read(scope, target) : undefined
  if (replaced) refuseProtected(replaced)
  await notes.secure(scope, shown.info, isProposal ? "remove" : "replace")
  if (replaced) await notes.secure(scope, replaced.info, "replace")
  const text = trustedText(shown, replaced, stampNow({ app, by: "person" }))
  await notes.alone(async () => {
    await refuseChanged(app, scope, path, shown)
    if (isProposal) await refuseChanged(app, scope, target, replaced)
    await decide(app, scope, given, "approved")
    await notes.restore(scope, target, new TextEncoder().encode(text))
    if (isProposal) await notes.restore(scope, path, undefined)
  })
  const trusted = (await notes.read(scope, target)) ?? shown
  record(app, trusted, path.path, { outcome: "promoted", reason: "approved", hash: trusted.info.hash })
  return target.path
}

/** History keeps the note. */
export async function reject(app: App, given: Decision): Promise<void> {
  const { notes } = app.store
  const { scope, path, shown } = await findWaiting(app, given)
  await notes.secure(scope, shown.info, "remove")
  await notes.alone(async () => {
    await refuseChanged(app, scope, path, shown)
    await decide(app, scope, given, "rejected")
    await notes.restore(scope, path, undefined)
  })
  record(app, shown, path.path, { outcome: "rejected", reason: "by_person" })
}

async function findWaiting(app: App, given: Decision): Promise<Place & { readonly shown: StoredNote }> {
  const { scope, path } = placeOf({ app, by: "person" }, given)
  const note = await app.store.notes.read(scope, path)
  if (!note) throw noteMissing(scope, path, app.scopeNotes(scope.name).index)
  if (!note.info.quarantined)
    throw new CairnError("not_quarantined", `${path.path} does not wait for a decision`, "it was decided about before")
  if (hashOf(note) !== given.hash)
    throw new CairnError("note_changed", `${path.path} was changed since it was shown`, "look at it again, then decide")
  return { scope, path, shown: note }
}

/** Whoever wrote to it in between is not overwritten. */
async function refuseChanged(app: App, scope: Scope, path: NotePath, known: StoredNote | undefined): Promise<void> {
  const now = await app.store.notes.read(scope, path)
  if (now?.info.hash === known?.info.hash) return
  throw new CairnError("note_changed", `${path.path} was changed at the same moment`, "look at it again, then decide")
}

function refuseProtected({ info }: StoredNote): void {
  if (!info.readonly) return
  throw new CairnError(
    info.problem ? "note_not_understood" : "note_readonly",
    `${info.path} cannot be replaced: ${info.problem ?? "it is read-only"}`,
    info.problem ? "mend the file by hand first" : "take readonly out of its frontmatter first, or reject the proposal",
  )
}

/** Of a note that is replaced, the frontmatter stays, since a person may have set it. */
function trustedText(note: StoredNote, replaced: StoredNote | undefined, updated: string): string {
  if (!replaced) return changeNote(note.file, { trust: undefined, replaces: undefined, updated })
  const { description } = note.file.head
  const changes = { ...(description !== undefined && { description }), trust: undefined, updated }
  return changeNote(replaced.file, changes, note.file.body)
}

async function decide(
  app: App,
  scope: Scope,
  { path, hash }: Decision,
  decision: "approved" | "rejected",
): Promise<void> {
  const at = new Date(app.clock.now()).toISOString()
  await app.store.decisions(scope).addAlone([{ at, decision, hash, path }])
}

const MAX_TEXT = 300

function record(
  app: App,
  note: StoredNote,
  waitedAs: string,
  became: Pick<OutcomeRecord, "outcome" | "reason" | "hash">,
): void {
  const { info } = note
  const before = whyItWaits(app, info.scope, waitedAs)
  const type = typeOf(note)
  app.store.outcomes.add({
    at: app.clock.now(),
    project: app.project.name,
    scope: info.scope,
    ...(before?.session && { session: before.session }),
    ...(before?.message && { message: before.message }),
    source: info.fact?.source ?? before?.source ?? "manual",
    said: before?.said ?? "assistant",
    type,
    key: factId(type, info.description),
    text: cutText(info.description, MAX_TEXT),
    path: info.path,
    ...became,
  })
}
