// The instruction files that the host puts into every prompt by itself: what stands there need not be remembered as well. Only read.
import { readFile, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

const NAMES = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"]
const MAX_BYTES = 256 * 1024
const MAX_FOLDERS = 20

/** Their texts, from the directory up to the worktree, and the user's own. What cannot be read is left out. */
export async function readInstructionFiles(place: {
  readonly directory: string
  readonly worktree: string
  /** The host's own configuration folder. */
  readonly config: string
}): Promise<string[]> {
  const folders = [place.config, ...foldersUpTo(place.directory, place.worktree)]
  const texts = await Promise.all(folders.flatMap((folder) => NAMES.map((name) => readSmall(join(folder, name)))))
  return texts.filter((text) => text !== undefined)
}

function foldersUpTo(directory: string, worktree: string): string[] {
  const folders = [directory]
  for (let folder = directory; folder !== worktree && folders.length < MAX_FOLDERS; folder = dirname(folder)) {
    if (dirname(folder) === folder) return [directory, worktree]
    folders.push(dirname(folder))
  }
  return folders
}

async function readSmall(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path)
    return size <= MAX_BYTES ? await readFile(path, "utf8") : undefined
  } catch {
    return undefined
  }
}
