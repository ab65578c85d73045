// The files below a folder, at any depth, and the folders above one. Bun's recursive `readdir` goes through links, and would lead a change out of the
// folder.
import { readdir } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Their paths, relative to the folder. */
export async function walkFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  const folders = [""]
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  return files
}

const MAX_FOLDERS = 20

/** From the directory to the top of its working tree, both included; only these two if one is not in the other. */
export function foldersUpTo(directory: string, worktree: string): string[] {
  const folders = [directory]
  for (let folder = directory; folder !== worktree && folders.length < MAX_FOLDERS; folder = dirname(folder)) {
    if (dirname(folder) === folder) return [directory, worktree]
    folders.push(dirname(folder))
  }
  return folders
}
