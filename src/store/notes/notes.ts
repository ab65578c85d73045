// Reading and changing notes on disk. A change happens under the write lock, starts from what is on disk at that moment, and is
// acknowledged only when it is durable; whoever changed the file by hand in between is never overwritten.
import { MAX_NOTE_BYTES, type NoteInfo } from "../../model/note.ts"
import type { NotePath } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { storeError } from "../../model/store-error.ts"
import type { WriteLock } from "../lock/write-lock.ts"
import { type NoteFiles, type NoteFilesOptions, openNoteFiles } from "./note-files.ts"
import { hashOf, type StoredNote } from "./note-reader.ts"
import { noteMissing, noteTooLarge, pathTaken, refuseTwin } from "./note-refusals.ts"

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

export interface NotesOptions extends NoteFilesOptions {
  readonly lock: WriteLock
  /** Awaited before a note is replaced or removed: the moment to make sure that history has what will be gone from disk. */
  readonly beforeLoss: (scope: Scope, note: NoteInfo, how: LostVersion) => Promise<void>
}

/** How long a tool call waits for other writers; it has 30 s in all. On a busy machine ten writers may need many seconds. */
const WAIT_MS = 20_000
const MAX_ROUNDS = 4
const AGAIN = Symbol("again")

export function createNotes(options: NotesOptions): Notes {
  const { memory, lock, indexOf, beforeLoss } = options
  const files = openNoteFiles(options)
  const { read } = files

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

  return {
    read,
    alone,
    secure: beforeLoss,
    restore: (scope, path, bytes) => restoreFile(files, scope, path, bytes),
    change: (scope, path, make) =>
      keeping(scope, path, "replace", async (current) => {
        if (!current) await refuseTwin(memory, scope, path, indexOf(scope))
        const bytes = new TextEncoder().encode(make(current))
        if (bytes.length > MAX_NOTE_BYTES) throw noteTooLarge(bytes.length)
        return files.write(scope, path, bytes, current)
      }),
    remove: (scope, path, check) =>
      keeping(scope, path, "remove", async (current) => {
        if (!current) throw noteMissing(scope, path, indexOf(scope))
        check(current)
        await files.erase(scope, path, current)
        return current
      }),
    move: (scope, from, to, check) =>
      alone(async () => {
        const current = await read(scope, from)
        if (!current) throw noteMissing(scope, from, indexOf(scope))
        check(current)
        const there = await read(scope, to)
        // The same file under both names: a move that was cut short, to be finished.
        if (there && there.stamp.ino !== current.stamp.ino) throw pathTaken(to.path)
        if (!there) await refuseTwin(memory, scope, to, indexOf(scope))
        return files.move(scope, from, to, current)
      }),
  }
}

async function restoreFile(
  files: NoteFiles,
  scope: Scope,
  path: NotePath,
  bytes: Uint8Array | undefined,
): Promise<boolean> {
  const current = await files.read(scope, path)
  if (current?.info.hash === (bytes && hashOf(bytes))) return false
  if (bytes) await files.write(scope, path, bytes, current)
  else await files.erase(scope, path, current)
  return true
}
