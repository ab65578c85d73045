// Where a project's own OpenCode configuration may be: OpenCode reads it in every folder from the top of the working tree down to the current one.
import { dirname, join } from "node:path"

/** The outermost first, as OpenCode reads them. */
export function projectConfigFolders(worktree: string, directory: string): string[] {
  const between: string[] = []
  for (let folder = directory; folder.startsWith(worktree); folder = dirname(folder)) {
    between.unshift(folder)
    if (folder === dirname(folder)) break
  }
  const folders = [...new Set([worktree, ...between, directory])]
  return [...folders, ...folders.map((folder) => join(folder, ".opencode"))]
}
