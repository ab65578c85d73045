// Files that are whole or not there: written to a temporary file, synced, renamed, and the folder synced, since a rename alone
// may leave an empty file after a power loss. Nothing here follows a link, and what somebody else wrote in the meantime is never
// overwritten. A failed sync is a failed write: the kernel drops the dirty pages, and a second sync would falsely succeed.
import { type BigIntStats, constants, lstatSync, renameSync, unlinkSync } from "node:fs"
import { type FileHandle, link, lstat, open, rmdir, unlink } from "node:fs/promises"
import { basename } from "node:path"
import { type AnchoredDir, checkName, withAnchored } from "./anchored-dir.ts"
import { fileError, hasCode } from "./file-error.ts"
import { tempName } from "./temp-file.ts"

/** Equal stamps: the file has not been touched (as far as mtime, size and inode show). */
export interface FileStamp {
  mtimeNs: bigint
  size: number
  ino: bigint
  nlink: number
}

export interface FileContent {
  bytes: Uint8Array
  /** Taken before reading, so that a change during the read shows as a new stamp later. */
  stamp: FileStamp
  /** `bytes` is only the beginning: the file is larger than the caller's `maxBytes`. */
  truncated: boolean
}

export interface ChangeOptions {
  /** Sees the file as it is just before the change, undefined when missing; throws to refuse the change. */
  expect?: (current: FileContent | undefined) => void
  /** How much of the current file `expect` gets to see. */
  maxBytes: number
  /** A file with a second name elsewhere is replaced too, and stays as it was under that name. */
  breaksLink?: boolean
  /** Of the new file, whatever the umask; without it nobody else may read it. */
  mode?: number
}

const NOFOLLOW = constants.O_NOFOLLOW ?? 0
/** A FIFO must not hang the open. */
const READ = constants.O_RDONLY | NOFOLLOW | (constants.O_NONBLOCK ?? 0)
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW

/** Undefined when the file or one of its folders is missing. */
export async function readFileBelow(
  root: string,
  segments: readonly string[],
  name: string,
  maxBytes: number,
): Promise<FileContent | undefined> {
  try {
    return await withAnchored(root, segments, {}, (dir) => readFileIn(dir, name, maxBytes))
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}

/** Creates the file and its folders, or replaces it whole. Returns the stamp of the new file. */
export async function replaceFile(
  root: string,
  segments: readonly string[],
  name: string,
  bytes: Uint8Array,
  options: ChangeOptions,
): Promise<FileStamp> {
  checkName(name)
  return withAnchored(root, segments, { create: true }, async (dir) => {
    const temp = tempName()
    try {
      const stamp = await writeNew(dir, temp, bytes, options.mode)
      await putInPlace(dir, temp, name, options)
      return stamp
    } catch (error) {
      await removeTemp(dir, temp)
      throw error
    }
  })
}

/** A text that has its space on the disk, under a temporary name in its folder. */
export interface StagedFile {
  readonly temp: string
  readonly stamp: FileStamp
  /** How many of its folders were there before. */
  readonly foldersBefore: number
}

/** The first half of `replaceFile`. If it fails, no folder is left that it made. */
export async function stageFile(root: string, segments: readonly string[], bytes: Uint8Array): Promise<StagedFile> {
  const foldersBefore = await foldersThere(root, segments)
  const temp = tempName()
  try {
    const stamp = await withAnchored(root, segments, { create: true }, (dir) => writeNew(dir, temp, bytes))
    return { temp, stamp, foldersBefore }
  } catch (error) {
    await discardStaged(root, segments, { temp, foldersBefore })
    throw error
  }
}

async function foldersThere(root: string, segments: readonly string[]): Promise<number> {
  for (let count = segments.length; count > 0; count--) {
    const isThere = await withAnchored(root, segments.slice(0, count), {}, async () => true).catch((error) => {
      if (hasCode(error, "ENOENT")) return false
      throw error
    })
    if (isThere) return count
  }
  return 0
}

/** The second half. If it fails, the staged file is still there. Undefined if that is gone: the sweep of another process may take it for a left one. */
export async function placeStaged(
  root: string,
  segments: readonly string[],
  name: string,
  { temp, stamp }: StagedFile,
  options: ChangeOptions,
): Promise<FileStamp | undefined> {
  checkName(name)
  return withAnchored(root, segments, { create: true }, async (dir) => {
    const find = () => lstatSync(dir.at(temp), { bigint: true, throwIfNoEntry: false })
    const found = find()
    if (!found) return undefined
    if (!sameStamp(stampOf(found), stamp)) throw changed(name)
    try {
      await putInPlace(dir, temp, name, options)
      return stamp
    } catch (error) {
      if (hasCode(error, "ENOENT") && !find()) return undefined
      throw error
    }
  })
}

/** With the folders that were made for it, if they are empty: of several, the last one staged goes first. */
export async function discardStaged(
  root: string,
  segments: readonly string[],
  { temp, foldersBefore }: Omit<StagedFile, "stamp">,
): Promise<void> {
  await withAnchored(root, segments, {}, (dir) => removeTemp(dir, temp)).catch(() => undefined)
  for (let count = segments.length; count > foldersBefore; count--) {
    const remove = (dir: AnchoredDir) => rmdir(dir.at(segments[count - 1] as string))
    // One that somebody uses stays, and one that was never made is not there; those above it are still to be looked at.
    await withAnchored(root, segments.slice(0, count - 1), {}, remove).catch(() => undefined)
  }
}

/** The first error is the one that matters; a temporary file that cannot be removed now is left to the sweep. */
async function removeTemp(dir: AnchoredDir, temp: string): Promise<void> {
  await unlink(dir.at(temp)).catch(() => undefined)
}

async function putInPlace(dir: AnchoredDir, temp: string, name: string, options: ChangeOptions): Promise<void> {
  const current = await readFileIn(dir, name, options.maxBytes)
  if (current && current.stamp.nlink > 1 && !options.breaksLink)
    throw fileError("EHARDLINK", `${JSON.stringify(name)} has a second name elsewhere (a hard link)`)
  options.expect?.(current)
  inOneStep(dir, name, current, () => renameSync(dir.at(temp), dir.at(name)))
  await dir.sync()
}

/** False when there was nothing to remove. */
export async function removeFile(
  root: string,
  segments: readonly string[],
  name: string,
  options: ChangeOptions,
): Promise<boolean> {
  try {
    return await withAnchored(root, segments, {}, async (dir) => {
      const current = await readFileIn(dir, name, options.maxBytes)
      options.expect?.(current)
      if (!current) return false
      inOneStep(dir, name, current, () => unlinkSync(dir.at(name)))
      await dir.sync()
      return true
    })
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error
    options.expect?.(undefined)
    return false
  }
}

export interface FilePlace {
  segments: readonly string[]
  name: string
}

/**
 * Never overwrites (EEXIST). A crash in between leaves the file under both names, as two links to one file; moving it again
 * then finishes the move.
 */
export async function moveFile(root: string, from: FilePlace, to: FilePlace): Promise<void> {
  if (spelled(from) === spelled(to)) throw fileError("EEXIST", `${JSON.stringify(to.name)} cannot be moved onto itself`)
  await withAnchored(root, from.segments, {}, (source) =>
    withAnchored(root, to.segments, { create: true }, async (target) => {
      const moved = await lstat(source.at(from.name), { bigint: true })
      checkRegular(moved, from.name)
      await linkOnce(source.at(from.name), target.at(to.name), moved)
      await target.sync()
      await unlinkOnly(source.at(from.name), target.at(to.name), moved)
      await source.sync()
    }),
  )
}

function spelled(place: FilePlace): string {
  return [...place.segments, place.name].join("/")
}

async function linkOnce(source: string, target: string, moved: BigIntStats): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    // With only one name, both are the same entry in two spellings that the file system treats as one, not an interrupted move.
    const cutShort = hasCode(error, "EEXIST") && moved.nlink > 1n && isFile(target, moved)
    if (cutShort) return
    throw error
  }
  if (isFile(target, moved)) return
  await unlink(target)
  throw changed(source)
}

/** If somebody has put another file in the source's place meanwhile, it stays, and the move is undone. */
async function unlinkOnly(source: string, target: string, moved: BigIntStats): Promise<void> {
  if (isFile(source, moved)) return unlinkSync(source)
  await unlink(target)
  throw changed(source)
}

function isFile(path: string, known: BigIntStats): boolean {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return found?.ino === known.ino && found.dev === known.dev
}

/** The same in a folder that is already open. */
export async function readFileIn(dir: AnchoredDir, name: string, maxBytes: number): Promise<FileContent | undefined> {
  const handle = await openEntry(dir.at(name), name)
  if (!handle) return undefined
  try {
    const found = await handle.stat({ bigint: true })
    checkRegular(found, name)
    const stamp = stampOf(found)
    return { bytes: await readUpTo(handle, Math.min(stamp.size, maxBytes)), stamp, truncated: stamp.size > maxBytes }
  } finally {
    await handle.close()
  }
}

async function openEntry(path: string, name: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, READ)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    if (hasCode(error, "ELOOP", "EMLINK")) throw fileError("ESYMLINK", `${JSON.stringify(name)} is a symbolic link`)
    if (hasCode(error, "ENXIO")) throw notRegular(name)
    throw error
  }
}

export async function readUpTo(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

async function writeNew(dir: AnchoredDir, name: string, bytes: Uint8Array, mode?: number): Promise<FileStamp> {
  const handle = await open(dir.at(name), CREATE, 0o600)
  try {
    await handle.writeFile(bytes)
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
    return stampOf(await handle.stat({ bigint: true }))
  } finally {
    await handle.close()
  }
}

/** Synchronous on purpose: nothing in this process, and hardly anything else, comes between the last check and the change. */
function inOneStep(dir: AnchoredDir, name: string, current: FileContent | undefined, change: () => void): void {
  const found = lstatSync(dir.at(name), { bigint: true, throwIfNoEntry: false })
  const now = found && stampOf(found)
  if (!sameStamp(now, current?.stamp)) throw changed(name)
  change()
}

export function sameStamp(a: FileStamp | undefined, b: FileStamp | undefined): boolean {
  if (!a || !b) return a === b
  return a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino && a.nlink === b.nlink
}

/** From `lstat` or `stat` with `bigint`, for a scan that reads only what has changed. */
export function stampOf(stats: BigIntStats): FileStamp {
  return { mtimeNs: stats.mtimeNs, size: Number(stats.size), ino: stats.ino, nlink: Number(stats.nlink) }
}

/** Tells a file from another that has replaced it. */
export function inodeOf(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

function checkRegular(stats: BigIntStats, name: string): void {
  if (!stats.isFile()) throw notRegular(name)
}

function changed(path: string): Error {
  return fileError("ECHANGED", `${JSON.stringify(basename(path))} was changed by somebody else meanwhile`)
}

export function notRegular(name: string): Error {
  return fileError("ENOTREG", `${JSON.stringify(name)} is not a regular file`)
}
