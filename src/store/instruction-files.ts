// The instruction files that the host puts into every prompt by itself: what stands there need not be remembered as well. Only read.
import { dirname, join } from "node:path"
import { readOutsideFile } from "../platform/outside-file.ts"

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
  const files = (folder: string) => NAMES.map((name) => join(folder, name))
  const repository = foldersUpTo(place.directory, place.worktree).flatMap(files)
  const texts = await Promise.all([
    ...files(place.config).map((path) => readSmall(path, "own")),
    ...repository.map((path) => readSmall(path, "refuse")),
  ])
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

async function readSmall(path: string, links: "own" | "refuse"): Promise<string | undefined> {
  const found = await readOutsideFile(path, { maxBytes: MAX_BYTES, links })
  return "text" in found && !found.truncated ? found.text : undefined
}
