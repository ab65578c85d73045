// In a turn that read doubtful text, no note leaves prompts, just as no text enters them: deleting a note, making it cold or rolling it back is
// then only a proposal, which waits beside the note for a person.
import type { TrustVerdict } from "../facts/trust/trust.ts"
import { recordWriting } from "../intake/note-text.ts"
import { turnDoubt } from "../intake/seen.ts"
import { CairnError } from "../model/errors.ts"
import { changeNote, parseNote } from "../model/note-file.ts"
import { shownName } from "../store/git/commit-message.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { explainReason, reviewWords, waitingHead } from "./fact-reasons.ts"
import { isOwnWaiting, refuseProtected, stampNow } from "./note-access.ts"
import type { Ask, Audience } from "./operation.ts"
import { DEED, type Deed, proposalOf, trustHead } from "./proposal.ts"

/** A proposed change that waits for a person. */
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
    if (waiting && !isOwnWaiting(ask, waiting)) throw waitsAlready(path)
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

function waitsAlready(path: string): CairnError {
  return new CairnError(
    "note_quarantined",
    `another change of ${path} is already waiting for the user`,
    "only the user can decide about it",
  )
}
