// A doubtful change of a trusted note: the note stays as it is, and the new version waits beside it for a person. Otherwise a poisoned text could
// either enter the prompt or knock out a note that is in it.
import type { App } from "../app.ts"
import type { TrustVerdict } from "../facts/trust/trust.ts"
import { baseOf, noteWords, QUARANTINE_FOLDER, recordWriting } from "../intake/note-text.ts"
import { MERGES, mergeMark } from "../intake/propose-merge.ts"
import { turnDoubt } from "../intake/session-evidence.ts"
import { CairnError } from "../model/errors.ts"
import { contentHash, type Fact } from "../model/fact.ts"
import { changeNote, parseNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { type NotePath, notePathIn, parseNotePath } from "../model/note-path.ts"
import { shownName } from "../model/shown-name.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { noteChanged } from "../store/notes/note-refusals.ts"
import { explainReason, reviewWords, waitingHead } from "./fact-reasons.ts"
import { isOwnWaiting, refuseProtected, stampNow } from "./note-access.ts"
import type { Ask, Audience } from "./operation.ts"

export interface Proposal {
  readonly path: NotePath
  readonly note: StoredNote
}

/** What a proposal without new words would do. */
export type Deed = "delete" | "demote"
/** Its key in the frontmatter. */
const DEED = "proposes"

export function deedOf({ file }: StoredNote): Deed | undefined {
  const deed = file.values.get(DEED)
  return deed === "delete" || deed === "demote" ? deed : undefined
}

export function proposalOf(note: StoredNote): Proposal {
  return { path: parseNotePath(`${QUARANTINE_FOLDER}/${note.info.path}`), note }
}

/** What a waiting note would do was proposed for the words it had: with new ones it only replaces its note. */
const NO_DEED: HeadChanges = { [DEED]: undefined, [MERGES]: undefined }

/** What new words and their verdict change in the frontmatter; only a person takes a note out of quarantine. */
export function trustHead(
  { trust }: TrustVerdict,
  current: StoredNote | undefined,
  proposal: Proposal | undefined,
): HeadChanges {
  if (trust === "trusted") return current?.info.quarantined ? NO_DEED : {}
  if (current && !current.info.quarantined) throw noteChanged()
  const { note } = proposal ?? {}
  return { trust: "quarantined", ...NO_DEED, ...(note && { replaces: note.info.path, base: baseOf(note) }) }
}

/** A proposal takes the place only of one that the same session made: another waits for the person who decides about it. */
export function refuseOthersProposal(ask: Ask, waiting: StoredNote | undefined, { note }: Proposal): void {
  if (!waiting || isOwnWaiting(ask, waiting)) return
  const message = `another change of ${note.info.path} is already waiting for the user`
  throw new CairnError("note_quarantined", message, "only the user can decide about it")
}

/** Nor are the words of another session's proposal changed where it waits: the person who decides would take them for that session's. */
export function refuseChangingOthers(ask: Ask, current: StoredNote | undefined): void {
  if (!current || (ask.by === "person" && !ask.isUnattended) || !isOthersProposal(ask, current)) return
  const message = `${current.info.path} was not proposed by this session alone and cannot be changed`
  throw new CairnError("note_quarantined", message, "only the user can decide about it")
}

/** Everything that waits below this folder is a proposal. */
export function isOthersProposal(ask: Ask, note: StoredNote): boolean {
  const { path, quarantined } = note.info
  return quarantined && path.startsWith(`${QUARANTINE_FOLDER}/`) && !isOwnWaiting(ask, note)
}

/** The note that a proposal would replace; only Cairn writes below this folder. Undefined if it is not a path. */
export function targetOf({ info, file }: StoredNote): NotePath | undefined {
  const named = file.values.get("replaces")
  if (typeof named !== "string" || !info.path.startsWith(`${QUARANTINE_FOLDER}/`)) return undefined
  const target = notePathIn(named)
  return target?.folder[0] === QUARANTINE_FOLDER ? undefined : target
}

/** The facts that the proposal merges with its target, if they still say what they said then. */
export function mergedWith(app: App, { info, file }: StoredNote): Fact[] {
  const named = file.values.get(MERGES)
  if (typeof named !== "string" || !info.path.startsWith(`${QUARANTINE_FOLDER}/`)) return []
  const { index } = app.scopeNotes(info.scope)
  return named.split(", ").flatMap((entry) => {
    const [, path = "", mark] = /^(.{1,300}) ([0-9a-f]{8})$/.exec(entry) ?? []
    const now = index.get(path)?.info
    return now?.fact && !now.readonly && !now.quarantined && mergeMark(now.fact) === mark ? now.fact : []
  })
}

/** Whether the note has changed since the proposal was made, so that approving it would undo somebody's edit. */
export function isOutdated(proposal: StoredNote, target: StoredNote | undefined): boolean {
  const base = proposal.file.values.get("base")
  return base !== undefined && String(base) !== (target && baseOf(target))
}

export function proposalHash({ info, file }: StoredNote): string {
  return contentHash(noteWords({ info }, file.body))
}

/**
 * In a turn that read doubtful text, no note leaves prompts, just as no text enters them: deleting a note, making it cold or rolling it back is then
 * only a proposal as well.
 */
export interface Proposed {
  /** The note that stays as it is. */
  readonly stays: string
  readonly deed: Deed | "roll back"
  readonly reason: TrustVerdict["reason"]
}

/** Why the changes of this turn wait for a person; undefined if they do not. */
export function doubtOfTurn({ app, by, session }: Ask): TrustVerdict | undefined {
  const reason = by === "agent" && session ? turnDoubt(app, session) : undefined
  return reason && { trust: "quarantined", reason }
}

/** `version`: the text that would replace the note. */
export async function proposeDeed(
  ask: Ask,
  note: StoredNote,
  verdict: TrustVerdict,
  deed: { readonly does: Deed } | { readonly version: string },
): Promise<Proposed> {
  refuseProtected(ask, note, "moved")
  const { path } = note.info
  const scope = ask.app.scope(note.info.scope)
  const proposal = proposalOf(note)
  const make = (waiting: StoredNote | undefined) => {
    refuseOthersProposal(ask, waiting, proposal)
    const { head, body } = parseNote("version" in deed ? deed.version : "")
    const does = "does" in deed ? { [DEED]: deed.does } : { description: head.description }
    return changeNote(
      parseNote(""),
      { ...trustHead(verdict, waiting, proposal), ...does, updated: stampNow(ask) },
      body,
    )
  }
  const waits = await ask.app.store.notes.change(scope, proposal.path, make, () => `propose ${shownName(path)}`)
  recordWriting(ask, waits, verdict)
  return { stays: path, deed: "does" in deed ? deed.does : "roll back", reason: verdict.reason }
}

export function proposedText({ stays, deed, reason }: Proposed, audience: Audience): string {
  const what = `to ${deed} ${stays}, which stays as it is until then`
  return `${waitingHead(audience, reason)} ${what}; ${explainReason(reason, audience)}; ${reviewWords(audience)}`
}
