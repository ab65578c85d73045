// The notes that wait for a person's decision, with all that is known of where they came from.
import type { App } from "../app.ts"
import { QUARANTINE_FOLDER } from "../intake/note-text.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import { contentHash } from "../model/fact.ts"
import { type NotePath, parseNotePath, pathOnDisk } from "../model/note-path.ts"
import { SCOPES, type Scope, type ScopeName } from "../model/scope.ts"
import type { StoredNote } from "../store/note-reader.ts"
import type { OutcomeRecord } from "../store/outcomes.ts"

export interface WaitingNote {
  readonly scope: ScopeName
  readonly path: string
  readonly type: string
  readonly description: string
  readonly body: string
  /** Of what it says; a decision names it. */
  readonly hash: string
  /** Where it came from, as far as that is known. */
  readonly source?: string
  readonly evidence?: string
  /** Why it was not trusted, by the record's word for it. */
  readonly reason?: string
  /** The note in whose place it would stand. */
  readonly replaces?: string
  /** What that note says now. */
  readonly present?: { readonly description: string; readonly body: string }
}

/** As on disk now, the project's first. One that cannot be read does not hide the others. */
export async function waitingNotes(app: App): Promise<WaitingNote[]> {
  const found: WaitingNote[] = []
  for (const name of SCOPES) {
    await app.scopeNotes(name).refreshNow()
    for (const { path } of [...app.scopeNotes(name).index.quarantined]) {
      const note = await readIfPossible(app, app.scope(name), pathOnDisk(path))
      if (note?.info.quarantined) found.push(await describe(app, note))
    }
  }
  return found
}

async function describe(app: App, note: StoredNote): Promise<WaitingNote> {
  const { info, file } = note
  const target = targetOf(note)
  const present = target && (await readIfPossible(app, app.scope(info.scope), target))
  const last = whyItWaits(app, info.scope, info.path)
  const source = info.fact?.source ?? last?.source
  const evidence = info.fact?.evidence ?? (last?.session && [last.session, last.message].filter(Boolean).join("/"))
  return {
    scope: info.scope,
    path: info.path,
    type: typeOf(note),
    // A proposal without a description of its own leaves the present one.
    description: file.head.description ?? present?.info.description ?? info.description,
    body: file.body,
    hash: hashOf(note),
    ...(source && { source }),
    ...(evidence && { evidence }),
    ...(last && { reason: last.reason }),
    ...(target && { replaces: target.path }),
    ...(present && { present: { description: present.info.description, body: present.file.body } }),
  }
}

/** A change proposed to a trusted note names it; only Cairn writes below this folder. What is no path names nothing. */
export function targetOf({ info, file }: StoredNote): NotePath | undefined {
  const named = file.values.get("replaces")
  if (typeof named !== "string" || !info.path.startsWith(`${QUARANTINE_FOLDER}/`)) return undefined
  try {
    const target = parseNotePath(named)
    return target.folder[0] === QUARANTINE_FOLDER ? undefined : target
  } catch (error) {
    if (error instanceof CairnError) return undefined
    throw error
  }
}

/** Later candidates that said the same have outcomes of their own at this path. */
export function whyItWaits(app: App, scope: ScopeName, path: string): OutcomeRecord | undefined {
  return app.store.outcomes
    .about({ path }, app.project.name, 50)
    .find((record) => record.scope === scope && record.outcome === "quarantined")
}

export function typeOf({ info }: StoredNote): string {
  return info.fact?.type ?? info.type ?? "reference"
}

/** What a decision about the note is kept by. */
export function hashOf({ info, file }: StoredNote): string {
  return contentHash({ description: info.description, body: file.body })
}

async function readIfPossible(app: App, scope: Scope, path: NotePath): Promise<StoredNote | undefined> {
  try {
    return await app.store.notes.read(scope, path)
  } catch (error) {
    app.log.warn("review", { note: path.path, why: messageOf(error) })
    return undefined
  }
}
