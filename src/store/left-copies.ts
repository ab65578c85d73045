// Copies of a whole store, or of its state, that a process makes and removes again. A process that died leaves them behind: a half-unpacked archive
// next to the store, a snapshot of the state database in it.
import { lstat, readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

const HOUR_MS = 3_600_000

/** Where an archive is unpacked before it becomes the store. */
export function incomingCopy(root: string): string {
  return `${root}.incoming-${process.pid}`
}

/** Within the store. */
export function snapshotCopy(): string {
  return `state.db-copy-${process.pid}`
}

/** Copies that nobody works on any more: judged by age, since a process id means little if several machines or containers share a home. */
export async function leftCopies(root: string, now: number): Promise<string[]> {
  const [parent, name] = [dirname(root), basename(root)]
  const found = [
    ...(await namesIn(parent)).filter((one) => one.startsWith(`${name}.incoming-`)).map((one) => join(parent, one)),
    ...(await namesIn(root))
      .filter((one) => /^state\.db-copy-\d+(?:-journal)?$/.test(one))
      .map((one) => join(root, one)),
  ]
  const isOld = await Promise.all(found.map(async (path) => now - (await lstat(path)).mtimeMs > HOUR_MS))
  return found.filter((_, at) => isOld[at])
}

export async function removeLeftCopies(root: string, now: number): Promise<void> {
  for (const path of await leftCopies(root, now)) await rm(path, { recursive: true, force: true })
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => [])
}
