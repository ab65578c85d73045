// Restores notes to the state of a commit, as one change-set. Only notes are touched: files that are protected, private or not notes stay as they
// are, and one that cannot even be read does not stop the others.

import { messageOf } from "../../model/errors.ts"
import { isGeneratedPath, isGeneratedText } from "../../model/generated-mark.ts"
import { joinNote, parseNote } from "../../model/note-file.ts"
import { isFolderName, isNoteName, pathOnDisk } from "../../model/note-path.ts"
import { globalScope, isPrivate, projectScope, type Scope } from "../../model/scope.ts"
import { sha256 } from "../../model/sha256.ts"
import type { NoteChange } from "./change-set.ts"
import type { StoredNote } from "./note-reader.ts"
import { refuseSecondName } from "./note-refusals.ts"
import { listNotes } from "./note-scan.ts"
import type { Notes } from "./notes.ts"

export type Restored = Awaited<ReturnType<typeof restoreNotes>>

/** What is left alone. */
export interface WhatStays {
  /** Of notes that are not there now. */
  away(path: string, bytes: Uint8Array): boolean
  /** Of notes that are there; with what would take their place, if anything was there then. */
  here(note: StoredNote, then: Uint8Array | undefined): boolean
}

export interface RestoreChoice {
  readonly scopes: readonly Scope[]
  /** One note only, by its path in the scope. */
  readonly only?: string | undefined
  readonly stays?: WhatStays | undefined
  /** The message in history. */
  readonly why: string
}

/** `snapshot` has every file of the scopes at the commit, by its path below the memory folder. */
export async function restoreNotes(
  memory: string,
  notes: Notes,
  snapshot: ReadonlyMap<string, Uint8Array>,
  { scopes, only, stays, why: message }: RestoreChoice,
) {
  const outcome = {
    written: [] as string[],
    removed: [] as string[],
    /** Left alone: only a person decides about them. */
    kept: [] as string[],
    /** Left alone: read-only, or damaged and so treated like that. */
    readonly: [] as string[],
    failed: [] as { path: string; why: string }[],
  }
  const planned: Planned[] = []
  for (const scope of scopes) {
    const base = `${scope.folder.join("/")}/`
    const then = new Map(
      [...snapshot].filter(([path]) => path.startsWith(base)).map(([path, bytes]) => [path.slice(base.length), bytes]),
    )
    for (const path of new Set([...(await listNotes(memory, scope)), ...then.keys()])) {
      if ((only !== undefined && path !== only) || !isRestorable(path)) continue
      try {
        const plan = await planOne(notes, scope, path, then.get(path), stays)
        if (plan === "kept" || plan === "readonly") outcome[plan].push(base + path)
        else if (plan) planned.push({ file: base + path, change: plan })
      } catch (error) {
        outcome.failed.push({ path: base + path, why: messageOf(error) })
      }
    }
  }
  const why = await notes
    .applyAlone(
      planned.map(({ change }) => change),
      message,
    )
    .then(() => undefined, messageOf)
  for (const { file, change } of planned) {
    // If a disk fails in the middle, what is done is done.
    if (why !== undefined && !(await isDone(notes, change))) outcome.failed.push({ path: file, why })
    else outcome[change.text === undefined ? "removed" : "written"].push(file)
  }
  return outcome
}

interface Planned {
  /** Below the memory folder. */
  readonly file: string
  readonly change: RestoredNote
}

type RestoredNote = NoteChange & { readonly text: Uint8Array | undefined }

async function isDone(notes: Notes, { scope, path, text }: RestoredNote): Promise<boolean> {
  const now = await notes.read(scope, path).catch(() => undefined)
  return now?.info.hash === (text && sha256(text))
}

/** The scopes a snapshot or the memory folder can have, for a rollback of everything. */
export function scopesIn(paths: Iterable<string>, projectFolders: Iterable<string>): Scope[] {
  const names = new Set(projectFolders)
  for (const path of paths) {
    const [top, name] = path.split("/")
    if (top === "projects" && name) names.add(name)
  }
  return [globalScope, ...[...names].filter(isFolderName).sort().map(projectScope)]
}

async function planOne(
  notes: Notes,
  scope: Scope,
  path: string,
  bytes: Uint8Array | undefined,
  stays: WhatStays | undefined,
): Promise<RestoredNote | "kept" | "readonly" | undefined> {
  const place = pathOnDisk(path)
  const current = await notes.read(scope, place)
  if (!current && !bytes) return undefined
  const texts = [current && joinNote(current.file.parts), bytes && new TextDecoder().decode(bytes)]
  if (isGenerated([...scope.folder, path].join("/"), texts)) return undefined
  if (current?.info.hash === (bytes && sha256(bytes))) return undefined
  if (current?.info.readonly) return "readonly"
  if (current ? stays?.here(current, bytes) : bytes && stays?.away(path, bytes)) return "kept"
  if (current && bytes) refuseSecondName(current.stamp)
  return { scope, path: place, expect: current?.info.hash ?? "absent", text: bytes }
}

/** Older commits have such files; they are generated, not restored. */
function isGenerated(path: string, texts: readonly (string | undefined)[]): boolean {
  return isGeneratedPath(path) && texts.some((text) => text !== undefined && isGeneratedText(path, text))
}

/** Whether that version, or its absence, would change what only a person sets: `readonly` or `trust`. */
export function changesMarks(isQuarantined: boolean, bytes: Uint8Array | undefined): boolean {
  if (!bytes) return isQuarantined
  const { head } = parseNote(new TextDecoder().decode(bytes))
  return head.readonly || (head.trust === "quarantined") !== isQuarantined
}

function isRestorable(path: string): boolean {
  const segments = path.split("/")
  const name = segments.pop() ?? ""
  return !isPrivate(path) && isNoteName(name) && segments.every(isFolderName)
}
