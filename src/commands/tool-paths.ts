// Which files of a tool call are worth keeping in mind: those it was asked for by name, and the first few that a search found. Never text that
// merely looks like a path.
import type { FileTouch } from "../session/memory-event.ts"

/** Tools whose arguments name the files. */
const NAMING = new Set(["read", "edit", "write", "apply_patch"])
const SEARCHING = new Set(["grep", "glob"])
const MAX_FOUND = 5
/** As many as fit into the pool. */
const MAX_NAMED = 50

type Touched<T> = Pick<FileTouch, "action"> & { readonly path: T; readonly to?: T | undefined }

/** The existing paths, each once; a deleted file does not count. */
export function pathsOf<T extends string>(tool: string, files: readonly Touched<T>[]): T[] {
  const paths = files.filter(({ action }) => action !== "delete").map(({ path, to }) => to ?? path)
  const distinct = [...new Set(paths)].filter((path) => path !== "")
  if (NAMING.has(tool)) return distinct.slice(0, MAX_NAMED)
  return SEARCHING.has(tool) ? distinct.slice(0, MAX_FOUND) : []
}
