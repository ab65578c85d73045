// What a person has deleted, by command or by hand, an agent does not bring back, however it goes back in history; nor a note that waited until a
// person decided about it, nor words that a person refused.
import type { App } from "../app.ts"
import { deletedByPerson } from "../intake/deletions.ts"
import { contentHash } from "../model/fact.ts"
import { parseNote } from "../model/note-file.ts"
import type { Scope } from "../model/scope.ts"
import { isByHand, isOfProject, isReviewed } from "../store/git/commit-message.ts"
import { toNote } from "../store/notes/note-reader.ts"
import { changesMarks, type WhatStays } from "../store/notes/restore.ts"
import { historyOf } from "./memory-history.ts"
import type { Ask } from "./operation.ts"
import { isOthersProposal, proposalHash, targetOf } from "./proposal.ts"
import { wordsOf } from "./waiting-notes.ts"

/** Older removals are rare among what an agent goes back to. */
const MOST_COMMITS = 200

/**
 * What an agent's way back leaves alone in a scope; nothing for a person. Read by the only writer, right before the change: until then a person may
 * still decide, or remove a note that history has. `files`: the notes to go back to, by their paths below the memory folder.
 */
export async function whatStays(ask: Ask, scope: Scope, files: Iterable<string>): Promise<WhatStays | undefined> {
  if (ask.by === "person") return undefined
  const { app } = ask
  await app.scopeNotes(scope.name).refreshNow()
  const [{ verdictOn }, isDecided] = await Promise.all([app.store.decisions(scope).read(), wordsDecided(app, scope)])
  return {
    away: await goneForGood(app, scope, files, isDecided),
    here: (note, then) =>
      changesMarks(note.info.quarantined, then) ||
      isOthersProposal(ask, note) ||
      verdictOn(proposalHash(note)) === "approved" ||
      (then !== undefined && isDecided(note.info.path, then)),
  }
}

type IsOfText = (path: string, bytes: Uint8Array) => boolean

async function goneForGood(app: App, scope: Scope, files: Iterable<string>, isDecided: IsOfText): Promise<IsOfText> {
  const base = `${scope.folder.join("/")}/`
  const { index } = app.scopeNotes(scope.name)
  const gone = [...files].filter((file) => file.startsWith(base) && !index.get(file.slice(base.length)))
  const isDeleted = await deletedByPerson(app, scope.name)
  const newest = new Map<string, string>()
  const history = historyOf(app)
  const commits = gone.length > 0 ? await history.list({ limit: MOST_COMMITS, paths: gone }) : []
  const removedSince = commits[0] ? await history.snapshot(commits[0].hash, gone) : new Map<string, Uint8Array>()
  for (const { files: changed, message } of commits)
    for (const file of changed) if (!newest.has(file)) newest.set(file, message)
  // Only a person forgets a whole project.
  const isPersons = (message: string, file: string) => isByHand(message, file) || isOfProject(message)
  return (path, bytes) => {
    const [file, message] = [base + path, newest.get(base + path) ?? ""]
    const isOfReview = isDecided(path, bytes) || (isReviewed(message, file) && isWaiting(bytes))
    return removedSince.has(file) || isPersons(message, file) || isDeleted(path, bytes) || isOfReview
  }
}

/** What else a decision moved or replaced is not waiting, and the agent may put it back as after any change. */
function isWaiting(bytes: Uint8Array): boolean {
  return parseNote(new TextDecoder().decode(bytes)).head.trust === "quarantined"
}

/** Tells of a text whether an agent may not bring it back: a person has refused its words, or it would wait again though they are approved. */
export async function wordsDecided(app: App, scope: Scope): Promise<IsOfText> {
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
