// Changes of notes that belong together. Every file's expected state is checked, and several texts are written under temporary names, before the
// first takes its place: a set is refused as a whole, also by a full disk. What can still fail in the middle (the disk breaks, somebody edits a file of
// the set at that moment) is answered with what is changed already. Texts take their places before files are removed: a crash in between leaves a text
// twice, never nowhere, and duplicates count as one fact. The caller holds the write lock.

import { MAX_NOTE_BYTES } from "../../model/note.ts"
import { type NotePath, noteKey } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { sha256 } from "../../model/sha256.ts"
import { shownName } from "../../model/shown-name.ts"
import { atNote, partlyDone } from "../../model/store-error.ts"
import type { StagedFile } from "../../platform/durable-file.ts"
import type { Withdraw } from "../git/pending-changes.ts"
import type { NoteFiles } from "./note-files.ts"
import type { StoredNote } from "./note-reader.ts"
import { noteChanged, noteTooLarge, pathTaken, refuseSecondName } from "./note-refusals.ts"

export interface NoteChange {
  readonly scope: Scope
  readonly path: NotePath
  /** The hash that the file must have now. */
  readonly expect: string | "absent" | "any"
  /** Undefined: the file is removed. */
  readonly text?: string | Uint8Array | undefined
  /** The file is only checked; it stays. */
  readonly stays?: true
  /** The file is moved from there unchanged, instead of being written. */
  readonly from?: NotePath
}

/** `before` returns what is told the files that were not written after all. Returns the notes as they are now; undefined for one that is gone. */
export async function applyChanges(
  files: NoteFiles,
  changes: readonly NoteChange[],
  before: (paths: readonly string[]) => Promise<Withdraw | undefined>,
): Promise<(StoredNote | undefined)[]> {
  // One by one: a rollback may have thousands, and each open file is a descriptor.
  const checked: Checked[] = []
  for (const change of changes) checked.push(await checkChange(files, change).catch(naming(change)))
  const wanted = checked.filter(({ isDone }) => !isDone)
  const inOrder = wanted.toSorted(inSafeOrder)
  const staged = await stageTexts(files, wanted)
  const written = new Map<NoteChange, StoredNote | undefined>()
  let withdraw: Withdraw | undefined
  try {
    withdraw = await before(wanted.flatMap(({ change }) => pathsOf(change)))
    for (const one of inOrder) {
      written.set(one.change, await carryOut(files, one, staged.get(one.change)).catch(naming(one.change)))
      staged.delete(one.change)
    }
  } catch (error) {
    await discardTexts(files, staged)
    const left = inOrder.filter(({ change }) => !written.has(change))
    if (left[0] && (await isWritten(files, left[0]).catch(() => false))) left.shift()
    withdraw?.(left.flatMap(({ change }) => pathsOf(change)))
    throw written.size === 0
      ? error
      : partlyDone(
          error,
          [...written.keys()].map(({ path }) => shownName(path.path)),
        )
  }
  return checked.map(({ change, current, bytes }) => written.get(change) ?? (bytes && current))
}

function naming({ path }: NoteChange): (error: unknown) => never {
  return (error) => {
    throw atNote(error, shownName(path.path))
  }
}

async function carryOut(files: NoteFiles, { change, bytes, current }: Checked, staged: StagedFile | undefined) {
  const { scope, path, from } = change
  if (from) return moveNote(files, change, from)
  if (bytes) return files.write(scope, path, bytes, current, staged)
  return void (await files.erase(scope, path, current))
}

/** Of a change that failed: the disk may have failed after it. */
async function isWritten(files: NoteFiles, { change: { scope, path, from }, bytes }: Checked): Promise<boolean> {
  const [there, source] = [await files.read(scope, path), from && (await files.read(scope, from))]
  return from ? there !== undefined && !source : there?.info.hash === (bytes && sha256(bytes))
}

type Staged = Map<NoteChange, StagedFile>

/** A single text takes its place in one step anyway. */
async function stageTexts(files: NoteFiles, wanted: readonly Checked[]): Promise<Staged> {
  const texts = wanted.flatMap(({ change, bytes }) => (bytes && !change.from ? [{ change, bytes }] : []))
  const staged: Staged = new Map()
  try {
    for (const { change, bytes } of texts.length > 1 ? texts : [])
      staged.set(change, await files.stage(change.scope, change.path, bytes))
    return staged
  } catch (error) {
    await discardTexts(files, staged)
    throw error
  }
}

async function discardTexts(files: NoteFiles, staged: Staged): Promise<void> {
  for (const [{ scope, path }, file] of [...staged].reverse()) await files.discard(scope, path, file)
}

type Checked = Awaited<ReturnType<typeof checkChange>>

async function checkChange(files: NoteFiles, change: NoteChange) {
  const { scope, path, expect, text, from, stays } = change
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  if (bytes && bytes.length > MAX_NOTE_BYTES) throw noteTooLarge(bytes.length)
  const current = await files.read(scope, path)
  if (from) {
    checkMove(change, await files.read(scope, from), current)
    return { change, bytes, current: undefined, isDone: false }
  }
  if (expect !== "any" && (current?.info.hash ?? "absent") !== expect) throw noteChanged()
  const isDone = stays === true || current?.info.hash === (bytes && sha256(bytes))
  if (!isDone && bytes && current) refuseSecondName(current.stamp)
  return { change, bytes, current, isDone }
}

async function moveNote(files: NoteFiles, change: NoteChange, from: NotePath): Promise<StoredNote> {
  const { scope, path } = change
  const [current, there] = await Promise.all([files.read(scope, from), files.read(scope, path)])
  return files.move(scope, from, path, checkMove(change, current, there))
}

function checkMove({ path }: NoteChange, current: StoredNote | undefined, there: StoredNote | undefined): StoredNote {
  if (!current) throw noteChanged()
  // The same file under both names: an interrupted move, to be finished.
  if (there && there.stamp.ino !== current.stamp.ino) throw pathTaken(path.path)
  return current
}

/** On some disks two names that differ in case are one file: there, removals come first. */
function inSafeOrder(one: Checked, other: Checked): number {
  const isSameFile = noteKey(one.change.path.path) === noteKey(other.change.path.path)
  const order = Number(one.bytes === undefined) - Number(other.bytes === undefined)
  return isSameFile ? -order : order
}

function pathsOf({ scope, path, from }: NoteChange): string[] {
  return [path, ...(from ? [from] : [])].map((one) => [...scope.folder, one.path].join("/"))
}
