// Restores notes to the state of a commit. Only notes are touched: files that are protected, private or not notes stay as they are, and one that
// cannot be restored does not stop the others.

import { messageOf } from "../../model/errors.ts"
import { isGeneratedPath, isGeneratedText } from "../../model/generated-mark.ts"
import { joinNote, parseNote } from "../../model/note-file.ts"
import { isFolderName, isNoteName, pathOnDisk } from "../../model/note-path.ts"
import { globalScope, isPrivate, projectScope, type Scope } from "../../model/scope.ts"
import { sha256 } from "../../model/sha256.ts"
import { listNotes } from "./note-scan.ts"
import type { Notes } from "./notes.ts"

export type Restored = Awaited<ReturnType<typeof restoreNotes>>

export interface RestoreChoice {
  readonly scopes: readonly Scope[]
  /** One note only, by its path in the scope. */
  readonly only?: string | undefined
  /** Whether to skip notes whose `readonly` or `trust` would change: only a person sets those. */
  readonly keepMarks: boolean
  /** Whether to leave a note out that is not there now. */
  readonly staysAway?: ((path: string, bytes: Uint8Array) => boolean) | undefined
  /** The message in history. */
  readonly why: string
}

/** `snapshot` has every file of the scopes at the commit, by its path below the memory folder. */
export async function restoreNotes(
  memory: string,
  notes: Notes,
  snapshot: ReadonlyMap<string, Uint8Array>,
  { scopes, only, ...choice }: RestoreChoice,
) {
  const outcome = {
    written: [] as string[],
    removed: [] as string[],
    /** Left alone because a person protected them. */
    kept: [] as string[],
    failed: [] as { path: string; why: string }[],
  }
  for (const scope of scopes) {
    const base = `${scope.folder.join("/")}/`
    const then = new Map(
      [...snapshot].filter(([path]) => path.startsWith(base)).map(([path, bytes]) => [path.slice(base.length), bytes]),
    )
    const paths = [...new Set([...(await listNotes(memory, scope)), ...then.keys()])]
    // Removals first, then additions: on some disks two names that differ in case are one file.
    for (const path of paths.sort((a, b) => Number(then.has(a)) - Number(then.has(b)))) {
      if ((only !== undefined && path !== only) || !isRestorable(path)) continue
      try {
        const done = await restoreOne(notes, scope, path, then.get(path), choice)
        if (done) outcome[done].push(base + path)
      } catch (error) {
        outcome.failed.push({ path: base + path, why: messageOf(error) })
      }
    }
  }
  return outcome
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

async function restoreOne(
  notes: Notes,
  scope: Scope,
  path: string,
  bytes: Uint8Array | undefined,
  { keepMarks, staysAway, why }: Omit<RestoreChoice, "scopes" | "only">,
): Promise<"written" | "removed" | "kept" | undefined> {
  const place = pathOnDisk(path)
  const current = await notes.read(scope, place)
  if (!current && !bytes) return undefined
  const texts = [current && joinNote(current.file.parts), bytes && new TextDecoder().decode(bytes)]
  if (isGenerated([...scope.folder, path].join("/"), texts)) return undefined
  if (current && (current.info.readonly || (keepMarks && changesMarks(current.info.quarantined, bytes)))) return "kept"
  if (!current && bytes && staysAway?.(path, bytes)) return "kept"
  if (current?.info.hash === (bytes && sha256(bytes))) return undefined
  await notes.applyAlone([{ scope, path: place, expect: current?.info.hash ?? "absent", text: bytes }], why)
  return bytes ? "written" : "removed"
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
