// The files below a folder, at any depth. Bun's recursive `readdir` goes through links, and would lead a change out of the folder.
import { readdir } from "node:fs/promises"
import { join } from "node:path"

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
