// A folder below a root, reached without following a link and kept by its descriptor: whoever swaps a folder for a link in the
// meantime cannot lead us outside. Neither runtime has openat, but on Linux /proc/self/fd/<fd>/<name> is one. Elsewhere entries are
// named by path: links are refused, but a swap in the instant between check and use is not seen.
import { constants, existsSync } from "node:fs"
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises"
import { join, sep } from "node:path"
import { fileError, hasCode } from "./file-error.ts"

export type AnchoredDir = ReturnType<typeof dirAt>

export interface AnchorOptions {
  /** Makes missing folders below the root, mode 0700. The root itself must exist. */
  create?: boolean
}

const canAnchor = process.platform === "linux" && existsSync("/proc/self/fd")
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** `isAnchored` can be set for the test of the weaker variant. */
export async function openAnchored(
  root: string,
  segments: readonly string[],
  options: AnchorOptions = {},
  isAnchored = canAnchor,
): Promise<AnchoredDir> {
  const top = await realpath(root)
  let dir = dirAt(await openFolder(top), top, isAnchored)
  for (const segment of segments) dir = await closing(dir, (parent) => openChild(parent, segment, options, isAnchored))
  return dir
}

export async function withAnchored<T>(
  root: string,
  segments: readonly string[],
  options: AnchorOptions,
  work: (dir: AnchoredDir) => Promise<T>,
): Promise<T> {
  return closing(await openAnchored(root, segments, options), work)
}

/** One folder further down. The parent may be closed before the child. */
export async function withChild<T>(
  parent: AnchoredDir,
  name: string,
  work: (dir: AnchoredDir) => Promise<T>,
): Promise<T> {
  return closing(await openChild(parent, name, {}, canAnchor), work)
}

/** Refuses everything that is not the name of one entry of one folder. */
export function checkName(name: string): string {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name) || (sep === "\\" && /[\\:]/.test(name))) {
    throw fileError("EBADNAME", `${JSON.stringify(name)} is not a file or folder name`)
  }
  return name
}

async function closing<T>(dir: AnchoredDir, work: (dir: AnchoredDir) => Promise<T>): Promise<T> {
  try {
    return await work(dir)
  } finally {
    await dir.close()
  }
}

async function openChild(
  parent: AnchoredDir,
  name: string,
  options: AnchorOptions,
  isAnchored: boolean,
): Promise<AnchoredDir> {
  const path = parent.at(name)
  if (options.create) await makeFolder(parent, name)
  try {
    return dirAt(await openFolder(path), path, isAnchored)
  } catch (error) {
    throw (await isLink(path)) ? fileError("ESYMLINK", `${JSON.stringify(name)} is a symbolic link`) : error
  }
}

/** Windows cannot open a folder: there it is only checked. */
async function openFolder(path: string): Promise<FileHandle | undefined> {
  if (process.platform !== "win32") return open(path, FOLDER)
  if ((await lstat(path)).isDirectory()) return undefined
  throw fileError("ENOTDIR", `${path} is not a folder`)
}

function dirAt(handle: FileHandle | undefined, named: string, isAnchored: boolean) {
  const path = isAnchored && handle ? `/proc/self/fd/${handle.fd}` : named
  return {
    /** The folder itself, for `readdir`. */
    path,
    /** The path of one entry. Calls on it must not follow a link: `lstat`, `O_NOFOLLOW`, `rename`, `unlink`. */
    at: (name: string) => join(path, checkName(name)),
    /** Makes entries that were created, renamed or removed in the folder survive a power loss. */
    sync: async () => handle && syncFolder(handle),
    close: async () => handle?.close(),
  }
}

/** A file system that cannot sync a folder says so; every other error is a failure. */
async function syncFolder(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error
  }
}

async function makeFolder(parent: AnchoredDir, name: string): Promise<void> {
  try {
    await mkdir(parent.at(name), { mode: 0o700 })
  } catch (error) {
    if (hasCode(error, "EEXIST")) return
    throw error
  }
  await parent.sync()
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false
  }
}
