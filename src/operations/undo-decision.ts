// Takes back a decision about a waiting note: the files that it touched become as they were. A file that somebody has changed since is not
// overwritten.
import type { App } from "../app.ts"
import type { FactOutcome } from "../intake/fact-plan.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { joinNote } from "../model/note-file.ts"
import { type NotePath, pathOnDisk } from "../model/note-path.ts"
import { isPrivate, type Scope } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import type { WaitingNote } from "./waiting-notes.ts"

export type TakenDecision = Awaited<ReturnType<typeof withTakingBack>>["taken"]

/**
 * Decides, and also returns what is needed to take it back: each file as it was before, with the hash of what the decision has left of it, and the
 * `contentHash` of the words that were decided about.
 */
export async function withTakingBack(app: App, note: WaitingNote, decide: () => Promise<unknown>) {
  const scope = app.scope(note.scope)
  const named = [note.path, ...(note.replaces === undefined ? [] : [note.replaces]), ...(note.merges ?? [])]
  const paths = named.map(pathOnDisk)
  const archive = () => knownFacts(app, note.scope).retired.map(({ path }) => path)
  const archivedBefore = new Set(archive())
  const before = await Promise.all(paths.map(async (path) => ({ path, text: await textAt(app, scope, path) })))
  const done = await decide()
  const became = (done as Partial<FactOutcome> | undefined)?.path
  const isElsewhere = became !== undefined && !paths.some(({ path }) => path === became)
  const moved = note.merges ? archive().filter((path) => !archivedBefore.has(path)) : []
  const made = [...(isElsewhere ? [became] : []), ...moved].map((path) => ({ path: pathOnDisk(path), text: undefined }))
  const all = [...before, ...made]
  const files = await Promise.all(
    all.map(async (one) => ({ ...one, after: (await app.store.notes.read(scope, one.path))?.info.hash })),
  )
  return { done, taken: { scope, files, of: note.path, hash: note.hash } }
}

export async function takeBack(app: App, { scope, files, of, hash }: TakenDecision): Promise<void> {
  const changes = files.map(({ path, text, after }): NoteChange => ({ scope, path, expect: after ?? "absent", text }))
  const needed = changes.filter(({ expect, text }) => !(expect === "absent" && text === undefined))
  await app.store.notes.apply(needed, `take back the decision about ${shownName(of)}`)
  // Otherwise the same words would count as approved, or as refused, wherever they turn up again.
  const at = new Date(app.clock.now()).toISOString()
  const path = isPrivate(of) ? "(private)" : of
  await app.store.decisions(scope).add([{ at, decision: "withdrawn", hash, path }])
}

async function textAt(app: App, scope: Scope, path: NotePath): Promise<string | undefined> {
  const note = await app.store.notes.read(scope, path)
  return note && joinNote(note.file.parts)
}
