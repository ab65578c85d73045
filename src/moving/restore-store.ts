// Turns an archive into the store. It is unpacked beside the store's place and moved there in one step, so that a crash leaves all of it or
// nothing. A store with anything in it is never replaced.
import { existsSync, lstatSync } from "node:fs"
import { lstat, mkdir, rename, rm, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import { CairnError } from "../model/errors.ts"
import { isBlank } from "../model/note.ts"
import { parseNote } from "../model/note-file.ts"
import { withAnchored } from "../platform/anchored-dir.ts"
import { readFileBelow, replaceFile } from "../platform/durable-file.ts"
import { privateDir } from "../platform/private-mode.ts"
import { isSqliteBusy, openSqlite } from "../platform/sqlite.ts"
import { resetGitSettings } from "../store/git/notes-repository.ts"
import { layoutOf } from "../store/layout.ts"
import { incomingCopy, refuseForeign, removeLeftCopies } from "../store/own-folder.ts"
import { filesBelow } from "./read-outside.ts"
import type { StoreArchive } from "./store-archive.ts"

export async function restoreStore(root: string, { files }: StoreArchive): Promise<void> {
  await refuseForeign(layoutOf(root))
  await refuseUsed(root)
  await refuseOpen(root)
  // The parent folder may not be ours, so its mode is not changed.
  await mkdir(dirname(root), { recursive: true, mode: 0o700 })
  await removeLeftCopies(root, Date.now())
  const staged = incomingCopy(root)
  await rm(staged, { recursive: true, force: true })
  await privateDir(staged)
  try {
    for (const { name, bytes, changed } of files) {
      const segments = name.split("/")
      const last = segments.pop() as string
      if (last === "") {
        await withAnchored(staged, segments, { create: true }, async () => undefined)
        continue
      }
      await replaceFile(staged, segments, last, bytes, { maxBytes: 0 })
      // A note without dates takes the date of its file.
      await utimes(join(staged, name), changed, changed)
    }
    // The files that git takes orders from are Cairn's, not the archive's.
    if (existsSync(join(staged, "history.git"))) await resetGitSettings(join(staged, "history.git"))
    if (isTaken(root)) await rename(root, freePlace(`${root}.before`))
    await rename(staged, root)
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

function freePlace(wanted: string): string {
  let free = wanted
  for (let number = 2; isTaken(free); number++) free = `${wanted}-${number}`
  return free
}

/** Also by a link that leads nowhere, as one to a disk that is not mounted. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Untouched seed notes do not count as a memory. */
async function refuseUsed(root: string): Promise<void> {
  const memory = join(root, "memory")
  const list = "global/reference/projects.md"
  for (const path of (await filesBelow(memory, ".md")).filter((one) => one !== list)) {
    const segments = path.split("/")
    const file = await readFileBelow(memory, segments.slice(0, -1), segments.at(-1) as string, 100_000)
    if (file && isBlank(parseNote(new TextDecoder().decode(file.bytes)).body)) continue
    throw new CairnError(
      "store_not_empty",
      `${root} has a memory already (${path})`,
      "close OpenCode and move that folder away, or set CAIRN_HOME to another one; nothing was changed",
    )
  }
}

/** Another process would go on writing into the folder that was moved aside. */
async function refuseOpen(root: string): Promise<void> {
  const { stateDb } = layoutOf(root)
  if (!(await lstat(stateDb).catch(() => undefined))?.isFile()) return
  const database = await openSqlite(stateDb, { busyTimeoutMs: 200 })
  try {
    // Only the last connection can leave WAL mode, so this fails while another process has it open.
    database.exec("PRAGMA journal_mode = DELETE")
  } catch (error) {
    // A damaged database is not in use.
    if (!isSqliteBusy(error)) return
    throw new CairnError(
      "store_in_use",
      `${root} is open in another process`,
      "close OpenCode first; nothing was changed",
    )
  } finally {
    database.close()
  }
}
