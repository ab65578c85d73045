// Reading and changing notes on disk. A change happens under the write lock, starts from what is on disk at that moment, and is
// acknowledged only when it is durable; whoever changed the file by hand in between is never overwritten.
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { CairnError, errnoOf } from "../../model/errors.ts"
import { MAX_NOTE_BYTES, type NoteInfo } from "../../model/note.ts"
import { type NotePath, noteKey } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { storeError } from "../../model/store-error.ts"
import { type FileContent, moveFile, removeFile, replaceFile } from "../../platform/durable-file.ts"
import type { WriteLock } from "../lock/write-lock.ts"
import type { NoteIndex } from "./note-index.ts"
import { hashOf, type NoteSettings, readNote, type StoredNote, toNote } from "./note-reader.ts"

export interface Notes {
  /** Always from disk. */
  read(scope: Scope, path: NotePath): Promise<StoredNote | undefined>
  /** `make` gives the file's new text from the note as it is now (undefined: there is none), or throws to refuse. */
  change(scope: Scope, path: NotePath, make: (current: StoredNote | undefined) => string): Promise<StoredNote>
  remove(scope: Scope, path: NotePath, check: (current: StoredNote) => void): Promise<StoredNote>
  move(scope: Scope, from: NotePath, to: NotePath, check: (current: StoredNote) => void): Promise<StoredNote>
  /** Writes or, without bytes, removes a file exactly as given; false when it is so already. The caller runs inside `alone`. */
  restore(scope: Scope, path: NotePath, bytes: Uint8Array | undefined): Promise<boolean>
  /** Runs `work` as the only writer of the store. */
  alone<T>(work: () => Promise<T>, waitMs?: number): Promise<T>
  /** Sees to it that history has this version, which is about to be replaced or removed. Not inside `alone`: a commit takes its time. */
  secure(scope: Scope, note: NoteInfo, how: LostVersion): Promise<void>
}

export type LostVersion = "replace" | "remove"

export interface NotesOptions {
  readonly memory: string
  readonly settings: NoteSettings
  readonly lock: WriteLock
  readonly indexOf: (scope: Scope) => NoteIndex | undefined
  /** Awaited before a note is replaced or removed: the moment to make sure that history has what will be gone from disk. */
  readonly beforeLoss: (scope: Scope, note: NoteInfo, how: LostVersion) => Promise<void>
  readonly onChange: (scope: Scope, path: string) => void
}

/** How long a tool call waits for other writers. */
const WAIT_MS = 5000
const MAX_ROUNDS = 4
const AGAIN = Symbol("again")

export function createNotes(options: NotesOptions): Notes {
  const { memory, settings, lock, indexOf, beforeLoss, onChange } = options
  const folderOf = (scope: Scope, path: NotePath) => [...scope.folder, ...path.folder]
  const read = (scope: Scope, path: NotePath) => readNote(memory, scope, path, settings)

  async function alone<T>(work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
    try {
      return await lock.hold(waitMs, work)
    } catch (error) {
      throw storeError(error)
    }
  }

  /**
   * Runs `work` alone, on a note whose present version history has, if anybody but this process wrote it. The commit comes before the
   * lock; a version that came up in between gets its own.
   */
  async function keeping<T>(
    scope: Scope,
    path: NotePath,
    how: LostVersion,
    work: (current: StoredNote | undefined) => Promise<T>,
  ): Promise<T> {
    for (let round = 1; ; round++) {
      const seen = await read(scope, path)
      if (seen) await beforeLoss(scope, seen.info, how)
      const outcome = await alone(async () => {
        const current = await read(scope, path)
        if (current && current.info.hash !== seen?.info.hash && round < MAX_ROUNDS) return AGAIN
        return work(current)
      })
      if (outcome !== AGAIN) return outcome
    }
  }

  async function existing(scope: Scope, path: NotePath): Promise<StoredNote> {
    const note = await read(scope, path)
    if (!note) throw noteMissing(scope, path, indexOf(scope))
    return note
  }

  async function write(
    scope: Scope,
    path: NotePath,
    bytes: Uint8Array,
    base: StoredNote | undefined,
  ): Promise<StoredNote> {
    const expect = unchangedSince(base?.info.hash)
    const stamp = await replaceFile(memory, folderOf(scope, path), path.name, bytes, {
      maxBytes: MAX_NOTE_BYTES,
      expect,
    })
    const note = toNote(scope, path.path, { bytes, stamp, truncated: false }, settings)
    indexOf(scope)?.put({ info: note.info, stamp })
    onChange(scope, path.path)
    return note
  }

  async function erase(scope: Scope, path: NotePath, base: StoredNote | undefined): Promise<void> {
    const expect = unchangedSince(base?.info.hash)
    await removeFile(memory, folderOf(scope, path), path.name, { maxBytes: MAX_NOTE_BYTES, expect })
    indexOf(scope)?.remove(path.path)
    onChange(scope, path.path)
  }

  return {
    read,
    alone,
    secure: beforeLoss,
    change: (scope, path, make) =>
      keeping(scope, path, "replace", async (current) => {
        if (!current) await refuseTwin(memory, scope, path, indexOf(scope))
        const bytes = new TextEncoder().encode(make(current))
        if (bytes.length > MAX_NOTE_BYTES) throw tooLarge(bytes.length)
        return write(scope, path, bytes, current)
      }),
    remove: (scope, path, check) =>
      keeping(scope, path, "remove", async (current) => {
        if (!current) throw noteMissing(scope, path, indexOf(scope))
        check(current)
        await erase(scope, path, current)
        return current
      }),
    move: (scope, from, to, check) =>
      alone(async () => {
        const current = await existing(scope, from)
        check(current)
        const there = await read(scope, to)
        // The same file under both names: a move that was cut short, to be finished.
        if (there && there.stamp.ino !== current.stamp.ino) throw pathTaken(to.path)
        if (!there) await refuseTwin(memory, scope, to, indexOf(scope))
        await moveFile(
          memory,
          { segments: folderOf(scope, from), name: from.name },
          { segments: folderOf(scope, to), name: to.name },
        )
        const known = indexOf(scope)?.get(from.path)
        indexOf(scope)?.remove(from.path)
        const moved = await existing(scope, to)
        const foreign = known?.foreign === true || known?.info.hash !== current.info.hash
        indexOf(scope)?.put({ info: moved.info, stamp: moved.stamp, foreign })
        onChange(scope, from.path)
        onChange(scope, to.path)
        return moved
      }),
    async restore(scope, path, bytes) {
      const current = await read(scope, path)
      if (current?.info.hash === (bytes && hashOf(bytes))) return false
      if (bytes) await write(scope, path, bytes, current)
      else await erase(scope, path, current)
      return true
    },
  }
}

export function noteMissing(scope: Scope, path: NotePath, index: NoteIndex | undefined): CairnError {
  const near = index && nearest(path, index)
  const hint = near ? `there is ${near}; memory_tree lists every note` : "memory_tree lists every note"
  return new CairnError("note_not_found", `there is no note ${path.path} in the ${scope.name} scope`, hint)
}

function unchangedSince(hash: string | undefined): (current: FileContent | undefined) => void {
  return (current) => {
    if ((current && hashOf(current.bytes)) === hash) return
    throw new CairnError(
      "note_changed",
      "somebody else changed the note at the same moment; their text was kept",
      "memory_read it and try again",
    )
  }
}

/** A new note may not differ from an existing one only in case or Unicode form: on other file systems they are one file. */
async function refuseTwin(memory: string, scope: Scope, path: NotePath, index: NoteIndex | undefined): Promise<void> {
  const known = index?.twinOf(path.path)
  if (known) throw pathTaken(known)
  let folder = join(memory, ...scope.folder)
  for (const segment of [...path.folder, path.name]) {
    const twin = (await namesIn(folder)).find((name) => name !== segment && noteKey(name) === noteKey(segment))
    if (twin) throw pathTaken(twin)
    folder = join(folder, segment)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return []
    throw error
  }
}

function nearest(path: NotePath, index: NoteIndex): string | undefined {
  for (const candidate of index.paths()) {
    if (noteKey(candidate.split("/").at(-1) ?? "") === noteKey(path.name)) return candidate
  }
  return undefined
}

function pathTaken(name: string): CairnError {
  return new CairnError("path_taken", `${name} exists already`, `use ${name} itself, or another name`)
}

function tooLarge(size: number): CairnError {
  return new CairnError(
    "note_too_large",
    `the file would have ${size} bytes, more than ${MAX_NOTE_BYTES}`,
    "split it into several notes",
  )
}
