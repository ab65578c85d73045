// A folder below a root, reached without following a link and kept by its descriptor: whoever swaps a folder for a link in the
// meantime cannot lead us outside. Neither runtime has openat, but on Linux /proc/self/fd/<fd>/<name> is one. Elsewhere every
// segment is checked by path before and after: links are refused, but a swap in the instant between check and use is not seen.
import { constants, existsSync } from "node:fs"
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises"
import { join, sep } from "node:path"
import { fileError, hasCode } from "./file-error.ts"

export interface AnchoredDir {
  /** The folder itself, for `readdir`. */
  readonly path: string
  /** The path of one entry. Calls on it must not follow a link: `lstat`, `O_NOFOLLOW`, `rename`, `unlink`. */
  at(name: string): string
  /** Makes what was created, renamed or removed in the folder survive a power loss. */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface AnchorOptions {
  /** Makes missing folders below the root, mode 0700. The root itself must exist. */
  create?: boolean
}

const canAnchor = process.platform === "linux" && existsSync("/proc/self/fd")

export function openAnchored(
  root: string,
  segments: readonly string[],
  options: AnchorOptions = {},
): Promise<AnchoredDir> {
  return canAnchor ? openByDescriptor(root, segments, options) : openByPath(root, segments, options)
}

export async function withAnchored<T>(
  root: string,
  segments: readonly string[],
  options: AnchorOptions,
  work: (dir: AnchoredDir) => Promise<T>,
): Promise<T> {
  const dir = await openAnchored(root, segments, options)
  try {
    return await work(dir)
  } finally {
    await dir.close()
  }
}

/** One folder further down. The parent may be closed before the child. */
export async function withChild<T>(
  parent: AnchoredDir,
  name: string,
  work: (dir: AnchoredDir) => Promise<T>,
): Promise<T> {
  const dir = canAnchor ? anchoredAt(await openFolder(parent, name, {})) : await plainChild(parent, name, {})
  try {
    return await work(dir)
  } finally {
    await dir.close()
  }
}

/** Refuses everything that is not the name of one entry of one folder. */
export function checkName(name: string): string {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name) || (sep === "\\" && /[\\:]/.test(name))) {
    throw fileError("EBADNAME", `${JSON.stringify(name)} is not a file or folder name`)
  }
  return name
}

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function openByDescriptor(
  root: string,
  segments: readonly string[],
  options: AnchorOptions,
): Promise<AnchoredDir> {
  let dir = anchoredAt(await open(await realpath(root), FOLDER))
  for (const segment of segments) {
    const parent = dir
    try {
      dir = anchoredAt(await openFolder(parent, segment, options))
    } finally {
      await parent.close()
    }
  }
  return dir
}

function anchoredAt(handle: FileHandle): AnchoredDir {
  const path = `/proc/self/fd/${handle.fd}`
  return {
    path,
    at: (name) => `${path}/${checkName(name)}`,
    sync: () => syncFolder(handle),
    close: () => handle.close(),
  }
}

/** A file system that has no such thing as syncing a folder says so; every other error is a failure. */
async function syncFolder(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error
  }
}

async function openFolder(parent: AnchoredDir, name: string, options: AnchorOptions): Promise<FileHandle> {
  const path = parent.at(name)
  if (options.create) await makeFolder(parent, name)
  try {
    return await open(path, FOLDER)
  } catch (error) {
    throw (await isLink(path)) ? linkError(name) : error
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

function linkError(name: string): Error {
  return fileError("ESYMLINK", `${JSON.stringify(name)} is a symbolic link`)
}

/** The weaker way, for systems without /proc/self/fd; exported for its test. */
export async function openByPath(
  root: string,
  segments: readonly string[],
  options: AnchorOptions,
): Promise<AnchoredDir> {
  const top = await realpath(root)
  let dir = plainDir(top)
  for (const segment of segments) dir = await plainChild(dir, segment, options)
  const real = await realpath(dir.path)
  if (real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep)) throw linkError(dir.path)
  return dir
}

async function plainChild(parent: AnchoredDir, name: string, options: AnchorOptions): Promise<AnchoredDir> {
  const path = parent.at(name)
  if (options.create) await makeFolder(parent, name)
  const found = await lstat(path)
  if (found.isSymbolicLink()) throw linkError(name)
  if (!found.isDirectory()) throw Object.assign(new Error(`ENOTDIR: not a directory: ${path}`), { code: "ENOTDIR" })
  return plainDir(path)
}

function plainDir(path: string): AnchoredDir {
  return {
    path,
    at: (name) => join(path, checkName(name)),
    async sync() {
      // Windows cannot open a folder; its file systems journal the entries themselves.
      if (process.platform === "win32") return
      const handle = await open(path, FOLDER)
      try {
        await syncFolder(handle)
      } finally {
        await handle.close()
      }
    },
    close: async () => undefined,
  }
}
