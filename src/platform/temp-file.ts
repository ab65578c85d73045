// The temporary files of replaceFile, and what happens to those whose writer died. Only we use such names, so a sweep can never take a file of an
// editor or of a person.
import { randomBytes } from "node:crypto"
import { lstat, readdir, unlink } from "node:fs/promises"
import { join } from "node:path"
import { type AnchoredDir, withAnchored } from "./anchored-dir.ts"
import { hasCode } from "./file-error.ts"

/** A writer that has not renamed its temporary file after this time is dead. A set of thousands of notes writes all of them first. */
export const STALE_TEMP_MS = 600_000

export function tempName(): string {
  return `.cairn-${randomBytes(8).toString("hex")}.tmp`
}

export function isTempName(name: string): boolean {
  return /^\.cairn-[0-9a-f]{16}\.tmp$/.test(name)
}

/** Removes what dead writers left below the root. Returns the number removed. */
export async function sweepTemps(root: string, olderThanMs: number, now: number): Promise<number> {
  const removed = await eachStaleTemp(root, now - olderThanMs, (dir, name) => skipVanished(() => unlink(dir.at(name))))
  return removed.length
}

export async function staleTemps(root: string, olderThanMs: number, now: number): Promise<string[]> {
  return eachStaleTemp(root, now - olderThanMs, async () => undefined)
}

type Visit = (dir: AnchoredDir, name: string) => Promise<unknown>

/** At any depth. Folders are opened one by one, because Bun's recursive `readdir` follows links. Returns the paths visited. */
async function eachStaleTemp(root: string, before: number, visit: Visit): Promise<string[]> {
  const visited: string[] = []
  const folders: string[][] = [[]]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const segments = folder
    await skipVanished(() =>
      withAnchored(root, segments, {}, async (dir) => {
        for (const entry of await readdir(dir.path, { withFileTypes: true })) {
          if (entry.isDirectory()) folders.push([...segments, entry.name])
          if (!isTempName(entry.name) || !(await isStaleFile(dir.at(entry.name), before))) continue
          await visit(dir, entry.name)
          visited.push(join(root, ...segments, entry.name))
        }
      }),
    )
  }
  return visited
}

async function isStaleFile(path: string, before: number): Promise<boolean> {
  const found = await skipVanished(() => lstat(path))
  if (!found?.isFile()) return false
  return found.mtimeMs <= before
}

/** Others move and remove things meanwhile. */
async function skipVanished<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ESYMLINK")) return undefined
    throw error
  }
}
