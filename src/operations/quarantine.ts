// A person's decision about a note that waits. It holds for the words that were shown to them, of the note and of the one that it would
// replace: whoever wrote to either since is not overwritten, and the person looks again.
import type { App } from "../app.ts"
import { conflictsWith } from "../facts/conflict.ts"
import { keysOf } from "../facts/consolidate.ts"
import { factId } from "../facts/fact-id.ts"
import { freePath, withoutDescription } from "../intake/fact-files.ts"
import { isArchived, knownFacts } from "../intake/known-facts.ts"
import { recordOutcome } from "../intake/record.ts"
import type { Settled } from "../intake/settle.ts"
import { CairnError } from "../model/errors.ts"
import { contentHash, FACTS_FOLDER, type Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { changeNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { type NotePath, pathOnDisk } from "../model/note-path.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { noteMissing } from "../store/notes/note-refusals.ts"
import { placeOf, stampNow } from "./note-access.ts"
import { proposalHash, targetOf } from "./proposal.ts"
import { originOf, typeOf, wordsOf } from "./waiting-notes.ts"

export interface Decision {
  readonly scope: ScopeName
  readonly path: string
  /** Of the words that were shown. */
  readonly hash: string
  /** The note that a proposal would replace, as it was shown. */
  readonly present?: { readonly hash: string } | undefined
}

interface Waiting {
  readonly scope: Scope
  readonly path: NotePath
  readonly note: StoredNote
  readonly hash: string
  readonly proposal?: Proposal
}

interface Proposal {
  readonly target: NotePath
  readonly replaced: StoredNote | undefined
  readonly description: string
}

export type Approved = Settled

/** The note is trusted now, stands in the place of another, or is not needed since a trusted fact says the same. */
export async function approve(app: App, given: Decision): Promise<Approved> {
  const waiting = await findWaiting(app, given)
  const settled = await settle(app, waiting)
  record(app, waiting.note, settled)
  return settled
}

function settle(app: App, waiting: Waiting): Promise<Settled> {
  if (waiting.proposal) return putInPlace(app, waiting, waiting.proposal)
  const twin = twinOf(app, waiting.note.info)
  return twin ? absorb(app, waiting, twin) : setFree(app, waiting)
}

/** History keeps the note. */
export async function reject(app: App, given: Decision): Promise<void> {
  const { scope, path, note, hash } = await findWaiting(app, given)
  await app.store.notes.secure(scope, note.info, "remove")
  await app.store.notes.alone(async () => {
    await refuseChanged(app, scope, path, note.info)
    await decide(app, scope, { path, hash }, "rejected")
    await app.store.notes.restore(scope, path, undefined)
  })
  record(app, note, { outcome: "rejected", reason: "by_person", path: path.path })
}

async function findWaiting(app: App, given: Decision): Promise<Waiting> {
  const { notes } = app.store
  const { scope, path } = placeOf({ app, by: "person" }, given)
  const note = await notes.read(scope, path)
  if (!note) throw noteMissing(scope, path, app.scopeNotes(scope.name).index)
  if (!note.info.quarantined)
    throw new CairnError("not_quarantined", `${path.path} does not wait for a decision`, "it was decided about before")
  const target = targetOf(note)
  const replaced = target && (await notes.read(scope, target))
  const words = wordsOf(note, replaced)
  const hash = contentHash(words)
  if (target && (replaced && proposalHash(replaced)) !== given.present?.hash) throw changedSince(target.path)
  if (hash !== given.hash) throw changedSince(path.path)
  return { scope, path, note, hash, ...(target && { proposal: { target, replaced, description: words.description } }) }
}

function changedSince(path: string): CairnError {
  return new CairnError("note_changed", `${path} was changed since it was shown`, "look at it again, then decide")
}

async function putInPlace(
  app: App,
  { scope, path, note, hash }: Waiting,
  { target, replaced, description }: Proposal,
): Promise<Settled> {
  const { notes } = app.store
  if (replaced) refuseProtected(replaced)
  await notes.secure(scope, note.info, "remove")
  if (replaced) await notes.secure(scope, replaced.info, "replace")
  return notes.alone(async () => {
    await refuseChanged(app, scope, path, note.info)
    await refuseChanged(app, scope, target, replaced?.info)
    const said = { type: typeOf(replaced ?? note), text: description }
    const isFact = replaced ? replaced.info.fact !== undefined : target.path.startsWith(`${FACTS_FOLDER}/`)
    const conflicts = isFact ? await conflictsOf(app, scope, target, said) : undefined
    await decide(app, scope, { path, hash }, "approved")
    await notes.restore(scope, target, encode(replacingText(app, note, replaced, conflicts)))
    await notes.restore(scope, path, undefined)
    return promoted(app, scope, target, conflicts)
  })
}

async function setFree(app: App, { scope, path, note, hash }: Waiting): Promise<Settled> {
  const { notes } = app.store
  await notes.secure(scope, note.info, "replace")
  return notes.alone(async () => {
    await refuseChanged(app, scope, path, note.info)
    const { fact } = note.info
    const conflicts = fact && !isArchived(fact) ? await conflictsOf(app, scope, path, fact) : undefined
    const changes = { ...trustedHead(app, conflicts), replaces: undefined, base: undefined }
    const named = fact ? await nameFor(app, scope, path, fact) : path
    await decide(app, scope, { path, hash }, "approved")
    await notes.restore(scope, named, encode(changeNote(note.file, changes)))
    if (named !== path) await notes.restore(scope, path, undefined)
    return promoted(app, scope, named, conflicts)
  })
}

/** While it waited, its name was to repeat nothing of it. */
async function nameFor(app: App, scope: Scope, path: NotePath, fact: Fact): Promise<NotePath> {
  const isNameless = new RegExp(`^${FACTS_FOLDER}/.*-quarantined-[0-9a-f]{8}(?:-\\d+)?\\.md$`).test(path.path)
  return isNameless ? pathOnDisk(await freePath(app, scope, { ...fact, trust: "trusted" })) : path
}

async function absorb(app: App, { scope, path, note, hash }: Waiting, twin: NoteInfo): Promise<Settled> {
  const { notes } = app.store
  await notes.secure(scope, note.info, "remove")
  return notes.alone(async () => {
    await refuseChanged(app, scope, path, note.info)
    await refuseChanged(app, scope, pathOnDisk(twin.path), twin)
    await decide(app, scope, { path, hash }, "approved")
    await notes.restore(scope, path, undefined)
    return { outcome: "absorbed", reason: "exact", into: twin.path }
  })
}

/** The trusted fact that says all that this one says. */
function twinOf(app: App, { scope, path, fact, chars }: NoteInfo): NoteInfo | undefined {
  if (!fact || isArchived(fact)) return undefined
  const { index } = app.scopeNotes(scope)
  /** The index has only the beginning of a long detail, but its length. */
  const sizeOf = (one: Fact, size: number) => size - one.text.length
  const isSaid = ({ info }: { info: NoteInfo }) =>
    fact.detail === undefined ||
    (info.fact?.detail === fact.detail && sizeOf(info.fact, info.chars) === sizeOf(fact, chars))
  return trustedFacts(app, scope, path)
    .filter((other) => keysOf(other).exact === keysOf(fact).exact)
    .flatMap((other) => index.get(other.path) ?? [])
    .find(isSaid)?.info
}

/** Another process may have saved one a moment ago. */
async function conflictsOf(
  app: App,
  scope: Scope,
  { path }: NotePath,
  said: { readonly type: string; readonly text: string },
): Promise<string[]> {
  await app.scopeNotes(scope.name).refreshNames(FACTS_FOLDER)
  return conflictsWith(said, trustedFacts(app, scope.name, path)).map((fact) => fact.path)
}

function trustedFacts(app: App, scope: ScopeName, except: string): Fact[] {
  return knownFacts(app, scope).facts.filter(({ path, trust }) => trust === "trusted" && path !== except)
}

/** Whoever wrote to it in between is not overwritten. */
async function refuseChanged(app: App, scope: Scope, path: NotePath, known: NoteInfo | undefined): Promise<void> {
  const now = await app.store.notes.read(scope, path)
  if (now?.info.hash === known?.hash) return
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
function replacingText(
  app: App,
  { file }: StoredNote,
  replaced: StoredNote | undefined,
  conflicts: readonly string[] | undefined,
): string {
  const changes = trustedHead(app, conflicts)
  if (!replaced) return changeNote(file, { ...changes, replaces: undefined, base: undefined })
  const { description } = file.head
  const said = replaced.info.fact ? withoutDescription(replaced) : description !== undefined && { description }
  return changeNote(replaced.file, { ...said, ...changes }, file.body)
}

function trustedHead(app: App, conflicts: readonly string[] | undefined): HeadChanges {
  return {
    trust: undefined,
    ...(conflicts && { conflicts_with: conflicts.join(", ") || undefined }),
    updated: stampNow({ app, by: "person" }),
  }
}

function promoted(app: App, scope: Scope, { path }: NotePath, conflicts: readonly string[] = []): Settled {
  const hash = app.scopeNotes(scope.name).index.get(path)?.info.hash
  return {
    outcome: "promoted",
    reason: "approved",
    path,
    ...(conflicts.length > 0 && { conflicts }),
    ...(hash && { hash }),
  }
}

async function decide(
  app: App,
  scope: Scope,
  { path: { path }, hash }: Pick<Waiting, "path" | "hash">,
  decision: "approved" | "rejected",
): Promise<void> {
  const at = new Date(app.clock.now()).toISOString()
  await app.store.decisions(scope).addAlone([{ at, decision, hash, path }])
}

function record(app: App, note: StoredNote, settled: Settled): void {
  const { scope, description: text } = note.info
  const { source = "manual", said = "assistant", evidence = "" } = originOf(app, note)
  const type = typeOf(note)
  const candidate = { text: cleanText(text).text, type, scope, source, said, evidence }
  recordOutcome(app, { candidate, id: factId(text) }, settled)
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
