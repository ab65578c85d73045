// A compaction, before and after. Before: the summary's author is told what is on record, or Cairn writes the summary itself. After: the
// summary is held against the record, and what it lost is put back into the prefix that follows.
import type { App } from "../app.ts"
import { essentialsOf } from "../context/essentials.ts"
import { checkFidelity } from "../context/fidelity.ts"
import { instantSummary } from "../context/instant-summary.ts"
import { readMeter } from "../context/meter.ts"
import { messageOf } from "../model/errors.ts"
import { renderCompactionPrompt } from "../recall/compaction-prompt.ts"
import { renderSession } from "../recall/prefix.ts"
import { composeRepair } from "../recall/repair.ts"
import type { SessionState } from "../sessions.ts"
import type { CompactionBegun, Cut, HostServices, PromptBuilt, Todo } from "./contract.ts"
import { memoryShown, saveState } from "./keeping.ts"
import { within } from "./within.ts"

export async function beforeCompaction(
  app: App,
  host: HostServices,
  session: SessionState,
  { conversation, takesSummary }: CompactionBegun,
): Promise<{ context?: string | undefined; summary?: string | undefined }> {
  if (!app.config.inject || session.parent) return {}
  const memory = memoryShown(app, session.id)
  const todos = await todosOf(app, host, session)
  if (takesSummary && isInstant(app, session)) return { summary: instantSummary({ memory, todos, conversation }) }
  return { context: renderCompactionPrompt({ memory, slots: app.slots, todos }, app.config) }
}

/** A model that could not fill in the host's template once will not be asked again: that ended the user's turn. */
function isInstant({ config }: App, session: SessionState): boolean {
  return config.compactionMode !== "model" || session.compactionFailed
}

/** The conversation begins with a compaction that is new. What its summary lost is put into the prefix. */
export async function afterCompaction(
  app: App,
  host: HostServices,
  session: SessionState,
  { compaction, summary }: Pick<PromptBuilt, "compaction" | "summary">,
): Promise<void> {
  if (compaction === undefined || session.parent || !app.config.inject) return
  const memory = memoryShown(app, session.id)
  const essentials = essentialsOf(memory, await todosOf(app, host, session))
  const { score, missing } = checkFidelity(summary ?? "", essentials)
  // Only what the prefix itself does not show has to be put back.
  const { text, told } = composeRepair(missing, undefined, renderSession({ memory, slots: app.slots }, app.config))
  session.repair = { compaction, text }
  session.compactionFailed = false
  saveState(app, session)
  const { used } = readMeter(session.meter)
  const repaired = told.map(({ kind, text }) => `${kind}: ${text}`)
  app.store.compactions.add(session.id, { id: compaction, at: app.clock.now(), tokensBefore: used, score, repaired })
  app.log.info("compaction", { session: session.id, score, of: essentials.length, repaired: repaired.length })
}

export type CompactAnswer = "under-way" | "cut"

/** Asks the host; one that has no such call is served a cut of Cairn's own from the next request on. */
export async function requestCompaction(
  app: App,
  host: HostServices,
  session: SessionState,
): Promise<CompactAnswer | undefined> {
  if (await host.compact(session.id)) return "under-way"
  if (!host.cuts) return undefined
  session.cutWanted = true
  app.log.info("cut-wanted", { session: session.id })
  return "cut"
}

/** What stands in this request instead of all that came before the turn. */
export async function cutFor(
  app: App,
  host: HostServices,
  session: SessionState,
  moment: PromptBuilt,
): Promise<Cut | undefined> {
  if (!host.cuts) return undefined
  if (session.cutWanted && session.turn !== undefined) {
    session.cutWanted = false
    const conversation = moment.before?.(session.turn) ?? []
    if (conversation.length > 0) {
      const memory = memoryShown(app, session.id)
      const todos = await todosOf(app, host, session)
      session.cut = { from: session.turn, checkpoint: checkpointText(instantSummary({ memory, todos, conversation })) }
      saveState(app, session)
    }
  }
  return session.cut
}

/** In the form of the host's own. */
function checkpointText(summary: string): string {
  return `<conversation-checkpoint>\nThe conversation before this point was replaced by a summary.\n<summary>\n${summary}\n</summary>\n</conversation-checkpoint>`
}

async function todosOf(app: App, host: HostServices, session: SessionState): Promise<readonly Todo[]> {
  const todos = host.todos(session.id).catch((error) => {
    app.log.warn("todos-unknown", { session: session.id, why: messageOf(error) })
    return undefined
  })
  return (await within(todos)) ?? []
}
