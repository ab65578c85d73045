// In a turn in doubt no note leaves prompts, as no text enters them: to delete one, to make one cold or to roll one back is then a proposal, which
// waits beside the note for a person.
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

/** A deed that waits. */
export interface Proposed {
  /** The note that stays as it is. */
  readonly stays: string
  readonly deed: Deed | "roll back"
  readonly reason: TrustVerdict["reason"]
}

/** Why what this turn does waits for a person, if it does. */
export function doubtOfTurn({ app, by, session }: Ask): TrustVerdict | undefined {
  const reason = by === "agent" && session ? turnDoubt(app, session) : undefined
  return reason && { trust: "quarantined", reason }
}

/** `version`: the text that would come in the note's place. */
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
    `another change of ${path} waits for the user already`,
    "only the user can decide about it",
  )
}
