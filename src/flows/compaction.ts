// A compaction, before and after. Before: the summary's author is told what is on record, or Cairn writes the summary itself. After: the summary is
// checked against the record, and what it lost is put back into the prefix that follows.
import type { App } from "../app.ts"
import type { CompactAnswer } from "../compaction/checkpoint.ts"
import { renderCompactionPrompt } from "../compaction/compaction-prompt.ts"
import { essentialsOf, openTodos, recentlyUsed } from "../compaction/essentials.ts"
import { checkFidelity } from "../compaction/fidelity.ts"
import { instantSummary } from "../compaction/instant-summary.ts"
import { fitMarkedFacts, type MarkedFactLines } from "../compaction/marked-facts.ts"
import { countedKinds, repairOf } from "../compaction/repair.ts"
import { LATE, untilDeadline } from "../model/deadline.ts"
import { toLog } from "../model/errors.ts"
import type { Todo } from "../model/todo.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import type { CutMade } from "../session/compaction-account.ts"
import { compactionAsked, compactionBegun, summaryAccepted, summaryFailed } from "../session/compaction-run.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { ownPromptSent } from "../session/turn.ts"
import { alsoCame } from "../session/unshown.ts"
import { markFacts } from "./compaction-facts.ts"
import type { CompactionBegun, Cut, HostServices, PromptBuilt } from "./contract.ts"
import { freshPrefix } from "./fresh-prefix.ts"
import { memoryShown, recordEvents } from "./session-events.ts"
import { meterOf } from "./tell-pressure.ts"

export async function beforeCompaction(
  app: App,
  host: HostServices,
  session: LiveSession,
  { conversation, takesSummary }: CompactionBegun,
): Promise<{ context?: string | undefined; summary?: string | undefined }> {
  updateSession(session, { compacting: compactionBegun(session.compacting) })
  if (!app.config.inject || session.parent !== null) return {}
  const memory = memoryShown(app, session.id)
  const todos = await todosOf(app, host, session)
  updateSession(session, { compacting: compactionAsked(session.compacting, takesSummary) })
  if (takesSummary && isInstant(app, session))
    return { summary: instantSummary({ memory, todos, conversation, pool: app.config.pool }) }
  return {
    context: renderCompactionPrompt({ memory, slots: app.slots, todos, marked: marked(app, session) }, app.config),
  }
}

function marked(app: App, session: LiveSession): MarkedFactLines | undefined {
  if (!app.config.capture || app.journal.read(session.id).paused) return undefined
  const facts = fitMarkedFacts(freshPrefix(app, session).render().facts)
  return { id: markFacts(app, session, facts), facts }
}

/**
 * A model knows more about the work than the record. One that could not fill in the host's template is not asked again: that ended the user's turn.
 */
function isInstant({ config }: App, session: LiveSession): boolean {
  return config.compactionMode === "instant" || session.compacting.failed === true
}

export const GO_ON =
  "(Cairn: OpenCode could not use the model's summary and ended the turn. It is summarised now. Go on.)"

/** The next summary is Cairn's own. If the host ended the user's turn because of the model's, the turn is resumed, once. */
export async function goOnAfterFailure(
  app: App,
  host: HostServices,
  session: LiveSession,
  endedTurn: boolean,
): Promise<void> {
  app.log.warn("compaction-failed", { session: session.id })
  updateSession(session, { compacting: summaryFailed(session.compacting) })
  if (!endedTurn || !session.compacting.takesSummary || session.parent !== null || session.turn.ownPrompt !== undefined)
    return
  updateSession(session, { turn: ownPromptSent(session.turn, GO_ON) })
  await host.prompt(session.id, GO_ON)
}

/** The conversation begins with a new compaction. What its summary lost is put into the prefix. */
export async function afterCompaction(
  app: App,
  host: HostServices,
  session: LiveSession,
  { compaction, summary }: Pick<PromptBuilt, "compaction" | "summary">,
): Promise<void> {
  if (compaction === undefined || session.parent || !app.config.inject) return
  const memory = memoryShown(app, session.id)
  const todos = await todosOf(app, host, session)
  const essentials = essentialsOf(memory, todos)
  const { score, missing } = checkFidelity(summary ?? "", essentials)
  const unsaid = checkFidelity(summary ?? "", recentlyUsed(memory)).missing
  const loss = { compaction, missing: [...missing, ...unsaid], hostTodos: openTodos(todos) }
  recordEvents(app, session, [{ kind: "loss", ...loss }])
  updateSession(session, { compacting: summaryAccepted(session.compacting) })
  const { told, recent, leftOut } = repairOf(memory, loss, app.config.coreLimits)
  const putBack = countedKinds([...told, ...recent])
  if (putBack !== "")
    updateSession(session, {
      unshown: alsoCame(session.unshown, { what: "restored", by: "agent", text: putBack, note: "compaction" }),
    })
  const repaired = told.map(({ kind, text }) => `${kind}: ${text}`)
  const tokensBefore = meterOf(app, session).used ?? memory.window.before
  app.store.compactions.add(session.id, { id: compaction, at: app.clock.now(), tokensBefore, score, repaired })
  app.log.info("compaction", {
    session: session.id,
    score,
    of: essentials.length,
    repaired: told.length,
    recent: recent.length,
    no_room_for: leftOut.length,
  })
}

/** Asks the host; if it has no such call, Cairn makes its own cut from the next request on. */
export async function requestCompaction(app: App, host: HostServices, session: LiveSession): Promise<CompactAnswer> {
  if (await host.compact(session.id)) return "under-way"
  if (!host.cuts) return "not-possible"
  const { answers, first } = session.turn
  if (answers === undefined || answers === first) return "nothing-before"
  if (cutOf(app, session)?.from === answers) return "cut-already"
  recordEvents(app, session, [{ kind: "cutting", from: answers }])
  await app.journal.flush()
  app.log.info("cut-wanted", { session: session.id })
  return "cut"
}

/** What replaces everything before the turn in this request. */
export async function cutFor(
  app: App,
  host: HostServices,
  session: LiveSession,
  moment: PromptBuilt,
): Promise<Cut | undefined> {
  if (!host.cuts) return undefined
  // The host has made its own checkpoint since: there is nothing left to cut.
  const cut = cutOf(app, session)
  if (cut && moment.compaction !== undefined && moment.compaction !== cut.after)
    recordEvents(app, session, [{ kind: "uncut" }])
  const from = app.journal.read(session.id).compactions.cutWanted
  // Without a conversation the request is only being announced.
  if (from !== undefined && moment.before)
    await makeCut(app, host, session, { from, after: moment.compaction, conversation: moment.before(from) })
  return cutOf(app, session)
}

async function makeCut(
  app: App,
  host: HostServices,
  session: LiveSession,
  { from, after, conversation }: Pick<CutMade, "from" | "after"> & Pick<CompactionBegun, "conversation">,
): Promise<void> {
  if (conversation.length === 0) return recordEvents(app, session, [{ kind: "cutting" }])
  const memory = memoryShown(app, session.id)
  const todos = await todosOf(app, host, session)
  const summary = instantSummary({ memory, todos, conversation, pool: app.config.pool })
  const checkpoint = cleanOutput(checkpointText(summary)).text
  recordEvents(app, session, [{ kind: "cut", from, checkpoint, after }])
}

export function cutOf(app: App, session: LiveSession): CutMade | undefined {
  return app.journal.read(session.id).compactions.cut
}

/** In the same form as the host's. */
function checkpointText(summary: string): string {
  return `<conversation-checkpoint>\nThe conversation before this point was replaced by a summary.\n<summary>\n${summary}\n</summary>\n</conversation-checkpoint>`
}

/** A compaction takes seconds, and on a busy machine so does the host's answer. */
const TODOS_MS = 2000

async function todosOf(app: App, host: HostServices, { id }: LiveSession): Promise<readonly Todo[]> {
  const asking = host.todos(id).catch(toLog(app, "todos-failed", { session: id }))
  const todos = await untilDeadline(TODOS_MS, asking, LATE)
  if (todos !== LATE) return todos ?? []
  app.log.warn("hook-late", { hook: "todos", ms: TODOS_MS, session: id })
  app.late.add({ hook: "todos", at: app.clock.now() })
  return []
}
