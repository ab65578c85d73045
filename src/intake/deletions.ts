// A deleted fact does not come back from the same evidence, and a restored one may. Kept next to the notes, without its words.
import type { App } from "../app.ts"
import { everyFactId, factId } from "../facts/fact-id.ts"
import { toLog } from "../model/errors.ts"
import { factWords } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { parseNote } from "../model/note-file.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import type { Deletion } from "../store/notes/person-decisions.ts"
import { recordWords } from "./record.ts"

export async function rememberDeletion(
  app: App,
  note: NoteInfo,
  by: { readonly said: "user" | "assistant"; readonly evidence: string },
): Promise<void> {
  await decide(app, [note], { decision: "deleted", ...(by.said === "user" && { by: "person" }) })
  const { fact, scope, path } = note
  // Only the words of a fact that are already on record.
  if (!fact || !app.store.outcomes.lastPromotion(app.project.name, scope, factId(fact.text))) return
  recordWords(app, { ...fact, scope, ...by }, { outcome: "deleted", reason: "asked", path })
}

/** `paths` are below the memory folder, as a rollback names them. */
export async function rememberRestored(app: App, paths: readonly string[]): Promise<void> {
  const notes = SCOPES.flatMap((scope) => {
    const base = `${app.scope(scope).folder.join("/")}/`
    const own = paths.filter((path) => path.startsWith(base)).map((path) => path.slice(base.length))
    return own.flatMap((path) => app.scopeNotes(scope).index.get(path)?.info ?? [])
  })
  await decide(app, notes, { decision: "restored" })
}

/** Tells of a note that is gone whether a person deleted it, or the fact it states: an agent does not bring that back. */
export async function deletedByPerson(
  app: App,
  scope: ScopeName,
): Promise<(path: string, bytes: Uint8Array) => boolean> {
  const { isDeleted } = await app.store.decisions(app.scope(scope)).read()
  return (path, bytes) => {
    const { head, body } = parseNote(new TextDecoder().decode(bytes))
    const { sentence = "" } = factWords(head.description, body)
    return [pathKey(path), factId(sentence)].some((key) => isDeleted(key)?.by === "person")
  }
}

/** A note may have had other words before it was deleted. */
function pathKey(path: string): string {
  return sha256(`note ${path}`)
}

/** The notes are already as they should be; if the record fails, only the record is lost. */
async function decide(app: App, notes: readonly NoteInfo[], decided: Pick<Deletion, "decision" | "by">): Promise<void> {
  const at = new Date(app.clock.now()).toISOString()
  for (const scope of SCOPES) {
    const entries = notes
      .filter((note) => note.scope === scope)
      .flatMap(({ path, fact }): Deletion[] => {
        // If the agent deletes a new note there, what the person once deleted no longer matters.
        const ofPath = decided.by ? decided : { decision: "restored" as const }
        const keys = !fact
          ? []
          : decided.decision === "deleted"
            ? [factId(fact.text)]
            : everyFactId(fact.text, [fact.type])
        const evidence = fact?.evidence === undefined ? {} : { evidence: fact.evidence }
        return [{ at, ...ofPath, key: pathKey(path) }, ...keys.map((key) => ({ at, ...decided, key, ...evidence }))]
      })
    if (entries.length === 0) continue
    await record(app, scope, entries).catch(toLog(app, "decisions"))
  }
}

async function record(app: App, scope: ScopeName, entries: readonly Deletion[]): Promise<void> {
  const decisions = app.store.decisions(app.scope(scope))
  const { isDeleted } = await decisions.read()
  await decisions.add(entries.filter(({ decision, key }) => decision === "deleted" || isDeleted(key) !== undefined))
}
