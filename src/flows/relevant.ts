// What the notes say about a user message. The words of all notes are kept in memory, indexed bit by bit between other work, so that a message
// never waits for it; until all are indexed, nothing is said.
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import { ARCHIVE_FOLDER } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { createRelevance, questionIn, type Relevance } from "../prompt/relevance.ts"
import { MAX_RELEVANT, renderRelevant, shownIn } from "../prompt/relevant-lines.ts"
import { hasSeen, scopedPath } from "../session/known-notes.ts"
import type { LiveSession } from "../session/live-session.ts"
import { willRender } from "./build-prefix.ts"
import { freshPrefix } from "./fresh-prefix.ts"
import { recordEvents } from "./session-events.ts"

interface Known {
  readonly relevance: Relevance
  /** The notes it was made from, by their generations; undefined until all were indexed. */
  version: string | undefined
  isBusy: boolean
}

const ofApps = new WeakMap<App, Known>()

/** How long to work in one go; a message and the host's own work wait no longer. */
export const SLICE_MS = 2

export function startRelevance(app: App): void {
  if (!app.config.relevantFacts || ofApps.has(app)) return
  const known: Known = { relevance: createRelevance(), version: undefined, isBusy: false }
  ofApps.set(app, known)
  app.complete.then(() => isReady(app, known)).catch(toLog(app, "relevance"))
}

/** Lines for the tail, each note once in a session. */
export function relevantLines(app: App, session: LiveSession, text: string, messageID?: string): readonly string[] {
  startRelevance(app)
  const known = ofApps.get(app)
  // The setting may have changed since the notes were indexed.
  if (!known || !app.config.relevantFacts || !app.isComplete() || !isReady(app, known)) return []
  const { notes } = app.journal.read(session.id)
  const { epoch } = session.served
  let inView: ReturnType<typeof shownIn> | undefined
  const isInView = (note: NoteInfo) => {
    // To render a prefix takes time, and mostly there is no note to ask about.
    inView ??= shownIn(willRender(app, session) ? freshPrefix(app, session).render().text : (epoch?.text ?? ""))
    return inView(note)
  }
  const matches = known.relevance.best(questionIn(text), {
    limit: MAX_RELEVANT,
    exclude: (note) => notes.recalled.includes(scopedPath(note)) || hasSeen(notes, note) || isInView(note),
  })
  const { lines, shown } = renderRelevant(matches.map(({ note }) => note))
  if (shown.length === 0) return []
  recordEvents(app, session, [{ kind: "recalled", notes: shown.map(scopedPath) }], messageID)
  app.log.info("relevant", { session: session.id, notes: shown.length })
  return lines
}

/** Whether all notes are indexed. A few changes are indexed at once, many in the background. */
function isReady(app: App, known: Known): boolean {
  const isCurrent = () => known.version === versionOf(app)
  if (isCurrent() || known.isBusy) return isCurrent()
  if (!takeInSome(app, known)) takeInRest(app, known).catch(toLog(app, "relevance"))
  return isCurrent()
}

async function takeInRest(app: App, known: Known): Promise<void> {
  known.isBusy = true
  try {
    do await new Promise((resolve) => setTimeout(resolve, SLICE_MS).unref?.())
    while (!takeInSome(app, known))
  } finally {
    known.isBusy = false
  }
}

/** As much as fits a slice; true if that was everything. */
function takeInSome(app: App, known: Known): boolean {
  const version = versionOf(app)
  const end = performance.now() + SLICE_MS
  const isTimeUp = () => performance.now() >= end
  const isAll = SCOPES.every((scope) => known.relevance.update(scope, proposable(app, scope), isTimeUp))
  if (isAll) known.version = version
  return isAll
}

/** Archived notes are not suggested; quarantined ones are not among the cold ones. */
function proposable(app: App, scope: ScopeName): NoteInfo[] {
  return app.scopeNotes(scope).index.cold.filter(({ path }) => !path.startsWith(`${ARCHIVE_FOLDER}/`))
}

function versionOf(app: App): string {
  return SCOPES.map((scope) => app.scopeNotes(scope).index.generation).join("/")
}
