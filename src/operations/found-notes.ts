// Notes that a search finds: by path, description and whole text. Quarantined ones are never among them.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"
import type { NoteInfo } from "../model/note.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { SCOPES } from "../model/scope.ts"
import type { PastQuery } from "../past/past-query.ts"
import { termsOf } from "../search/search-terms.ts"

export interface FoundNote {
  readonly path: string
  readonly scope: string
  readonly description: string
}

/** A note must match at least this share of the question. */
const LEAST_OF_NOTE = 0.4
const MOST_TEXT = 60_000
/** This many long cold notes, the newest, are read from disk for one search; the others are found by how they begin. */
const MOST_READ = 300

/** The best first. */
export async function notesFor(app: App, { terms }: PastQuery): Promise<FoundNote[]> {
  const all = [...terms.values()].reduce((sum, weight) => sum + weight, 0)
  const notes = SCOPES.flatMap((scope) => [...app.scopeNotes(scope).index.all()])
    .filter(({ quarantined }) => !quarantined)
    .sort((a, b) => (b.updated ?? "").localeCompare(a.updated ?? ""))
  const found: (FoundNote & { readonly share: number })[] = []
  let read = 0
  for (const note of notes) {
    const { path, scope, description } = note
    const isRead = isCut(note) && read++ < MOST_READ
    const { words, names } = termsOf(`${path} ${description} ${isRead ? await wholeText(app, note) : knownText(note)}`)
    const told = [...terms].reduce((sum, [term, weight]) => sum + (words.has(term) || names.has(term) ? weight : 0), 0)
    const share = all === 0 ? 0 : told / all
    if (share >= LEAST_OF_NOTE) found.push({ path, scope, description, share })
  }
  return found.sort((a, b) => b.share - a.share)
}

function isCut({ gist, chars }: NoteInfo): boolean {
  return gist !== undefined && chars > gist.length
}

function knownText({ fact, body, gist }: NoteInfo): string {
  return `${fact?.detail ?? ""} ${body ?? gist ?? ""}`.slice(0, MOST_TEXT)
}

/** A note that cannot be read now is found by how it begins. */
async function wholeText(app: App, note: NoteInfo): Promise<string> {
  try {
    const stored = await app.store.notes.read(app.scope(note.scope), pathOnDisk(note.path))
    return stored && !stored.info.quarantined ? stored.file.body.slice(0, MOST_TEXT) : ""
  } catch (error) {
    app.log.warn("note-not-searched", { path: note.path, why: messageOf(error) })
    return knownText(note)
  }
}
