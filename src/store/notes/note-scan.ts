// Brings an index up to date with the disk, folder by folder: list, stat, and read only what changed. Each folder is opened once and its entries
// are reached through its descriptor, so no link is ever followed; files are checked a few dozen at a time, so that a hundred thousand notes
// neither exhaust descriptors nor keep the event loop busy.
import { type BigIntStats, type Dirent, lstatSync } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { errnoOf } from "../../model/errors.ts"
import { MAX_NOTE_BYTES } from "../../model/note.ts"
import { isFolderName, isGeneratedName, isNoteName, MAX_DEPTH } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { type AnchoredDir, withAnchored, withChild } from "../../platform/anchored-dir.ts"
import { type FileStamp, readFileIn, sameStamp, stampOf } from "../../platform/durable-file.ts"
import type { Skipped } from "../git/work-tree.ts"
import type { NoteIndex } from "./note-index.ts"
import { type NoteSettings, toNote } from "./note-reader.ts"

const AT_ONCE = 48
const BREATH_MS = 4
const SLOW_STAT_MS = 8
/** A file changed this shortly before its stat may change again without a new mtime: it is checked again next time. */
const SETTLING_NS = 50_000_000n

export type ScanOutcome = Awaited<ReturnType<typeof scanNotes>>

export interface ScanPlace {
  /** Only this folder; a missing one has no notes. */
  readonly below?: string
  /** Whether a note that the index has is not checked again. */
  readonly isKnownEnough?: boolean
}

export async function scanNotes(
  memory: string,
  scope: Scope,
  index: NoteIndex,
  settings: NoteSettings,
  { below = "", isKnownEnough = false }: ScanPlace = {},
) {
  const begun = index.sequence
  const here = new Set<string>()
  const changed: string[] = []
  /** Entries that are left out, with the reason. */
  const skipped: Skipped[] = []
  const folders = await walk(memory, scope, below, skipped, async (dir, folder, names) => {
    for (const name of names) here.add(pathIn(folder, name))
    await inBatches(names, async (name) => {
      const path = pathIn(folder, name)
      if (isKnownEnough && index.get(path)) return
      const twin = index.twinOf(path)
      if (twin !== undefined && here.has(twin)) skipped.push({ path, reason: `twin of ${twin}` })
      else if (await refreshNote(dir, name, path, scope, index, settings, skipped)) changed.push(path)
    })
  })
  // A note that could not be checked (too many open files, say) is not gone.
  const unread = skipped.map(({ path }) => path)
  const isUnread = (path: string) =>
    unread.some((place) => place === path || place === "/" || (place.endsWith("/") && path.startsWith(place)))
  for (const path of [...index.paths()]) {
    const isInside = below === "" || path.startsWith(`${below}/`)
    if (!isInside || here.has(path) || isUnread(path)) continue
    // Written since this scan began, or read by another scan just before it was deleted.
    if (index.sequenceOf(path) > begun && isThere(join(memory, ...scope.folder, path))) continue
    index.remove(path)
    changed.push(path)
  }
  return { found: here.size, changed, folders, skipped }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Every note of a scope by its path; nothing is opened. */
export async function listNotes(memory: string, scope: Scope): Promise<string[]> {
  const paths: string[] = []
  await walk(memory, scope, "", [], async (_dir, folder, names) => {
    for (const name of names) paths.push(pathIn(folder, name))
  })
  return paths
}

type Visit = (dir: AnchoredDir, folder: string, names: readonly string[]) => Promise<void>

/** Visits each folder with the names of its notes, in order; returns the folders. */
async function walk(memory: string, scope: Scope, below: string, skipped: Skipped[], visit: Visit): Promise<string[]> {
  const folders: string[] = []
  const top = below === "" ? [] : below.split("/")

  async function into(dir: AnchoredDir, folder: string): Promise<void> {
    const entries = await readdir(dir.path, { withFileTypes: true })
    const inner: string[] = []
    const names = entries.filter((entry) => takes(entry, folder, inner, skipped)).map(({ name }) => name)
    folders.push(folder)
    await visit(dir, folder, names.sort())
    // Opened from the parent: walking down from the top again would cost more than everything else.
    for (const name of inner.sort())
      await reporting(pathIn(folder, name), () => withChild(dir, name, (child) => into(child, pathIn(folder, name))))
  }

  async function reporting(folder: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const isGone = ["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")
      if (!isGone) skipped.push({ path: `${folder}/`, reason: reasonOf(error) })
    }
  }

  await reporting(below, () => withAnchored(memory, [...scope.folder, ...top], {}, (dir) => into(dir, below)))
  return folders
}

/** Whether the entry is a note; a folder is added to `inner`, and skipped entries are reported. */
function takes(entry: Dirent, folder: string, inner: string[], skipped: Skipped[]): boolean {
  const { name } = entry
  const path = pathIn(folder, name)
  if (entry.isFile() && isNoteName(name)) return true
  if (entry.isDirectory() && isFolderName(name) && path.split("/").length < MAX_DEPTH) inner.push(name)
  else if (entry.isSymbolicLink()) skipped.push({ path, reason: "symbolic link" })
  else if (entry.isFile() && name.endsWith(".md") && !name.startsWith(".") && !isGeneratedName(name))
    skipped.push({ path, reason: "name outside the path grammar" })
  return false
}

/** True if the note is new or says something else than before. */
async function refreshNote(
  dir: AnchoredDir,
  name: string,
  path: string,
  scope: Scope,
  index: NoteIndex,
  settings: NoteSettings,
  skipped: Skipped[],
): Promise<boolean> {
  try {
    const known = index.get(path)
    if (known && sameStamp(known.stamp, stampOf(await statOf(dir.at(name))))) return false
    const content = await readFileIn(dir, name, MAX_NOTE_BYTES)
    if (!content) return false
    const note = toNote(scope, path, content, settings)
    const before = index.get(path)
    const isNews = before?.info.hash !== note.info.hash
    index.put({ info: note.info, stamp: settled(note.stamp), foreign: isNews || before?.foreign === true })
    return isNews
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") skipped.push({ path, reason: reasonOf(error) })
    return false
  }
}

let isSlowDisk = false

/** A stat takes a few microseconds, and thirty times that with a promise; so it is done synchronously, unless the disk is slow. */
function statOf(path: string): BigIntStats | Promise<BigIntStats> {
  if (isSlowDisk) return lstat(path, { bigint: true })
  const begun = performance.now()
  const found = lstatSync(path, { bigint: true })
  isSlowDisk = performance.now() - begun > SLOW_STAT_MS
  return found
}

function settled(stamp: FileStamp): FileStamp {
  const age = BigInt(Date.now()) * 1_000_000n - stamp.mtimeNs
  return age >= 0n && age < SETTLING_NS ? { ...stamp, mtimeNs: -1n } : stamp
}

function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`
}

function reasonOf(error: unknown): string {
  return errnoOf(error) ?? String(error)
}

async function inBatches(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < names.length; start += AT_ONCE) {
    await Promise.all(names.slice(start, start + AT_ONCE).map(work))
    await breathe()
  }
}

let breathedAt = 0

/** Bun may answer batch after batch without ever leaving the microtask queue, and nothing else gets a turn. */
async function breathe(): Promise<void> {
  if (performance.now() - breathedAt < BREATH_MS) return
  await new Promise(setImmediate)
  breathedAt = performance.now()
}
