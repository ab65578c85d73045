// Keeps `MEMORY.md` and `_CONFLICTS.md` of both scopes true to the notes. It is done behind everybody's back: nothing waits for it, and a
// failure costs a list that nothing reads back.
import type { App } from "../app.ts"
import { conflictBetween } from "../facts/conflict.ts"
import { conflictPairs, renderConflicts } from "../facts/conflict-list.ts"
import { renderMemoryIndex } from "../facts/memory-index.ts"
import { messageOf } from "../model/errors.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { writeGenerated } from "../store/notes/generated-files.ts"
import type { NoteIndex } from "../store/notes/note-index.ts"

/** The generation of each index that is on disk; projects of one process share the global one. */
const written = new WeakMap<NoteIndex, number>()

export async function refreshGenerated(app: App): Promise<void> {
  // A list of some of the notes would be a wrong one.
  if (!app.isComplete()) return
  for (const scope of SCOPES) {
    try {
      await refreshScope(app, scope)
    } catch (error) {
      app.log.warn("generated-files", { scope, why: messageOf(error) })
    }
  }
}

async function refreshScope(app: App, name: ScopeName): Promise<void> {
  const { index, scope } = app.scopeNotes(name)
  const { generation } = index
  if (written.get(index) === generation) return
  const memoryIndex = renderMemoryIndex(index, name)
  const conflicts = renderConflicts(conflictPairs(index.facts, conflictBetween))
  const { layout, notes, history } = app.store
  const hasWritten = [
    await writeGenerated(layout.memory, scope, "MEMORY.md", memoryIndex, notes.alone),
    await writeGenerated(layout.memory, scope, "_CONFLICTS.md", conflicts, notes.alone),
  ].includes(true)
  written.set(index, generation)
  if (hasWritten) history?.touch()
}
