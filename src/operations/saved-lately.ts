// What was saved in the last days and still stands: what was deleted since, taken back, rolled back or archived, or waits again, is not remembered.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { isArchived } from "../intake/known-facts.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES } from "../model/scope.ts"
import type { OutcomeRecord } from "../store/tables/outcomes.ts"

/** In the words that a note has now. What was approved again after an edit or an undo counts once. The indexes have to be fresh. */
export function savedLately(app: App, newestFirst: readonly OutcomeRecord[]) {
  const byWords = new Map<string, NoteInfo>()
  for (const scope of SCOPES)
    for (const info of app.scopeNotes(scope).index.facts)
      if (info.fact && stands(info)) byWords.set(`${scope} ${factId(info.fact.text)}`, info)
  const saved = new Map<string, Pick<OutcomeRecord, "at" | "text" | "source">>()
  for (const { at, scope, path = "", key, text, source } of newestFirst) {
    const there = app.scopeNotes(scope).index.get(path)?.info
    // A fact that was moved, or that got another name, has its words.
    const note = there && stands(there) ? there : byWords.get(`${scope} ${key}`)
    const place = `${scope} ${note?.path}`
    if (note && !saved.has(place)) saved.set(place, { at, text: note.fact?.text ?? text, source })
  }
  return [...saved.values()]
}

function stands({ quarantined, fact }: NoteInfo): boolean {
  return !quarantined && !(fact && (fact.supersededBy !== undefined || isArchived(fact)))
}
