// A person's decision about a waiting note. It applies to the words that were shown, of the note and of the one it would replace: if either was
// changed since, nothing is overwritten, and the person looks again.

import type { App } from "../app.ts"
import { conflictsWith } from "../facts/conflict.ts"
import { keysOf } from "../facts/consolidate.ts"
import { applyPlan, isRefusedAsChanged, type NotePlan } from "../intake/apply-plan.ts"
import { rememberDeletion } from "../intake/deletions.ts"
import { factFiles, freePath, versionsOf, withoutDescription } from "../intake/fact-files.ts"
import type { FactOutcome } from "../intake/fact-plan.ts"
import { isArchived, knownFacts } from "../intake/known-facts.ts"
import { MERGES } from "../intake/propose-merge.ts"
import { recordWords } from "../intake/record.ts"
import { CairnError } from "../model/errors.ts"
import { contentHash, FACTS_FOLDER, type Fact, namedAt } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { changeNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { type NotePath, parseNotePath, pathOnDisk } from "../model/note-path.ts"
import { isHot, isPrivate, type Scope, type ScopeName } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import { shownName } from "../model/shown-name.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { noteMissing } from "../store/notes/note-refusals.ts"
import { demotedPath } from "./memory-move.ts"
import { placeOf, stampNow } from "./note-access.ts"
import { type Deed, deedOf, mergedWith, proposalHash, targetOf } from "./proposal.ts"
import { originOf, typeOf, wordsOf } from "./waiting-notes.ts"

export interface Decision {
  readonly scope: ScopeName
  readonly path: string
  /** The hash of the words that were shown. */
  readonly hash: string
  /** The note that a proposal would replace, as it was shown. */
  readonly present?: { readonly hash: string } | undefined
}

type Waiting = Awaited<ReturnType<typeof findWaiting>>
type Proposal = NonNullable<Waiting["proposal"]>

interface ReviewPlan extends NotePlan {
  readonly outcome: FactOutcome
}

/** The note is trusted now, has replaced another, or is not needed because a trusted fact says the same. */
export async function approve(app: App, given: Decision): Promise<FactOutcome> {
  const waiting = await findWaiting(app, given)
  const gone = deedOf(waiting.note) === "delete" ? waiting.proposal?.replaced : undefined
  const outcome = await applyReview(app, waiting, "approved", () => {
    if (waiting.proposal) return planInPlace(app, waiting, waiting.proposal)
    const twin = twinOf(app, waiting.note.info)
    return twin ? planAbsorbed(waiting, twin) : planSetFree(app, waiting)
  })
  if (gone) await rememberDeletion(app, gone.info, { said: "user", evidence: "" })
  return outcome
}

/** History keeps the note. */
export async function reject(app: App, given: Decision): Promise<void> {
  const waiting = await findWaiting(app, given)
  await applyReview(app, waiting, "rejected", async () => ({
    outcome: { outcome: "rejected", reason: "by_person", path: waiting.path.path },
    changes: [removal(waiting)],
    why: `reject ${shownName(waiting.path.path)}`,
  }))
}

/** The verdict is on disk before the note changes. */
async function applyReview(
  app: App,
  { scope, path: { path }, note, hash }: Waiting,
  decision: "approved" | "rejected",
  make: () => Promise<ReviewPlan>,
): Promise<FactOutcome> {
  const at = new Date(app.clock.now()).toISOString()
  const { outcome } = await applyPlan(app, scope.name, {
    make,
    // The path is for people who read the file; history keeps it.
    first: () =>
      app.store.decisions(scope).addAlone([{ at, decision, hash, path: isPrivate(path) ? "(private)" : path }]),
    record: (plan) => recordReview(app, note, plan.outcome),
  }).catch((error) => {
    throw isRefusedAsChanged(error) ? changedSince(path) : error
  })
  return outcome
}

function removal({ scope, path, note }: Waiting): NoteChange {
  return { scope, path, expect: note.info.hash }
}

async function findWaiting(app: App, given: Decision) {
  const { notes } = app.store
  const { scope, path } = placeOf({ app, by: "person" }, given)
  const note = await notes.read(scope, path)
  if (!note) throw noteMissing(scope, path, app.scopeNotes(scope.name).index)
  if (!note.info.quarantined)
    throw new CairnError("not_quarantined", `${path.path} is not waiting for a decision`, "it was decided before")
  const target = targetOf(note)
  const replaced = target && (await notes.read(scope, target))
  const words = wordsOf(note, replaced)
  const hash = contentHash(words)
  if (target && (replaced && proposalHash(replaced)) !== given.present?.hash) throw changedSince(target.path)
  if (hash !== given.hash) throw changedSince(path.path)
  const proposal = target && { target, replaced, description: words.description }
  return { scope, path, note, hash, proposal }
}

function changedSince(path: string): CairnError {
  return new CairnError("note_changed", `${path} was changed since it was shown`, "look at it again, then decide")
}

async function planInPlace(
  app: App,
  waiting: Waiting,
  { target, replaced, description }: Proposal,
): Promise<ReviewPlan> {
  const { scope, note } = waiting
  if (replaced) refuseProtected(replaced)
  const deed = deedOf(note)
  if (deed) return planDeed(app, waiting, deed, target, replaced)
  const said = { type: typeOf(replaced ?? note), text: description }
  const isFact = replaced ? replaced.info.fact !== undefined : target.path.startsWith(`${FACTS_FOLDER}/`)
  const merged = mergedWith(app, note)
    .map(({ path }) => path)
    .filter((path) => path !== target.path)
  const against = isFact ? conflictsOf(app, scope, target, said) : undefined
  const conflicts = against?.filter((path) => !merged.includes(path))
  const text = replacingText(app, note, replaced, conflicts)
  const change = { scope, path: target, expect: replaced?.info.hash ?? "absent", text }
  const files = factFiles(app, scope, versionsOf(app, scope.name, merged))
  const archived: NoteChange[] = []
  for (const path of merged) archived.push(...(await files.archive(path, target.path)).changes)
  const plan = approved(change, conflicts, [removal(waiting), ...archived])
  return merged.length === 0 ? plan : { ...plan, outcome: { ...plan.outcome, supersedes: merged } }
}

/** A note that is already so needs nothing more. */
function planDeed(
  app: App,
  waiting: Waiting,
  deed: Deed,
  target: NotePath,
  replaced: StoredNote | undefined,
): ReviewPlan {
  const { scope } = waiting
  const { hotDir } = app.config
  const isNeeded = replaced !== undefined && (deed === "delete" || isHot(target.path, hotDir))
  const cold = () => parseNotePath(demotedPath(target.path, hotDir))
  const done: NoteChange =
    deed === "delete"
      ? { scope, path: target, expect: replaced?.info.hash ?? "absent" }
      : { scope, path: cold(), from: target, expect: "any" }
  return {
    outcome: { outcome: deed === "delete" ? "deleted" : "promoted", reason: "approved", path: done.path.path },
    changes: [...(isNeeded ? [done] : []), removal(waiting)],
    why: `approve to ${deed} ${shownName(target.path)}`,
  }
}

async function planSetFree(app: App, waiting: Waiting): Promise<ReviewPlan> {
  const { scope, path, note } = waiting
  const { fact } = note.info
  const conflicts = fact && !isArchived(fact) ? conflictsOf(app, scope, path, fact) : undefined
  const named = fact ? await nameFor(app, scope, path, fact) : path
  const text = changeNote(note.file, { ...trustedHead(app, conflicts), ...NO_PROPOSAL })
  const isMoved = named !== path
  const change = { scope, path: named, expect: isMoved ? "absent" : note.info.hash, text }
  return approved(change, conflicts, isMoved ? [removal(waiting)] : [])
}

/** While it waited, its name was not allowed to repeat any of its words. */
async function nameFor(app: App, scope: Scope, path: NotePath, fact: Fact): Promise<NotePath> {
  const isNameless = new RegExp(`^${FACTS_FOLDER}/[^/]*-quarantined-[0-9a-f]{8}(?:-\\d+)?\\.md$`).test(path.path)
  return isNameless ? pathOnDisk(await freePath(app, scope, { ...fact, trust: "trusted" })) : path
}

async function planAbsorbed(waiting: Waiting, twin: NoteInfo): Promise<ReviewPlan> {
  return {
    outcome: { outcome: "absorbed", reason: "exact", into: twin.path },
    changes: [removal(waiting), { scope: waiting.scope, path: pathOnDisk(twin.path), expect: twin.hash, stays: true }],
    why: `approve ${shownName(twin.path)}, which already says the same`,
  }
}

function approved(
  change: NoteChange & { readonly text: string },
  conflicts: readonly string[] = [],
  gone: readonly NoteChange[],
): ReviewPlan {
  const { path } = change.path
  const hash = sha256(new TextEncoder().encode(change.text))
  return {
    outcome: { outcome: "promoted", reason: "approved", path, ...(conflicts.length > 0 && { conflicts }), hash },
    changes: [change, ...gone],
    why: `approve ${shownName(path)}`,
  }
}

/** The trusted fact that says everything this one says. */
function twinOf(app: App, { scope, path, fact, chars }: NoteInfo): NoteInfo | undefined {
  if (!fact || isArchived(fact)) return undefined
  const { index } = app.scopeNotes(scope)
  /** The index has only the beginning of a long detail, but its full length. */
  const sizeOf = (one: Fact, size: number) => size - one.text.length
  const isSaid = ({ info }: { info: NoteInfo }) =>
    fact.detail === undefined ||
    (info.fact?.detail === fact.detail && sizeOf(info.fact, info.chars) === sizeOf(fact, chars))
  return trustedFacts(app, scope, path)
    .filter((other) => keysOf(other).exact === keysOf(fact).exact)
    .flatMap((other) => index.get(other.path) ?? [])
    .find(isSaid)?.info
}

function conflictsOf(
  app: App,
  scope: Scope,
  { path }: NotePath,
  said: { readonly type: string; readonly text: string },
): string[] {
  const against = conflictsWith(said, trustedFacts(app, scope.name, path))
  return namedAt(
    path,
    against.map((fact) => fact.path),
  )
}

function trustedFacts(app: App, scope: ScopeName, except: string): Fact[] {
  return knownFacts(app, scope).facts.filter(({ path, trust }) => trust === "trusted" && path !== except)
}

function refuseProtected({ info }: StoredNote): void {
  if (!info.readonly) return
  throw new CairnError(
    info.problem ? "note_not_understood" : "note_readonly",
    `${info.path} cannot be replaced: ${info.problem ?? "it is read-only"}`,
    info.problem ? "fix the file by hand first" : "take readonly out of its frontmatter first, or reject the proposal",
  )
}

/** When a note is replaced, its frontmatter stays, since a person may have set it. */
function replacingText(
  app: App,
  { file }: StoredNote,
  replaced: StoredNote | undefined,
  conflicts: readonly string[] | undefined,
): string {
  const changes = trustedHead(app, conflicts)
  if (!replaced) return changeNote(file, { ...changes, ...NO_PROPOSAL })
  const { description } = file.head
  const said = replaced.info.fact ? withoutDescription(replaced) : description !== undefined && { description }
  return changeNote(replaced.file, { ...said, ...changes }, file.body)
}

const NO_PROPOSAL: HeadChanges = { replaces: undefined, base: undefined, [MERGES]: undefined }

function trustedHead(app: App, conflicts: readonly string[] | undefined): HeadChanges {
  return {
    trust: undefined,
    ...(conflicts && { conflicts_with: conflicts.join(", ") || undefined }),
    updated: stampNow({ app, by: "person" }),
  }
}

function recordReview(app: App, note: StoredNote, became: FactOutcome): void {
  const { scope, description: text } = note.info
  const { source = "manual", said = "assistant", evidence = "" } = originOf(app, note)
  recordWords(app, { text, type: typeOf(note), scope, source, said, evidence }, became)
}
