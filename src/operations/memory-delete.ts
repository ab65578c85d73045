import { placeOf, refuseProtected } from "./note-access.ts"
import { arg, everyone, operation } from "./operation.ts"

export const memoryDelete = operation({
  name: "memory_delete",
  summary: "Delete a note of long-term memory; history keeps it.",
  askedBy: everyone,
  input: { path: arg.path, scope: arg.scope },
  async run(ask, input) {
    const { scope, path } = placeOf(ask, input)
    const note = await ask.app.store.notes.remove(scope, path, (current) => refuseProtected(ask, current, "deleted"))
    return { note, history: ask.app.store.history?.status().state }
  },
  toText: ({ note, history }) =>
    `Deleted ${note.info.path} (${note.info.scope} scope)${history === "current" || history === "pending" ? "; memory_rollback can bring it back" : ""}`,
})
