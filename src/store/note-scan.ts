// Brings an index up to date with the disk: list, stat, and read only what changed. Files are stat'ed a few dozen at a time, so that ten
// thousand notes neither exhaust file descriptors nor keep the event loop busy. Links are never followed.
import type { BigIntStats } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { errnoOf } from "../model/errors.ts"
import { MAX_NOTE_BYTES } from "../model/note.ts"
import { isFolderName, isNoteName, MAX_DEPTH, noteKey } from "../model/note-path.ts"
import type { Scope } from "../model/scope.ts"
import { type FileStamp, readFileBelow, sameStamp } from "../platform/durable-file.ts"
import type { NoteIndex } from "./note-index.ts"
import { type NoteSettings, toNote } from "./note-reader.ts"

const AT_ONCE = 48
/** A file changed this shortly before it was stat'ed may change again without a new mtime: look at it once more next time. */
const SETTLING_NS = 50_000_000n

export interface ScanOutcome {
  readonly found: number
  readonly changed: readonly string[]
  readonly folders: readonly string[]
  /** Entries that are left out, with the reason. */
  readonly skipped: readonly { path: string; reason: string }[]
}

/** Scans the scope, or only one folder of it (a missing folder has no notes). */
export async function scanNotes(
  memory: string,
  scope: Scope,
  index: NoteIndex,
  settings: NoteSettings,
  below = "",
): Promise<ScanOutcome> {
  const base = join(memory, ...scope.folder)
  const begun = index.sequence
  const { files, folders, skipped } = await listNotes(base, below)
  const seen = new Map(files.map((path) => [noteKey(path), path]))
  const kept = files.filter((path) => seen.get(noteKey(path)) === path)
  for (const path of files)
    if (seen.get(noteKey(path)) !== path) skipped.push({ path, reason: `twin of ${seen.get(noteKey(path))}` })

  const changed: string[] = []
  const here = new Set(kept)
  const inFolder = below === "" ? () => true : (path: string) => path.startsWith(`${below}/`)
  for (const path of [...index.paths()]) {
    if (!inFolder(path) || here.has(path) || index.sequenceOf(path) > begun) continue
    index.remove(path)
    changed.push(path)
  }
  await inBatches(kept, async (path) => {
    try {
      if (await refreshNote(memory, scope, path, index, settings)) changed.push(path)
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return
      skipped.push({ path, reason: errnoOf(error) ?? String(error) })
    }
  })
  return { found: kept.length, changed, folders, skipped }
}

async function refreshNote(
  memory: string,
  scope: Scope,
  path: string,
  index: NoteIndex,
  settings: NoteSettings,
): Promise<boolean> {
  const stats = await lstat(join(memory, ...scope.folder, path), { bigint: true })
  if (sameStamp(index.get(path)?.stamp, stampOf(stats))) return false
  const segments = path.split("/")
  const name = segments.pop() as string
  const content = await readFileBelow(memory, [...scope.folder, ...segments], name, MAX_NOTE_BYTES)
  if (!content) return false
  const note = toNote(scope, path, content, settings)
  const before = index.get(path)?.info.hash
  index.put({ info: note.info, stamp: settled(note.stamp) })
  return before !== note.info.hash
}

function stampOf(stats: BigIntStats): FileStamp {
  return { mtimeNs: stats.mtimeNs, size: Number(stats.size), ino: stats.ino, nlink: Number(stats.nlink) }
}

function settled(stamp: FileStamp): FileStamp {
  const age = BigInt(Date.now()) * 1_000_000n - stamp.mtimeNs
  return age >= 0n && age < SETTLING_NS ? { ...stamp, mtimeNs: -1n } : stamp
}

interface Listing {
  readonly files: string[]
  readonly folders: string[]
  readonly skipped: { path: string; reason: string }[]
}

/** Every note below a folder by its name, sorted; nothing is opened. */
export async function listNotes(base: string, below = ""): Promise<Listing> {
  const listing: Listing = { files: [], folders: [], skipped: [] }
  const queue = [below]
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const entries = await entriesOf(join(base, folder))
    if (!entries) continue
    listing.folders.push(folder)
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      const depth = path.split("/").length
      if (entry.isDirectory() && isFolderName(entry.name) && depth < MAX_DEPTH) queue.push(path)
      else if (entry.isFile() && isNoteName(entry.name)) listing.files.push(path)
      else if (entry.isSymbolicLink()) listing.skipped.push({ path, reason: "symbolic link" })
      else if (entry.isFile() && entry.name.endsWith(".md") && !entry.name.startsWith(".") && !isGenerated(entry.name))
        listing.skipped.push({ path, reason: "name outside the path grammar" })
    }
  }
  listing.files.sort()
  return listing
}

function isGenerated(name: string): boolean {
  return name === "MEMORY.md" || name === "_CONFLICTS.md"
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined
    throw error
  }
}

async function inBatches(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < paths.length; start += AT_ONCE)
    await Promise.all(paths.slice(start, start + AT_ONCE).map(work))
}
