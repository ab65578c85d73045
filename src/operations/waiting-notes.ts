// The notes that wait for a person's decision, with everything known about where they came from.
import type { App } from "../app.ts"
import { type NoteWords, noteWords, whyItWaits, wordsAt } from "../intake/note-text.ts"
import { toLog } from "../model/errors.ts"
import { contentHash } from "../model/fact.ts"
import { type NotePath, pathOnDisk } from "../model/note-path.ts"
import { SCOPES, type Scope, type ScopeName } from "../model/scope.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { type Deed, deedOf, isOutdated, mergedWith, proposalHash, targetOf } from "./proposal.ts"

export interface WaitingNote {
  readonly scope: ScopeName
  readonly path: string
  readonly type: string
  readonly description: string
  readonly body: string
  /** The hash of what it says; a decision names it. */
  readonly hash: string
  /** Where it came from, as far as known. */
  readonly source?: string
  readonly evidence?: string
  /** When it began to wait; ms. */
  readonly since?: number
  /** What its words were read from, in plain words, if somebody has looked. */
  readonly wordsFrom?: string
  /** Why it was not trusted: the reason's name in the record. */
  readonly reason?: string
  /** The note that it would replace. */
  readonly replaces?: string
  /** What that note says now; a decision names this hash as well. */
  readonly present?: NoteWords & { readonly hash: string }
  /** Facts that say the same and would be archived with it. */
  readonly merges?: readonly string[]
  /** What is proposed for that note, if it is not a new text. */
  readonly proposes?: Deed
  /** That note was changed or removed since the proposal was made. */
  readonly isOutdated?: true
}

/** As on disk now, the project's first. One that cannot be read does not hide the others. */
export async function waitingNotes(app: App, scopes: readonly ScopeName[] = SCOPES): Promise<WaitingNote[]> {
  const found: WaitingNote[] = []
  for (const name of scopes) {
    await app.scopeNotes(name).refreshNow()
    for (const { path } of [...app.scopeNotes(name).index.quarantined]) {
      const note = await readIfPossible(app, app.scope(name), pathOnDisk(path))
      if (note?.info.quarantined) found.push(await describe(app, note))
    }
  }
  return found
}

async function describe(app: App, note: StoredNote): Promise<WaitingNote> {
  const { info } = note
  const target = targetOf(note)
  const deed = deedOf(note)
  const present = target && (await readIfPossible(app, app.scope(info.scope), target))
  const words = wordsOf(note, present)
  const { source, evidence, reason, since } = originOf(app, note)
  const merged = target ? mergedWith(app, note) : []
  return {
    scope: info.scope,
    path: info.path,
    type: typeOf(note),
    ...words,
    hash: contentHash(words),
    ...(source && { source }),
    ...(evidence && { evidence }),
    ...(reason && { reason }),
    ...(since && { since }),
    ...(target && { replaces: target.path }),
    ...(target && deed && { proposes: deed }),
    ...(merged.length > 0 && { merges: merged.map(({ path }) => path) }),
    ...(present && {
      present: { ...noteWords(present, present.file.body), hash: proposalHash(present) },
    }),
    ...(target && isOutdated(note, present) && { isOutdated: true as const }),
  }
}

/** The words as they would be after approval; a decision is stored under their hash. A proposal without a description keeps the present one. */
export function wordsOf(note: StoredNote, replaced: Pick<StoredNote, "info"> | undefined): NoteWords {
  const { head, body } = note.file
  const target = targetOf(note)
  const deed = deedOf(note)
  if (target && deed) return { description: `${deed} ${target.path}`, body: "" }
  const description = head.description ?? replaced?.info.description ?? note.info.description
  const { fact } = (replaced ?? note).info
  return wordsAt({ path: target?.path ?? note.info.path, ...(fact && { fact }) }, { description, body })
}

/** From the note itself and from the record of why it waits; `evidence` is `session/message`. */
export function originOf(app: App, { info }: StoredNote) {
  const last = whyItWaits(app, info)
  return {
    source: info.fact?.source ?? last?.source,
    evidence: info.fact?.evidence ?? (last?.session && [last.session, last.message].filter(Boolean).join("/")),
    said: last?.said,
    reason: last?.reason,
    since: last?.at,
  }
}

export function typeOf({ info }: StoredNote): string {
  return info.fact?.type ?? info.type ?? "reference"
}

async function readIfPossible(app: App, scope: Scope, path: NotePath): Promise<StoredNote | undefined> {
  return app.store.notes.read(scope, path).catch(toLog(app, "review", { note: path.path }))
}
