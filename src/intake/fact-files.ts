// Facts as files: what is written for a new one, a changed one, one that is archived. Nothing is written here; the changes go into a plan.

import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { ARCHIVE_FOLDER, type Fact, factBody, factPath, factWords, headOfFact, namedAt } from "../model/fact.ts"
import { changeNote, newNote, parseNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { pathOnDisk } from "../model/note-path.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { noteChanged } from "../store/notes/note-refusals.ts"

export interface FactChange {
  /** Where the fact is afterwards. */
  readonly path: string
  readonly changes: readonly NoteChange[]
  /** Of the file as it will be. */
  readonly hash: string
}

/** The changes of one plan; two of them never take the same name. */
export type FactFiles = ReturnType<typeof factFiles>

/** `decidedOn` are the versions, by path, of the facts that the plan was based on: the disk must have those. */
export function factFiles(app: App, scope: Scope, decidedOn: ReadonlyMap<string, string>) {
  const taken = new Set<string>()
  const readPresent = async (path: string): Promise<StoredNote> => {
    const note = await app.store.notes.read(scope, pathOnDisk(path))
    if (!note?.info.fact || note.info.hash !== decidedOn.get(path)) throw noteChanged()
    return note
  }
  const written = (path: string, text: string, expect: string): FactChange => ({
    path,
    changes: [{ scope, path: pathOnDisk(path), expect, text }],
    hash: sha256(new TextEncoder().encode(text)),
  })
  /** The index has only the beginning of a long one; the file has all of it. */
  const wholeDetail = async ({ detail, detailCutFrom }: Fact): Promise<string | undefined> => {
    if (detailCutFrom === undefined) return detail
    const note = await app.store.notes.read(scope, pathOnDisk(detailCutFrom))
    if (!note?.info.fact?.detailCutFrom || note.info.fact.detail !== detail) throw noteChanged()
    return factWords(undefined, note.file.body).detail
  }
  const free = async (fact: Fact, folder?: string) => {
    const path = await freePath(app, scope, fact, { folder, taken })
    taken.add(path)
    return path
  }

  return {
    async add(fact: Fact, folder?: string): Promise<FactChange> {
      const path = await free(fact, folder)
      const body = factBody({ sentence: fact.text, detail: await wholeDetail(fact) })
      return written(path, newNote(body, headOfFact({ ...fact, path })), "absent")
    },
    async change(path: string, fact: Fact): Promise<FactChange> {
      const current = await readPresent(path)
      return written(path, rewritten(current, fact, await wholeDetail(fact)), current.info.hash)
    },
    /** `by` is what replaced it, if anything did; `fact` is what it says by now, if that has changed too. */
    async archive(path: string, by: string | undefined, fact?: Fact): Promise<FactChange> {
      const current = await readPresent(path)
      const file = fact ? parseNote(rewritten(current, fact, await wholeDetail(fact))) : current.file
      const text = changeNote(file, {
        superseded_by: by && namedAt(path, [by])[0],
        conflicts_with: undefined,
        contradicts: undefined,
      })
      const place = await free(fact ?? (current.info.fact as Fact), ARCHIVE_FOLDER)
      const gone = { scope, path: pathOnDisk(path), expect: current.info.hash }
      const moved = written(place, text, "absent")
      return { ...moved, changes: [...moved.changes, gone] }
    },
  }
}

/** A file that is not a fact may have the name. */
export async function freePath(
  app: App,
  scope: Scope,
  fact: Fact,
  { folder, taken = new Set() }: { readonly folder?: string | undefined; readonly taken?: ReadonlySet<string> } = {},
): Promise<string> {
  const { index } = app.scopeNotes(scope.name)
  const used = new Set(taken)
  const isTaken = (path: string) => used.has(path) || index.get(path) !== undefined || index.twinOf(path) !== undefined
  for (;;) {
    const path = factPath(fact.type, nameOf(fact), (name) => isTaken(inFolder(name, folder)))
    const wanted = inFolder(path, folder)
    if ((await app.store.notes.read(scope, pathOnDisk(wanted))) === undefined) return wanted
    used.add(wanted)
  }
}

/** Names are in lists and in history: a quarantined note's name repeats none of its text. */
function nameOf({ trust, text }: Fact): string {
  return trust === "quarantined" ? `quarantined ${factId(text).slice(0, 8)}` : text
}

function inFolder(path: string, folder: string | undefined): string {
  return folder === undefined ? path : `${folder}/${path.split("/").at(-1)}`
}

/** Only what has changed is written. */
function rewritten(current: StoredNote, fact: Fact, detail: string | undefined): string {
  const [was, is] = [headOfFact(current.info.fact as Fact), headOfFact(fact)]
  const changes: HeadChanges = Object.fromEntries(Object.entries(is).filter(([key, value]) => was[key] !== value))
  const body = factBody({ sentence: fact.text, detail })
  return changeNote(current.file, { ...changes, ...withoutDescription(current) }, body)
}

/** It is left out while it says the same as the body; one that a person wrote differently stays. */
export function withoutDescription({ info, file }: StoredNote): HeadChanges {
  return file.head.description === info.fact?.text ? { description: undefined } : {}
}

export function versionsOf(app: App, scope: ScopeName, paths: readonly string[]): Map<string, string> {
  const { index } = app.scopeNotes(scope)
  return new Map(paths.flatMap((path) => [[path, index.get(path)?.info.hash ?? ""] as const]))
}
