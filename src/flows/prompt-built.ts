// A request to the model is being built: what has happened to the conversation since the last one, and what is put into this one.

import type { App } from "../app.ts"
import { noticeConflictsIn } from "../intake/shown-conflicts.ts"
import { ANSWER_MS, within } from "../model/deadline.ts"
import { SCOPES } from "../model/scope.ts"
import type { ToolMode } from "../model/tool-mode.ts"
import { compactionOfCut } from "../session/compaction-account.ts"
import { compactionOver } from "../session/compaction-run.ts"
import { outsideHeard, requestHeard, turnBegun } from "../session/evidence.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { approvalsSeen, compactionShown, toolsOffered } from "../session/served-prefix.ts"
import { requestBuilt } from "../session/turn.ts"
import { buildPrefix } from "./build-prefix.ts"
import { afterCompaction, cutFor, cutOf } from "./compaction.ts"
import { takeFromSummary } from "./compaction-facts.ts"
import type { HostServices, PromptBuilt, Served } from "./contract.ts"
import { learnParent } from "./learn-parent.ts"
import { recordEvents } from "./session-events.ts"
import { tailsShown } from "./tell-news.ts"
import { countRequest, meterOf, roomWasMade } from "./tell-pressure.ts"
import { toolsOf } from "./tools-of.ts"

/** If a first prefix does not know all notes, another one follows and misses the cache; so it may wait this long for the scan. */
const SCAN_MS = 500

/** `tools`: those that the host has been given for good. */
export async function servePrompt(
  app: App,
  host: HostServices,
  moment: PromptBuilt,
  tools: ToolMode | undefined,
): Promise<Served> {
  const { sessionID, model, tailed } = moment
  const session = await learnParent(app, host, sessionID)
  beginTurn(session, moment)
  updateSession(session, { served: toolsOffered(session.served, tools ?? toolsOf(app, session)) })
  // It is not known yet whose session it is: it is shown what it was shown when that was known, or nothing.
  if (session.parent === undefined) return serveAgain(app, session, moment)
  const cut = await cutFor(app, host, session, moment)
  const compaction = cut ? compactionOfCut(cut.from) : moment.compaction
  const isCompacted = session.served.compaction !== compaction
  // The host measures a request before it is cut, so its size for the first one after a cut is wrong.
  const isMeasured = !cut || (!isCompacted && meterOf(app, session).used !== undefined)
  const measured = isMeasured ? moment : { ...moment, sizes: undefined }
  if (isCompacted) {
    const summary = cut?.checkpoint ?? moment.summary
    await afterCompaction(app, host, session, { compaction, summary })
    if (compaction !== undefined) await within(ANSWER_MS, takeFromSummary(app, session, { summary, compaction }))
    const compacting = compactionOver(session.compacting)
    updateSession(session, { served: compactionShown(session.served, compaction), compacting })
    if (compaction !== undefined && !session.parent)
      recordEvents(app, session, [{ kind: "compaction", id: compaction }])
    roomWasMade(app, session, measured)
  }
  hearRequest(session, moment)
  const released = SCOPES.reduce((sum, scope) => sum + app.scopeNotes(scope).index.released, 0)
  updateSession(session, { served: approvalsSeen(session.served, released) })
  if (!session.served.epoch) await within(SCAN_MS, app.complete)
  tailsShown(app, session, tailed)
  const prefix = buildPrefix(app, { sessionID, model })
  hearEarlier(app, session)
  noticeConflictsIn(app, session, prefix)
  countRequest(app, session, measured, prefix)
  return { prefix, cut, tools: session.served.tools }
}

/**
 * A message that was typed during the previous turn ends that turn only now. A message that nobody was seen typing is the host's or Cairn's own,
 * like a line about waiting notes in OpenCode 2: it must not end the doubt of the turn that it comes in.
 */
function beginTurn(session: LiveSession, { answers }: PromptBuilt): void {
  const turn = requestBuilt(session.turn, answers)
  const isNew = session.turn.waiting !== undefined && turn.answers === session.turn.waiting
  updateSession(session, { turn, ...(isNew && { evidence: turnBegun(session.evidence) }) })
}

function hearRequest(session: LiveSession, moment: PromptBuilt): void {
  updateSession(session, { evidence: requestHeard(session.evidence, moment) })
}

/** What the session was shown of earlier ones is as foreign as reading them would be. */
function hearEarlier(app: App, session: LiveSession): void {
  for (const text of app.journal.read(session.id).telling.quotes ?? []) {
    const isHeard = session.evidence.outside.some((heard) => heard.kind === "past-session" && heard.text === text)
    if (!isHeard) updateSession(session, { evidence: outsideHeard(session.evidence, { kind: "past-session", text }) })
  }
}

/** The bytes of the turn before: otherwise a host whose compaction is an ordinary request would miss its cache. */
export function serveAgain(app: App, session: LiveSession, moment: PromptBuilt): Served {
  hearRequest(session, moment)
  const prefix = app.config.inject ? session.served.epoch?.text : undefined
  return { prefix, cut: cutOf(app, session), tools: toolsOf(app, session) }
}
