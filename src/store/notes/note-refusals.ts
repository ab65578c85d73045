// Why a change of notes is refused, in words that say what to do next.
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { CairnError, errnoOf } from "../../model/errors.ts"
import { MAX_NOTE_BYTES } from "../../model/note.ts"
import { type NotePath, noteKey } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { sha256 } from "../../model/sha256.ts"
import { storeError } from "../../model/store-error.ts"
import type { FileContent, FileStamp } from "../../platform/durable-file.ts"
import type { NoteIndex } from "./note-index.ts"

export function noteMissing(scope: Scope, path: NotePath, index: NoteIndex | undefined): CairnError {
  const near = index && nearest(path, index)
  const hint = near ? `there is ${near}; memory_tree lists every note` : "memory_tree lists every note"
  return new CairnError("note_not_found", `there is no note ${path.path} in the ${scope.name} scope`, hint)
}

/** Whether a file is still as it was read: checked at the last moment before it is written. */
export function unchangedSince(hash: string | undefined): (current: FileContent | undefined) => void {
  return (current) => {
    if ((current && sha256(current.bytes)) === hash) return
    throw noteChanged()
  }
}

export function noteChanged(): CairnError {
  return storeError({ code: "ECHANGED" })
}

/** A new note may not differ from an existing one only in case or Unicode form: on other file systems they are one file. */
export async function refuseTwin(
  memory: string,
  scope: Scope,
  path: NotePath,
  index: NoteIndex | undefined,
): Promise<void> {
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

export function pathTaken(name: string): CairnError {
  return new CairnError("path_taken", `${name} exists already`, `use ${name} itself, or another name`)
}

/** A text that takes the place of such a file would leave the other name with the old one. */
export function refuseSecondName({ nlink }: FileStamp): void {
  if (nlink > 1) throw storeError({ code: "EHARDLINK" })
}

export function noteTooLarge(size: number): CairnError {
  return new CairnError(
    "note_too_large",
    `the file would have ${size} bytes, more than ${MAX_NOTE_BYTES}`,
    "split it into several notes",
    { note: "" },
  )
}
