// Whether a folder is Cairn's to use as its root, and whether it has lost its notes or could not be made; and copies of a whole store, or of its state, that a process makes and removes again. A process
// that died leaves them behind: a half-unpacked archive next to the store, a snapshot of the state database in it.
import { existsSync } from "node:fs"
import { lstat, mkdtemp, readdir, rm, rmdir } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { CairnError, errnoOf } from "../model/errors.ts"
import { isTempName } from "../platform/temp-file.ts"
import type { Layout } from "./layout.ts"

const OWN_NAME = /^(?:memory|cache|history\.git|cairn\.log|\.setup\.json|(?:lock|state|index|past)\.db)(?:$|[-.])/
const OWN_MARKS = ["lock.db", "state.db", "history.git"]
const NOTE_FOLDERS = new Set(["global", "projects"])
/** Names that other programs use too. */
const COMMON_NAMES = new Set(["cache", "index.db"])

/** A folder with other things in it belongs to somebody: Cairn would close it to everybody else, and take its files for its own. */
export async function refuseForeign({ root, memory }: Layout): Promise<void> {
  const names = await namesBelow(root)
  const isMarked = OWN_MARKS.some((mark) => names.includes(mark))
  const isOwn =
    names.includes("memory") && (isMarked || (await namesBelow(memory)).some((name) => NOTE_FOLDERS.has(name)))
  if (names.length === 0 || isOwn) return
  const foreign = names.filter((name) => !OWN_NAME.test(name) && !isTempName(name))
  const isLeftByCairn = foreign.length === 0 && names.some((name) => !COMMON_NAMES.has(name))
  if (isLeftByCairn) return
  throw new CairnError(
    "not_cairns_folder",
    `${root} has other things in it (${[...new Set([...foreign, ...names])].slice(0, 3).join(", ")})`,
    "set CAIRN_HOME to an empty folder, or to one that Cairn has made",
  )
}

/** Cairn was at work here, and the notes are gone: somebody has deleted or moved them, perhaps while OpenCode was running. */
export function hasLostNotes({ memory, log, stateDb, historyGit }: Layout): boolean {
  return !existsSync(memory) && [log, stateDb, historyGit].some(existsSync)
}

/** Why nothing could be made at this path; undefined if something could, or is there. Tries it with a folder that it removes at once. */
export async function whyUnmakeable(root: string): Promise<string | undefined> {
  if (existsSync(root)) return undefined
  let above = dirname(root)
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  try {
    await rmdir(await mkdtemp(join(above, ".cairn-try-")))
    return undefined
  } catch (error) {
    return unmakeable(root, error)
  }
}

/** Why the root cannot be made. */
export function unmakeable(root: string, error: unknown): string {
  const code = errnoOf(error) ?? ""
  const why: Readonly<Record<string, string>> = {
    ENOENT: "nothing can be made there",
    EACCES: "you may not write there",
    EPERM: "you may not write there",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    ENOTDIR: "a part of the path is a file",
  }
  return `${root} cannot be made: ${why[code] ?? code}`
}

export const WRITABLE_HINT = "set CAIRN_HOME to a folder you can write to"

/** None if it cannot be read. */
export async function namesBelow(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

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
    ...(await namesBelow(parent)).filter((one) => one.startsWith(`${name}.incoming-`)).map((one) => join(parent, one)),
    ...(await namesBelow(root))
      .filter((one) => /^state\.db-copy-\d+(?:-journal)?$/.test(one))
      .map((one) => join(root, one)),
  ]
  const isOld = await Promise.all(found.map(async (path) => now - (await lstat(path)).mtimeMs > HOUR_MS))
  return found.filter((_, at) => isOld[at])
}

export async function removeLeftCopies(root: string, now: number): Promise<void> {
  for (const path of await leftCopies(root, now)) await rm(path, { recursive: true, force: true })
}
