// Reading and changing notes on disk. A change happens under the write lock, starts from what is on disk at that moment, and is acknowledged only
// when it is durable; an edit made by hand in between is never overwritten.
import type { NoteInfo } from "../../model/note.ts"
import type { NotePath } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { storeError } from "../../model/store-error.ts"
import type { NamedChange } from "../git/commit-message.ts"
import type { Withdraw } from "../git/pending-changes.ts"
import type { WriteLock } from "../lock/write-lock.ts"
import { applyChanges, type NoteChange } from "./change-set.ts"
import { type NoteFilesOptions, openNoteFiles } from "./note-files.ts"
import type { StoredNote } from "./note-reader.ts"
import { noteMissing, refuseTwin } from "./note-refusals.ts"

export type Notes = ReturnType<typeof createNotes>

export type LostVersion = "replace" | "remove"

export interface NotesOptions extends NoteFilesOptions {
  readonly lock: WriteLock
  /** Awaited before a note is replaced or removed: the moment to make sure that history has what will disappear from disk. */
  readonly beforeLoss: (scope: Scope, note: NoteInfo, how: LostVersion) => Promise<void>
  /** Called before the files are written, with their paths below the memory folder; what it returns, with those that were not. */
  readonly announce: (change: NamedChange) => Withdraw | undefined
}

/** How long a tool call waits for other writers; it has 30 s in all. On a busy machine ten writers may need many seconds. */
const WAIT_MS = 20_000
const MAX_ROUNDS = 4
const AGAIN = Symbol("again")

/** Throws to refuse the change. */
type Check = (current: StoredNote) => void

export function createNotes(options: NotesOptions) {
  const { memory, indexOf, beforeLoss } = options
  const sets = openChangeSets(options)
  const { read, alone, applyAlone } = sets

  /**
   * Runs `work` alone on a note whose present version is in history if anybody but this process wrote it. The commit comes before the lock; a
   * version that appeared in between gets its own.
   */
  async function changeOne<T>(
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
    ...sets,
    /** `make` returns the file's new text from the note as it is now (undefined: there is none), or throws to refuse. */
    change: (
      scope: Scope,
      path: NotePath,
      make: (current: StoredNote | undefined) => string,
      why: (isNew: boolean) => string,
    ) =>
      changeOne(scope, path, "replace", async (current) => {
        if (!current) await refuseTwin(memory, scope, path, indexOf(scope))
        const change = { scope, path, expect: current?.info.hash ?? "absent", text: make(current) }
        const [note] = await applyAlone([change], why(current === undefined))
        return note as StoredNote
      }),
    remove: (scope: Scope, path: NotePath, check: Check, why: string) =>
      changeOne(scope, path, "remove", async (current) => {
        if (!current) throw noteMissing(scope, path, indexOf(scope))
        check(current)
        await applyAlone([{ scope, path, expect: current.info.hash }], why)
        return current
      }),
    move: (scope: Scope, from: NotePath, to: NotePath, check: Check, why: string) =>
      alone(async () => {
        const current = await read(scope, from)
        if (!current) throw noteMissing(scope, from, indexOf(scope))
        check(current)
        if (!(await read(scope, to))) await refuseTwin(memory, scope, to, indexOf(scope))
        const [note] = await applyAlone([{ scope, path: to, from, expect: "any" }], why)
        return note as StoredNote
      }),
  }
}

function openChangeSets(options: NotesOptions) {
  const files = openNoteFiles(options)

  /** Runs `work` as the only writer of the store. */
  async function alone<T>(work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
    try {
      return await options.lock.hold(waitMs, work)
    } catch (error) {
      throw storeError(error)
    }
  }

  /**
   * Carries out all of the changes or none, for a caller inside `alone`; `why` is the message in history. `first` runs when everything is checked,
   * several texts are prepared under temporary names, and no note is changed yet.
   */
  function applyAlone(changes: readonly NoteChange[], why: string, first?: () => Promise<void> | undefined) {
    return applyChanges(files, changes, async (paths) => {
      await first?.()
      return paths.length > 0 ? options.announce({ why, paths }) : undefined
    })
  }

  /** Makes sure that history has the versions that the changes would replace or remove. Not inside `alone`: a commit takes time. */
  async function commitVersions(changes: readonly NoteChange[]): Promise<void> {
    for (const { scope, path, expect, text, stays } of changes) {
      const note = expect === "absent" || stays ? undefined : await files.read(scope, path)
      if (note) await options.beforeLoss(scope, note.info, text === undefined ? "remove" : "replace")
    }
  }

  return {
    /** Always from disk. */
    read: files.read,
    alone,
    applyAlone,
    commitVersions,
    /** Both, for changes that are known in advance. */
    async apply(changes: readonly NoteChange[], why: string) {
      await commitVersions(changes)
      return alone(() => applyAlone(changes, why))
    },
  }
}
