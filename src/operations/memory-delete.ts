import { rememberDeletion } from "../intake/deletions.ts"
import { isPrivate } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { asCommands } from "./audience.ts"
import { isOwnWaiting, noteData, placeOf, refuseProtected, refuseUnseen, saidBy } from "./note-access.ts"
import { arg, type Operation, operation } from "./operation.ts"
import { doubtOfTurn, proposeDeed, proposedText } from "./proposal.ts"

export const memoryDelete: Operation = operation({
  name: "memory_delete",
  summary: "Delete a note; history keeps it, unless it is private.",
  effect: "keep",
  access: "both",
  input: { path: arg.path, scope: arg.scope },
  async run(ask, input) {
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
    await rememberDeletion(ask.app, note.info, saidBy(ask))
    return { note: noteData(note.info), isInHistory }
  },
  toText(done, audience) {
    if ("stays" in done) return proposedText(done, audience)
    const way = audience === "agent" ? "a rollback can bring" : `${asCommands("memory_undo")} brings`
    return `Deleted ${done.note.path} (${done.note.scope} scope)${done.isInHistory ? `; ${way} it back` : ""}`
  },
})
