// Puts notes back to what a commit has. Only notes are touched: what is read-only, private or no note by its name stays as it is.
import { isFolderName, isNoteName, parseNotePath } from "../model/note-path.ts"
import { globalScope, isPrivate, projectScope, type Scope } from "../model/scope.ts"
import { listNotes } from "./note-scan.ts"
import type { Notes } from "./notes.ts"

export interface Restored {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Left alone because a person protected them. */
  readonly kept: readonly string[]
}

/** `snapshot` has every file of the scopes at the commit, by its path below the memory folder. */
export async function restoreNotes(
  memory: string,
  notes: Notes,
  scopes: readonly Scope[],
  snapshot: ReadonlyMap<string, Uint8Array>,
  only?: string,
): Promise<Restored> {
  const outcome = { written: [] as string[], removed: [] as string[], kept: [] as string[] }
  for (const scope of scopes) {
    const base = scope.folder.join("/")
    const then = new Map(
      [...snapshot]
        .filter(([path]) => path.startsWith(`${base}/`))
        .map(([path, bytes]) => [path.slice(base.length + 1), bytes]),
    )
    const now = await listNotes(memory, scope)
    for (const path of new Set([...then.keys(), ...now])) {
      if ((only === undefined || path === only) && isRestorable(path))
        await restoreOne(notes, scope, path, then.get(path), outcome)
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
  outcome: { written: string[]; removed: string[]; kept: string[] },
): Promise<void> {
  const place = parseNotePath(path)
  const current = await notes.read(scope, place)
  if (!current && !bytes) return
  const full = `${scope.folder.join("/")}/${path}`
  if (current?.info.readonly) {
    outcome.kept.push(full)
    return
  }
  if (await notes.restore(scope, place, bytes)) (bytes ? outcome.written : outcome.removed).push(full)
}

function isRestorable(path: string): boolean {
  const segments = path.split("/")
  const name = segments.pop() ?? ""
  return !isPrivate(path) && isNoteName(name) && segments.every(isFolderName)
}
