import { rememberDeletion } from "../intake/deletions.ts"
import { isPrivate } from "../model/scope.ts"
import { evidenceNow } from "../session/live-session.ts"
import { shownName } from "../store/git/commit-message.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { asCommands } from "./audience.ts"
import { doubtOfTurn, type Proposed, proposeDeed, proposedText } from "./doubtful-deed.ts"
import { isOwnWaiting, type NoteData, noteData, placeOf, refuseProtected, refuseUnseen } from "./note-access.ts"
import { type Audience, arg, type Operation, operation } from "./operation.ts"

interface Deleted {
  readonly note: NoteData
  readonly isInHistory: boolean
}

export const memoryDelete: Operation = operation({
  name: "memory_delete",
  summary: "Delete a note; history keeps it, unless it is private.",
  effect: "keep",
  access: "both",
  input: { path: arg.path, scope: arg.scope },
  async run(ask, input): Promise<Deleted | Proposed> {
    const { scope, path } = placeOf(ask, input)
    const state = ask.app.store.history?.status().state
    const isInHistory = !isPrivate(path.path) && (state === "current" || state === "pending")
    const check = (current: StoredNote) => {
      refuseProtected(ask, current, "deleted")
      if (!isInHistory) refuseUnseen(ask, current)
    }
    const doubt = doubtOfTurn(ask)
    const current = doubt && (await ask.app.store.notes.read(scope, path))
    if (doubt && current && !isOwnWaiting(ask, current)) return proposeDeed(ask, current, doubt, { does: "delete" })
    const note = await ask.app.store.notes.remove(scope, path, check, `delete ${shownName(path.path)}`)
    await rememberDeletion(ask.app, note.info, {
      said: ask.by === "person" ? "user" : "assistant",
      evidence: evidenceNow(ask.session),
    })
    return { note: noteData(note.info), isInHistory }
  },
  toText: (done, audience) => ("stays" in done ? proposedText(done, audience) : deletedText(done, audience)),
})

function deletedText({ note, isInHistory }: Deleted, audience: Audience): string {
  return `Deleted ${note.path} (${note.scope} scope)${isInHistory ? `; ${audience === "agent" ? "a rollback" : asCommands("memory_rollback")} can bring it back` : ""}`
}
