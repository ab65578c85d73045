// Facts as files: a new one, a changed one, one that goes to the archive. The caller runs as the only writer of the store.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { ARCHIVE_FOLDER, type Fact, factBody, factPath, factWords, headOfFact } from "../model/fact.ts"
import { changeNote, newNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { pathOnDisk } from "../model/note-path.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"

export async function writeNew(app: App, scope: Scope, fact: Fact, folder?: string): Promise<string> {
  const path = await freePath(app, scope, fact, folder)
  const text = newNote(factBody({ sentence: fact.text, detail: fact.detail }), headOfFact({ ...fact, path }))
  await app.store.notes.restore(scope, pathOnDisk(path), encode(text))
  return path
}

/** A file that is no fact may have the name. */
export async function freePath(app: App, scope: Scope, fact: Fact, folder?: string): Promise<string> {
  const { index } = app.scopeNotes(scope.name)
  const taken = new Set<string>()
  const isTaken = (path: string) => taken.has(path) || index.get(path) !== undefined || index.twinOf(path) !== undefined
  for (;;) {
    const path = factPath(fact.type, nameOf(fact), (name) => isTaken(inFolder(name, folder)))
    const wanted = inFolder(path, folder)
    if ((await app.store.notes.read(scope, pathOnDisk(wanted))) === undefined) return wanted
    taken.add(wanted)
  }
}

/** A name stands in lists and in history: of what waits in quarantine it repeats nothing. */
function nameOf({ trust, text }: Fact): string {
  return trust === "trusted" ? text : `quarantined ${factId(text).slice(0, 8)}`
}

function inFolder(path: string, folder: string | undefined): string {
  return folder === undefined ? path : `${folder}/${path.split("/").at(-1)}`
}

/** Only what has changed is written; gives the file's hash. */
export async function rewrite(app: App, scope: Scope, path: string, fact: Fact): Promise<string | undefined> {
  const current = await present(app, scope, path)
  const before = current.info.fact
  if (!before) return undefined
  const [was, is] = [headOfFact(before), headOfFact(fact)]
  const changes: HeadChanges = Object.fromEntries(Object.entries(is).filter(([key, value]) => was[key] !== value))
  const text = changeNote(current.file, { ...changes, ...withoutDescription(current) }, bodyAfter(current, fact))
  await app.store.notes.restore(scope, pathOnDisk(path), encode(text))
  return hashAt(app, scope.name, path)
}

/** The index keeps only the beginning of a long detail; the file has all of it. */
function bodyAfter({ info, file }: StoredNote, { text, detail }: Fact): string {
  const isSame = detail === info.fact?.detail
  return factBody({ sentence: text, detail: isSame ? factWords(undefined, file.body).detail : detail })
}

/** It is left out while it says what the body says; one that a person wrote otherwise stays. */
export function withoutDescription({ info, file }: StoredNote): HeadChanges {
  return file.head.description === info.fact?.text ? { description: undefined } : {}
}

export async function archive(app: App, scope: Scope, path: string, by: string): Promise<string> {
  const current = await present(app, scope, path)
  const { fact } = current.info
  if (!fact) return path
  const text = changeNote(current.file, { superseded_by: by, conflicts_with: undefined })
  const place = await freePath(app, scope, fact, ARCHIVE_FOLDER)
  await app.store.notes.restore(scope, pathOnDisk(place), encode(text))
  await app.store.notes.restore(scope, pathOnDisk(path), undefined)
  return place
}

async function present(app: App, scope: Scope, path: string): Promise<StoredNote> {
  const note = await app.store.notes.read(scope, pathOnDisk(path))
  if (!note) throw new Error(`${path} is gone`)
  return note
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function hashAt(app: App, scope: ScopeName, path: string): string {
  return app.scopeNotes(scope).index.get(path)?.info.hash ?? ""
}
