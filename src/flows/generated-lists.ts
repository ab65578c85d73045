// Keeps `MEMORY.md` and `_CONFLICTS.md` in step with the notes, and the list of projects with their folders, in the background: a failure only
// costs a list that nothing reads back.
import type { App } from "../app.ts"
import { renderConflicts } from "../facts/conflict-list.ts"
import { renderMemoryIndex } from "../facts/memory-index.ts"
import { conflictsAmong } from "../intake/shown-conflicts.ts"
import { toLog } from "../model/errors.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { writeGenerated } from "../store/notes/generated-files.ts"
import type { NoteIndex } from "../store/notes/note-index.ts"
import { writeProjectsList } from "../store/projects/projects-list.ts"

interface Lists {
  /** Version of the index that they were made from. */
  readonly generation: number
  readonly memoryIndex: string
  readonly conflicts: string | undefined
}

/** With thousands of notes it takes as long as a frame of the screen, at each pause. Projects of one process share the global index. */
const rendered = new WeakMap<NoteIndex, Lists>()

export async function refreshGenerated(app: App): Promise<void> {
  // A list of only some of the notes would be wrong.
  if (!app.isComplete()) return
  for (const scope of SCOPES) await refreshScope(app, scope).catch(toLog(app, "generated-files", { scope }))
  await writeProjectsList(app.store.notes, app.store.projects).catch(toLog(app, "projects-list"))
}

/** The same for a process that runs a single command. */
export async function refreshLists(app: App): Promise<void> {
  await app.complete
  await refreshGenerated(app)
}

/** Compared with the disk each time: a person may have changed a list, or removed it. */
async function refreshScope(app: App, name: ScopeName): Promise<void> {
  const { index, scope } = app.scopeNotes(name)
  const { memoryIndex, conflicts } = listsOf(index, name)
  const { layout, notes } = app.store
  await writeGenerated(layout.memory, scope, "MEMORY.md", memoryIndex, notes.alone)
  await writeGenerated(layout.memory, scope, "_CONFLICTS.md", conflicts, notes.alone)
}

function listsOf(index: NoteIndex, name: ScopeName): Lists {
  const { generation } = index
  const known = rendered.get(index)
  if (known?.generation === generation) return known
  const pairs = conflictsAmong(index.facts)
  const memoryIndex = renderMemoryIndex(index, name, pairs.length)
  const lists = { generation, memoryIndex, conflicts: renderConflicts(pairs) }
  rendered.set(index, lists)
  return lists
}
