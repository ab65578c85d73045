// The temporary files of replaceFile, and what happens to those whose writer died. Only we use such names, so a sweep can never take a file of an
// editor or of a person.
import { randomBytes } from "node:crypto"
import type { Dirent } from "node:fs"
import { lstat, readdir, unlink } from "node:fs/promises"
import { type AnchoredDir, withAnchored } from "./anchored-dir.ts"
import { hasCode } from "./file-error.ts"

export function tempName(): string {
  return `.cairn-${randomBytes(8).toString("hex")}.tmp`
}

export function isTempName(name: string): boolean {
  return /^\.cairn-[0-9a-f]{16}\.tmp$/.test(name)
}

/** Missing is fine: the rename may have taken it. */
export async function removeTemp(dir: AnchoredDir, name: string): Promise<void> {
  try {
    await unlink(dir.at(name))
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error
  }
}

/** Removes what dead writers left below the root, at any depth; links are never followed. Returns the number removed. */
export async function sweepTemps(root: string, olderThanMs: number, now: number): Promise<number> {
  let removed = 0
  const folders: string[][] = [[]]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const segments = folder
    const entries = await skipVanished(() =>
      withAnchored(root, segments, {}, (dir) => sweepFolder(dir, now - olderThanMs)),
    )
    for (const name of entries?.folders ?? []) folders.push([...segments, name])
    removed += entries?.removed ?? 0
  }
  return removed
}

async function sweepFolder(dir: AnchoredDir, before: number): Promise<{ folders: string[]; removed: number }> {
  const entries: Dirent[] = await readdir(dir.path, { withFileTypes: true })
  let removed = 0
  for (const { name } of entries.filter((entry) => isTempName(entry.name))) {
    const found = await skipVanished(() => lstat(dir.at(name)))
    if (!found?.isFile() || found.mtimeMs > before) continue
    await removeTemp(dir, name)
    removed += 1
  }
  return { folders: entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name), removed }
}

/** Others move and remove things while we walk. */
async function skipVanished<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ESYMLINK")) return undefined
    throw error
  }
}
