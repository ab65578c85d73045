// What operations on notes share: finding the note, and what protects it.

import { QUARANTINE_FOLDER } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import type { NoteInfo } from "../model/note.ts"
import { type NotePath, parseNotePath, pathOnDisk } from "../model/note-path.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import { afterReading, hasSeen, scopedPath } from "../session/known-notes.ts"
import { evidenceNow } from "../session/live-session.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import type { OutcomeRecord } from "../store/tables/outcomes.ts"
import type { Ask } from "./operation.ts"

export interface NotePlace {
  readonly scope: Scope
  readonly path: NotePath
}

export function placeOf({ app }: Ask, input: { path: string; scope?: ScopeName | undefined }): NotePlace {
  const path = parseNotePath(input.path)
  if (path.folder[0] === "global" || path.folder[0] === "projects") {
    const hint = `give the path inside the scope, and scope "${path.folder[0] === "global" ? "global" : "project"}"`
    throw new CairnError("bad_path", `"${input.path}" begins with the name of a scope`, hint)
  }
  const scope = app.scope(input.scope ?? "project")
  const twin = app.scopeNotes(scope.name).index.twinOf(path.path)
  return { scope, path: twin?.normalize("NFC") === path.path ? pathOnDisk(twin) : path }
}

/** Its path below the memory folder, as in history. */
export function fileOf({ scope, path }: NotePlace): string {
  return [...scope.folder, path.path].join("/")
}

/** The agent may not touch what a person has protected; a person may do anything an editor could. */
export function refuseProtected(ask: Ask, note: StoredNote, verb: string): void {
  const { info } = note
  if (ask.by === "person") return
  if (info.quarantined && (verb === "moved" || (verb === "deleted" && !isOwnWaiting(ask, note)))) {
    throw new CairnError(
      "note_quarantined",
      `${info.path} is quarantined and cannot be ${verb}`,
      "only the user can decide about it",
    )
  }
  if (!info.readonly) return
  if (info.problem)
    throw new CairnError(
      "note_not_understood",
      `${info.path} cannot be ${verb}: ${info.problem}`,
      "it can be read; ask the user to fix the file by hand",
    )
  throw new CairnError(
    "note_readonly",
    `${info.path} is read-only and cannot be ${verb}`,
    "only the user can change that; write another note",
  )
}

/** In whose name something is done, and in answer to what. */
export function saidBy({ by, session }: Ask): { readonly said: "user" | "assistant"; readonly evidence: string } {
  return { said: by === "person" ? "user" : "assistant", evidence: evidenceNow(session) }
}

/** More than anybody rewrites one. */
const MAX_RECORDS = 1000

const isWaiting = ({ outcome }: OutcomeRecord) => outcome === "quarantined" || outcome === "unconfirmed"

/** What waited there before is gone, and who wrote it no longer matters. */
const isDecision = ({ outcome, reason }: OutcomeRecord) =>
  outcome === "deleted" || reason === "by_person" || reason === "approved"

/**
 * Whether the waiting note was written by this session alone: it knows what the note says, and may take it back. A proposal is always made anew, and
 * only by the session that made the one before it, so its newest record tells.
 */
export function isOwnWaiting({ app, session }: Ask, { info }: Pick<StoredNote, "info">): boolean {
  if (!session || !info.quarantined) return false
  const records = app.store.outcomes
    .about({ path: info.path }, app.project.name, MAX_RECORDS)
    .filter(({ scope, path }) => scope === info.scope && path === info.path)
  const newest = records.findIndex(isWaiting)
  if (newest < 0 || records[newest]?.hash !== info.hash) return false
  const end = records.findIndex((record, at) => at > newest && isDecision(record))
  const isProposal = info.path.startsWith(`${QUARANTINE_FOLDER}/`)
  return records
    .slice(newest, isProposal ? newest + 1 : end < 0 ? undefined : end)
    .filter(isWaiting)
    .every((record) => record.session === session.id)
}

/** Overwriting an unread note loses it, so the agent may not overwrite what it has not seen. */
export function refuseUnseen(ask: Ask, { info }: StoredNote): void {
  if (!ask.session || sessionHasSeen(ask, info)) return
  throw new CairnError(
    "note_changed",
    `${info.path} holds ${info.chars} characters that you have not read, or that changed since you read them`,
    "memory_read it first, then write the new text; or use memory_edit",
  )
}

export function sessionHasSeen({ app, session }: Ask, info: NoteInfo): boolean {
  return session !== undefined && hasSeen(app.journal.read(session.id).notes, info)
}

export function markSeen(ask: Ask, { info }: StoredNote): void {
  if (!ask.session || sessionHasSeen(ask, info)) return
  ask.app.journal.note(
    ask.session.id,
    [{ kind: "seen", note: scopedPath(info), hash: info.hash }],
    ask.session.turn.answers,
  )
}

/** A note counts as seen when its last page is read after all the pages before it. */
export function markRead(
  { app, session }: Ask,
  { info }: StoredNote,
  page: { from: number; to: number; rows: number },
): void {
  const event = session && afterReading(app.journal.read(session.id).notes, info, page)
  if (event) app.journal.note(session.id, [event], session.turn.answers)
}

export function refuseOverLimit(chars: number, limit: number, path: string): void {
  if (chars <= limit) return
  throw new CairnError(
    "over_limit",
    `${path} would have ${chars} characters, its limit is ${limit}`,
    `shorten it by ${chars - limit}, split it into several notes, or give memory_write a higher limit`,
  )
}

/** A note as data: everything known about it except its text. */
export type NoteData = Omit<NoteInfo, "body" | "gist">

export function noteData({ body, gist, ...data }: NoteInfo): NoteData {
  return data
}

/** The current time to the second, as in a note's frontmatter. */
export function stampNow({ app }: Ask): string {
  return new Date(app.clock.now()).toISOString().replace(/\.\d+Z$/, "Z")
}

/** `reference/api.md (340/5000 chars, cold, project scope)` */
export function describeNote({ path, chars, limit, hot, scope }: NoteData): string {
  return `${path} (${chars}/${limit} chars, ${hot ? "hot" : "cold"}, ${scope} scope)`
}
