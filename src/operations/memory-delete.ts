import { rememberDeletion } from "../intake/deletions.ts"
import { isPrivate } from "../model/scope.ts"
import { evidenceNow } from "../session/live-session.ts"
import { shownName } from "../store/git/commit-message.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { asCommands } from "./audience.ts"
import { noteData, placeOf, refuseProtected, refuseUnseen } from "./note-access.ts"
import { arg, type Operation, operation } from "./operation.ts"

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
    const note = await ask.app.store.notes.remove(scope, path, check, `delete ${shownName(path.path)}`)
    await rememberDeletion(ask.app, note.info, {
      said: ask.by === "person" ? "user" : "assistant",
      evidence: evidenceNow(ask.session),
    })
    return { note: noteData(note.info), isInHistory }
  },
  toText: ({ note, isInHistory }, audience) =>
    `Deleted ${note.path} (${note.scope} scope)${isInHistory ? `; ${audience === "agent" ? "a rollback" : asCommands("memory_rollback")} can bring it back` : ""}`,
})
