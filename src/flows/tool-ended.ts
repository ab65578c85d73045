// A tool has ended: what it did is kept, and what of working memory its arguments name counts as named again.
import type { App } from "../app.ts"
import { isForeign, readsQuarantined } from "../facts/trust/foreign-text.ts"
import { readsWeb } from "../facts/trust/web-tool.ts"
import { readAhead } from "../intake/seen.ts"
import { messageOf } from "../model/errors.ts"
import { isOwnTool } from "../model/own-tool.ts"
import { heardTool } from "../session/evidence.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { mentioned } from "../session/mentions.ts"
import { toolEvents } from "../session/tool-events.ts"
import { workingItems } from "../session/working-memory.ts"
import { ancestorOf, type SessionState } from "../sessions.ts"
import { argumentText } from "./argument-text.ts"
import type { ToolEnded } from "./contract.ts"
import { keep } from "./keeping.ts"

/** Of all arguments together; a written file is no list of mentions. */
const MAX_ARGUMENTS = 8000

/** What a tool says is data, and whoever repeats it later is not believed for that. */
export function hearTool(app: App, session: SessionState, { tool, args, output }: ToolEnded): void {
  // A pruned output that is had back may begin like anything.
  const isOutput = tool === "memory_read" && /^\s*output:/.test(String(args.path ?? ""))
  if (!isOutput && !isForeign(tool, output)) return
  const isFromWeb = readsWeb(tool, args)
  const heard = heardTool(session.evidence, { text: output, isFromWeb, isQuarantined: readsQuarantined(tool, output) })
  // After the hook has answered.
  setImmediate(() => {
    try {
      readAhead(session.evidence, heard)
    } catch (error) {
      app.log.warn("read-ahead", { why: messageOf(error) })
    }
  })
  // Whoever sent the subagent hears of the page by its answer.
  if (isFromWeb && session.parent) ancestorOf(app.sessions, session).evidence.readWeb = true
}

export function seeToolEnd(app: App, keeper: SessionState, ended: ToolEnded): void {
  if (isOwnTool(ended.tool)) return
  const { workingMemory, activity, errors } = app.config
  const { worktree, directory } = app.project.checkout
  const events = toolEvents(ended, {
    place: { root: worktree, cwd: directory },
    categories: errors.categories,
    workingMemory,
    activity,
  })
  keep(app, keeper, [...(workingMemory ? mentions(app, keeper, ended.args, events) : []), ...events])
}

/** What the call itself adds to working memory is named by that already. */
function mentions(
  app: App,
  keeper: SessionState,
  args: ToolEnded["args"],
  events: readonly MemoryEvent[],
): MemoryEvent[] {
  const { working, step } = app.journal.read(keeper.id)
  const added = new Set(events.flatMap((event) => (event.kind === "item" ? [event.text] : [])))
  const items = workingItems(working).filter(({ text }) => !added.has(text))
  const named = mentioned(items, argumentText(args, MAX_ARGUMENTS))
  return named.length > 0 ? [{ kind: "mention", texts: named, in: `step ${step}` }] : []
}
