// Memory is private: folders 0700, files 0600, whatever the umask and whatever an older tool left behind.
import { chmod, lstat, mkdir, stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { withAnchored } from "./anchored-dir.ts"
import { fileError, hasCode } from "./file-error.ts"

const OTHERS = 0o077
const WRITABLE_BY_OTHERS = 0o002
const STICKY = 0o1000

/** Makes the folder and its missing parents. */
export async function privateDir(path: string) {
  const dir = resolve(path)
  await makeFolders(dir)
  const found = await stat(dir)
  if (!found.isDirectory()) throw fileError("ENOTDIR", `${dir} is not a folder`)
  const parent = await stat(dirname(dir))
  return {
    /** The folder was open to others and no longer is. */
    tightened: await tighten(dir, found.mode),
    /** Anyone on this machine could replace the folder: worth a warning. */
    parentWritableByOthers:
      process.platform !== "win32" && (parent.mode & (WRITABLE_BY_OTHERS | STICKY)) === WRITABLE_BY_OTHERS,
  }
}

/** Never opens the file: closing a descriptor of a database drops the locks this process holds on it. A missing file is fine. */
export async function privateFile(path: string): Promise<{ tightened: boolean }> {
  try {
    const found = await lstat(path)
    if (!found.isFile()) throw fileError("ENOTREG", `${path} is not a regular file`)
    return { tightened: await tighten(path, found.mode) }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return { tightened: false }
    throw error
  }
}

async function makeFolders(dir: string): Promise<void> {
  try {
    await makeFolder(dir)
  } catch (error) {
    if (!hasCode(error, "ENOENT") || dirname(dir) === dir) throw error
    await makeFolders(dirname(dir))
    // Where nothing can be created, as below /proc, it is still missing: no third attempt.
    await makeFolder(dir)
  }
}

/** A name that is not synced may be gone after a power loss, with everything below it. If syncing is not allowed, we accept that. */
async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 })
  } catch (error) {
    if (hasCode(error, "EEXIST")) return
    throw error
  }
  await withAnchored(dirname(dir), [], {}, (parent) => parent.sync()).catch(() => undefined)
}

async function tighten(path: string, mode: number): Promise<boolean> {
  if (process.platform === "win32" || (mode & OTHERS) === 0) return false
  await chmod(path, mode & 0o700)
  return true
}
