// Which contradictions a session's model was shown, and what the user has typed since: only that can be an answer. What names one of the facts
// before anybody asked is about something else.
import type { App } from "../app.ts"
import { conflictBetween } from "../facts/conflict.ts"
import { type ConflictPair, conflictPairs, wordsMark } from "../facts/conflict-list.ts"
import type { NoteInfo } from "../model/note.ts"
import { onceFor } from "../model/once-for.ts"
import { SCOPES } from "../model/scope.ts"
import { typedSince } from "../session/known-notes.ts"
import type { LiveSession } from "../session/live-session.ts"

/** Found once per change of a note, which makes a new list: every request asks. */
export const conflictsAmong = onceFor((facts: readonly NoteInfo[]) => conflictPairs(facts, conflictBetween))

export function conflictsNow(app: App): readonly ConflictPair[] {
  return SCOPES.flatMap((scope) => conflictsAmong(app.scopeNotes(scope).index.facts))
}

/** The model gets to read this: a prompt, a tail, a tool's answer. It shows the pairs that it names both sides of. */
export function noticeConflictsIn(app: App, session: LiveSession, text: string | undefined): void {
  if (session.parent !== null || !text?.includes(".md")) return
  const named = conflictsNow(app).filter((pair) => pair.every(({ path }) => text.includes(path)))
  conflictsShown(app, session, named)
}

export function conflictsShown(app: App, session: LiveSession, pairs: readonly ConflictPair[]): void {
  const { notes } = app.journal.read(session.id)
  const marks = pairs.map(([one, other]) => wordsMark(one, other))
  const unknown = marks.filter((mark) => typedSince(notes, mark) === undefined)
  if (unknown.length > 0)
    app.journal.note(session.id, [{ kind: "contradiction", pairs: unknown }], session.turn.answers)
}

/** Newest first, whichever process heard it: the journal alone knows what came after the pair was shown. */
export function typedSinceShown(app: App, session: LiveSession, [one, other]: ConflictPair): string[] {
  return typedSince(app.journal.read(session.id).notes, wordsMark(one, other))?.toReversed() ?? []
}
