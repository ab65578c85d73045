// What a person has deleted, by command or by hand, an agent does not bring back, however it goes back in history; nor a note that waited until a
// person decided about it, nor words that a person refused.
import type { App } from "../app.ts"
import { deletedByPerson } from "../intake/deletions.ts"
import { contentHash } from "../model/fact.ts"
import { parseNote } from "../model/note-file.ts"
import type { Scope } from "../model/scope.ts"
import { isByHand, isOfProject, isReviewed } from "../store/git/commit-message.ts"
import { type StoredNote, toNote } from "../store/notes/note-reader.ts"
import { historyOf } from "./memory-history.ts"
import type { Ask } from "./operation.ts"
import { isOthersProposal, proposalHash, targetOf } from "./proposal.ts"
import { wordsOf } from "./waiting-notes.ts"

/** Older removals are rare among what an agent goes back to. */
const MOST_COMMITS = 200

/**
 * Tells of a note that is gone whether it stays so. `files`: the notes of the scope that a commit has, by their paths below the memory folder.
 * Undefined for a person, who may bring back anything.
 */
export async function staysDeleted(
  { app, by }: Ask,
  scope: Scope,
  files: Iterable<string>,
): Promise<((path: string, bytes: Uint8Array) => boolean) | undefined> {
  if (by === "person") return undefined
  const base = `${scope.folder.join("/")}/`
  const { index } = app.scopeNotes(scope.name)
  const gone = [...files].filter((file) => file.startsWith(base) && !index.get(file.slice(base.length)))
  if (gone.length === 0) return undefined
  const [isDeleted, isDecided] = await Promise.all([deletedByPerson(app, scope.name), wordsDecided(app, scope)])
  const history = historyOf(app)
  await history.flush()
  const newest = new Map<string, string>()
  for (const { files: changed, message } of await history.list({ limit: MOST_COMMITS, paths: gone }))
    for (const file of changed) if (!newest.has(file)) newest.set(file, message)
  // Only a person forgets a whole project.
  const isPersons = (message: string, file: string) => isByHand(message, file) || isOfProject(message)
  return (path, bytes) => {
    const [file, message] = [base + path, newest.get(base + path) ?? ""]
    const isOfReview = isDecided(path, bytes) || (isReviewed(message, file) && isWaiting(bytes))
    return isPersons(message, file) || isDeleted(path, bytes) || isOfReview
  }
}

/** What else a decision moved or replaced is not waiting, and the agent may put it back as after any change. */
function isWaiting(bytes: Uint8Array): boolean {
  return parseNote(new TextDecoder().decode(bytes)).head.trust === "quarantined"
}

/**
 * Tells of a note that is there whether a rollback leaves it as it is: it is another session's proposal, a person approved its words, or has
 * decided about those that would come back. Undefined for a person.
 */
export async function staysAsItIs(
  ask: Ask,
  scope: Scope,
): Promise<((note: StoredNote, then: Uint8Array | undefined) => boolean) | undefined> {
  if (ask.by === "person") return undefined
  const [{ verdictOn }, isDecided] = await Promise.all([
    ask.app.store.decisions(scope).read(),
    wordsDecided(ask.app, scope),
  ])
  return (note, then) =>
    isOthersProposal(ask, note) ||
    verdictOn(proposalHash(note)) === "approved" ||
    (then !== undefined && isDecided(note.info.path, then))
}

/** Tells of a text whether an agent may not bring it back: a person has refused its words, or it would wait again though they are approved. */
export async function wordsDecided(app: App, scope: Scope): Promise<(path: string, bytes: Uint8Array) => boolean> {
  const { verdictOn } = await app.store.decisions(scope).read()
  const { index } = app.scopeNotes(scope.name)
  return (path, bytes) => {
    const stamp = { mtimeNs: 0n, size: bytes.length, ino: 0n, nlink: 1 }
    const note = toNote(scope, path, { bytes, stamp, truncated: false }, app.config)
    const target = targetOf(note)
    const verdict = verdictOn(contentHash(wordsOf(note, target && index.get(target.path))))
    return verdict === "rejected" || (verdict === "approved" && note.info.quarantined)
  }
}
