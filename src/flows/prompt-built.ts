// A request to the model is being built: what has come of the conversation since the last one, and what is put into this one.
import type { App } from "../app.ts"
import { SCOPES } from "../model/scope.ts"
import { ANSWER_MS, within } from "../model/within.ts"
import { wasCompacted } from "../session/evidence.ts"
import type { SessionState } from "../sessions.ts"
import { buildPrefix } from "./build-prefix.ts"
import { afterCompaction, cutFor, cutOf } from "./compaction.ts"
import { takeFromSummary } from "./compaction-facts.ts"
import type { Cut, HostServices, PromptBuilt } from "./contract.ts"
import { keep } from "./keeping.ts"
import { learnParent } from "./learn-parent.ts"
import { tailsShown } from "./tell-news.ts"
import { countRequest, meterOf, roomWasMade } from "./tell-pressure.ts"

interface Served {
  readonly prefix?: string | undefined
  readonly cut?: Cut | undefined
}

export async function servePrompt(app: App, host: HostServices, moment: PromptBuilt): Promise<Served> {
  const { sessionID, model, tailed } = moment
  const session = await learnParent(app, host, sessionID)
  const turn = moment.answers ?? session.nextTurn ?? session.turn
  // A message that was typed during the turn before ends it only now.
  if (turn !== session.turn) session.evidence.readWeb = false
  session.turn = turn
  session.nextTurn = undefined
  const cut = await cutFor(app, host, session, moment)
  const compaction = cut ? `cut ${cut.from}` : moment.compaction
  const isCompacted = session.compaction !== compaction
  // The host measures a request before it is cut, so the first one after a cut is not what it says.
  const isMeasured = !cut || (!isCompacted && meterOf(app, session).used !== undefined)
  const measured = isMeasured ? moment : { ...moment, sizes: undefined }
  if (isCompacted) {
    const summary = cut?.checkpoint ?? moment.summary
    await afterCompaction(app, host, session, { compaction, summary })
    if (compaction !== undefined) await within(ANSWER_MS, takeFromSummary(app, session, { summary, compaction }))
    wasCompacted(session.evidence)
    beginAfter(app, session, compaction)
    roomWasMade(app, session, measured)
  }
  hearRequest(session, moment)
  noticeApprovals(app, session)
  if (!session.epoch) await within(ANSWER_MS, app.complete)
  tailsShown(app, session, tailed)
  const prefix = buildPrefix(app, { sessionID, model })
  countRequest(app, session, measured, prefix)
  return { prefix, cut }
}

/** Who says what in it, should anybody want to know. */
function hearRequest({ evidence }: SessionState, { foreign, typed }: PromptBuilt): void {
  if (foreign) evidence.request = foreign
  if (typed) evidence.typed = typed
}

/** A person has let notes out of quarantine: that is worth a fresh prefix. */
function noticeApprovals(app: App, session: SessionState): void {
  const released = SCOPES.reduce((sum, scope) => sum + app.scopeNotes(scope).index.released, 0)
  if (session.released !== undefined && session.released < released) session.forcedBy ??= "approval"
  session.released = released
}

/** The bytes of the turn before: a host whose compaction is an ordinary request would miss its cache otherwise. */
export function serveCompaction(app: App, session: SessionState, moment: PromptBuilt): Served {
  hearRequest(session, moment)
  return { prefix: app.config.inject ? session.epoch?.text : undefined, cut: cutOf(app, session) }
}

function beginAfter(app: App, session: SessionState, compaction: string | undefined): void {
  session.compaction = compaction
  if (compaction !== undefined && !session.parent) keep(app, session, [{ kind: "compaction", id: compaction }])
}
