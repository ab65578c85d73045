// Which contradictions a session's model was shown, and what the user has typed since: only that can be an answer. What names one of the facts
// before anybody asked is about something else.
import type { App } from "../app.ts"
import { conflictBetween } from "../facts/conflict.ts"
import { type ConflictPair, conflictPairs, wordsMark } from "../facts/conflict-list.ts"
import { SCOPES } from "../model/scope.ts"
import { typedSince } from "../session/known-notes.ts"
import type { LiveSession } from "../session/live-session.ts"

const known = new WeakMap<App, { readonly generations: string; readonly pairs: readonly ConflictPair[] }>()

/** Found once per change of a note: every request asks. */
export function conflictsNow(app: App): readonly ConflictPair[] {
  const indexes = SCOPES.map((scope) => app.scopeNotes(scope).index)
  const generations = indexes.map(({ generation }) => generation).join("/")
  const last = known.get(app)
  if (last?.generations === generations) return last.pairs
  const pairs = indexes.flatMap(({ facts }) => conflictPairs(facts, conflictBetween))
  known.set(app, { generations, pairs })
  return pairs
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

/** Newest first; of this process, since what was typed before it is in no memory. */
export function typedSinceShown(app: App, session: LiveSession, [one, other]: ConflictPair): string[] {
  const count = typedSince(app.journal.read(session.id).notes, wordsMark(one, other)) ?? 0
  return count === 0 ? [] : session.evidence.userTurns.slice(-count).reverse()
}
