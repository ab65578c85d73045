// Notes that a search finds: by path, description and whole text. Quarantined ones are never among them.
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import { inTurns } from "../model/in-turns.ts"
import type { NoteInfo } from "../model/note.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { onceFor } from "../model/once-for.ts"
import { SCOPES } from "../model/scope.ts"
import { rank } from "../search/ranking.ts"
import { writtenTermsOf } from "../search/search-terms.ts"
import { createTermIndex } from "../search/term-index.ts"

export type FoundNote = Pick<NoteInfo, "path" | "scope" | "description">

/** A note must match at least this share of the question, unless it would be shown unasked. */
const LEAST_SHARE = 0.4
const SURE = 1
/** A body names more things than the note is about. */
const IN_BODY = 0.85
const MOST_TEXT = 60_000
/** This many long cold notes, the newest, are read from disk for one search; the others are found by how they begin. */
const MOST_READ = 300

/** The best first. */
export async function notesFor(app: App, question: string): Promise<FoundNote[]> {
  const { index, known } = searchedIn(app)
  const found = await changedNotes(app, known)
  await inTurns(found, (one) => {
    index.add(keyOf(one.note), one)
    known.set(keyOf(one.note), one)
  })
  // No await from here on, so that nothing is shown that is gone or quarantined by now.
  const isThere = ({ scope, path }: NoteInfo) => app.scopeNotes(scope).index.get(path)?.info.quarantined === false
  for (const [key, { note }] of known) {
    if (isThere(note)) continue
    index.remove(key)
    known.delete(key)
  }
  return [...rank(index, writtenTermsOf(question))]
    .filter(({ share, confidence }) => share >= LEAST_SHARE || confidence >= SURE)
    .map(({ document: { note } }) => ({ path: note.path, scope: note.scope, description: note.description }))
}

/** A search would spend most of its time splitting notes into terms, so each note is read once until it changes. */
const searchedIn = onceFor((_app: App) => {
  const index = createTermIndex(({ note: { path, description }, text }: SearchedNote) => [
    { text: `${path} ${description}`, weight: 1 },
    { text, weight: IN_BODY },
  ])
  return { index, known: new Map<string, SearchedNote>() }
})

function keyOf({ scope, path }: NoteInfo): string {
  return `${scope}/${path}`
}

function versionOf({ hash }: NoteInfo, isWhole: boolean): string {
  return isWhole ? `${hash} whole` : hash
}

async function changedNotes(app: App, known: ReadonlyMap<string, SearchedNote>): Promise<SearchedNote[]> {
  const notes = SCOPES.flatMap((scope) => [...app.scopeNotes(scope).index.all()])
    .filter(({ quarantined }) => !quarantined)
    .sort((a, b) => (b.updated ?? "").localeCompare(a.updated ?? ""))
  const changed: SearchedNote[] = []
  let read = 0
  for (const note of notes) {
    const { fact, body, gist, chars } = note
    const isCut = gist !== undefined && chars > gist.length
    const isRead = isCut && read++ < MOST_READ
    if (known.get(keyOf(note))?.version === versionOf(note, isRead)) continue
    const whole = isRead ? await wholeText(app, note) : undefined
    const text = whole ?? `${fact?.detail ?? ""} ${body ?? gist ?? ""}`.slice(0, MOST_TEXT)
    changed.push({ note, version: versionOf(note, whole !== undefined), text })
  }
  return changed
}

interface SearchedNote {
  readonly note: NoteInfo
  /** Which version was read, and whether all of it was. */
  readonly version: string
  readonly text: string
}

/** Undefined if it cannot be read now; then it is found only by how it begins. */
async function wholeText(app: App, note: NoteInfo): Promise<string | undefined> {
  const reading = app.store.notes.read(app.scope(note.scope), pathOnDisk(note.path))
  return reading
    .then((stored) => (stored && !stored.info.quarantined ? stored.file.body.slice(0, MOST_TEXT) : ""))
    .catch(toLog(app, "note-not-searched", { path: note.path }))
}
