// The files of notes and their index entries, kept in step. Writers here hold the write lock.
import { MAX_NOTE_BYTES } from "../../model/note.ts"
import type { NotePath } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import {
  discardStaged,
  moveFile,
  placeStaged,
  removeFile,
  replaceFile,
  type StagedFile,
  stageFile,
} from "../../platform/durable-file.ts"
import type { NoteIndex } from "./note-index.ts"
import { type NoteSettings, readNote, type StoredNote, toNote } from "./note-reader.ts"
import { noteMissing, unchangedSince } from "./note-refusals.ts"
import type { WrittenMarks } from "./written-marks.ts"

export interface NoteFilesOptions {
  readonly memory: string
  readonly settings: NoteSettings
  readonly indexOf: (scope: Scope) => NoteIndex | undefined
  readonly beforeWrite: (scope: Scope) => Promise<void>
  readonly onChange: (scope: Scope, path: string) => void
  readonly marks: WrittenMarks
}

export type NoteFiles = ReturnType<typeof openNoteFiles>

/** `base` is the note as it was read; if the file has changed since, it is left alone and the call is refused. */
export function openNoteFiles({ memory, settings, indexOf, beforeWrite, onChange, marks }: NoteFilesOptions) {
  const folderOf = (scope: Scope, path: NotePath) => [...scope.folder, ...path.folder]
  const read = (scope: Scope, path: NotePath) => readNote(memory, scope, path, settings)

  return {
    read,
    /** Takes the space that the text needs; nobody sees it yet. */
    async stage(scope: Scope, path: NotePath, bytes: Uint8Array): Promise<StagedFile> {
      await beforeWrite(scope)
      return stageFile(memory, folderOf(scope, path), bytes)
    },
    discard: (scope: Scope, path: NotePath, staged: StagedFile) => discardStaged(memory, folderOf(scope, path), staged),
    async write(
      scope: Scope,
      path: NotePath,
      bytes: Uint8Array,
      base: StoredNote | undefined,
      staged?: StagedFile,
    ): Promise<StoredNote> {
      await beforeWrite(scope)
      const expect = unchangedSince(base?.info.hash)
      const bounds = { maxBytes: MAX_NOTE_BYTES, expect }
      const folder = folderOf(scope, path)
      const placed = staged && (await placeStaged(memory, folder, path.name, staged, bounds))
      const stamp = placed ?? (await replaceFile(memory, folder, path.name, bytes, bounds))
      const note = toNote(scope, path.path, { bytes, stamp, truncated: false }, settings)
      marks.add([...scope.folder, path.path].join("/"), note.info.hash)
      indexOf(scope)?.put({ info: note.info, stamp })
      onChange(scope, path.path)
      return note
    },
    async erase(scope: Scope, path: NotePath, base: StoredNote | undefined): Promise<void> {
      const expect = unchangedSince(base?.info.hash)
      await removeFile(memory, folderOf(scope, path), path.name, { maxBytes: MAX_NOTE_BYTES, expect })
      indexOf(scope)?.remove(path.path)
      onChange(scope, path.path)
    },
    async move(scope: Scope, from: NotePath, to: NotePath, base: StoredNote): Promise<StoredNote> {
      const place = (path: NotePath) => ({ segments: folderOf(scope, path), name: path.name })
      await moveFile(memory, place(from), place(to))
      const index = indexOf(scope)
      const known = index?.get(from.path)
      index?.remove(from.path)
      const moved = await read(scope, to)
      if (!moved) throw noteMissing(scope, to, index)
      const foreign = known?.foreign === true || known?.info.hash !== base.info.hash
      index?.put({ info: moved.info, stamp: moved.stamp, foreign })
      onChange(scope, from.path)
      onChange(scope, to.path)
      return moved
    },
  }
}
