// What Cairn does by itself, one method a moment of the host.
import type { App } from "../app.ts"
import { retryPending } from "../intake/put-off.ts"
import { renderTail } from "../prompt/news.ts"
import { MAX_LATELY, rememberLately } from "../sessions.ts"
import { meterAfterTurn } from "../window/meter.ts"
import { noticeDecisions } from "./approvals.ts"
import { argumentText } from "./argument-text.ts"
import { hearAssistant } from "./assistant-spoke.ts"
import { beforeCompaction, goOnAfterFailure } from "./compaction.ts"
import { takeFromSummary } from "./compaction-facts.ts"
import type { HostServices, Moments } from "./contract.ts"
import { refreshGenerated } from "./generated.ts"
import { forgetSession, keeperOf } from "./keeping.ts"
import { learnParent } from "./learn-parent.ts"
import { serveCompaction, servePrompt } from "./prompt-built.ts"
import { pruneOutput } from "./prune-output.ts"
import { startReadingFacts } from "./read-facts.ts"
import { startRelevance } from "./relevant.ts"
import { countStep, interventionWhenIdle, meterOf, pressureLines } from "./tell-pressure.ts"
import { hearTool, seeToolEnd } from "./tool-ended.ts"
import { startUpkeep } from "./upkeep.ts"
import { hearUser } from "./user-spoke.ts"

export function momentsOf(app: App, host: HostServices): Moments {
  const { sessions, store, journal } = app
  const scopes = () => [app.scopeNotes("global"), app.scopeNotes("project")]
  const keeper = async (sessionID: string) => keeperOf(app, await learnParent(app, host, sessionID))
  const upkeep = startUpkeep(app, host)
  startRelevance(app)
  startReadingFacts(app)
  void noticeDecisions(app)

  return {
    /** Hot notes are looked at now, so that a hand edit is in this very prompt; the rest follows in the background. */
    async userSpoke(moment) {
      for (const scope of scopes()) void scope.refresh()
      const [session] = await Promise.all([
        learnParent(app, host, moment.sessionID),
        ...scopes().map((scope) => scope.refreshHot()),
        noticeDecisions(app),
      ])
      return { tail: await hearUser(app, session, moment) }
    },
    async promptBuilt(moment) {
      if (moment.purpose === "compaction") return serveCompaction(app, sessions.get(moment.sessionID), moment)
      return servePrompt(app, host, moment)
    },
    async toolEnded(ended) {
      const session = await learnParent(app, host, ended.sessionID)
      hearTool(app, session, ended)
      const keeping = keeperOf(app, session)
      if (keeping) seeToolEnd(app, keeping, ended)
      const output = await pruneOutput(app, session, ended)
      rememberLately(session, argumentText(ended.args, MAX_LATELY))
      const lines = app.config.tail ? pressureLines(app, session) : []
      upkeep.toolEnded(ended.sessionID)
      return { output, append: lines.length > 0 ? renderTail(lines) : undefined }
    },
    async assistantSpoke({ sessionID, text }) {
      rememberLately(sessions.get(sessionID), text)
      const keeping = await keeper(sessionID)
      if (keeping) hearAssistant(app, keeping, text)
    },
    /** From now on the provider keeps the prompt cached for a while. */
    async stepEnded(moment) {
      const { sessionID } = moment
      const session = sessions.get(sessionID)
      session.lastResponseAt = app.clock.now()
      countStep(app, session, moment)
      app.epochs.responded(sessionID, session.lastResponseAt)
    },
    async compactionBegun(moment) {
      return beforeCompaction(app, host, await learnParent(app, host, moment.sessionID), moment)
    },
    /** Also told of by the next request; but the user may leave before that. */
    async compacted({ sessionID, summary }) {
      if (summary !== undefined) await takeFromSummary(app, await learnParent(app, host, sessionID), { summary })
    },
    async compactionFailed({ sessionID }) {
      const session = sessions.get(sessionID)
      session.compactionFailed = true
      app.log.warn("compaction-failed", { session: sessionID })
      await goOnAfterFailure(host, session)
    },
    mayContinue: async ({ turnIsOver }) => app.config.autoContinue || !turnIsOver,
    async wentIdle({ sessionID, wasStopped }) {
      const session = sessions.get(sessionID)
      session.meter = meterAfterTurn(meterOf(app, session))
      await Promise.all([store.history?.flush(), journal.flush()])
      void store.history?.packIfDue()
      const request = wasStopped ? undefined : interventionWhenIdle(app, session)
      if (request) await host.prompt(sessionID, request)
      upkeep.wentIdle()
      await retryPending(app)
    },
    /** What was learnt from the messages goes with them; notes stay. */
    async reverted({ sessionID, messageID, andAfter }) {
      const gone = await (andAfter ? journal.revert(sessionID, messageID) : journal.forget(sessionID, messageID))
      if (gone > 0) app.log.info("reverted", { session: sessionID, message: messageID, events: gone })
    },
    async forked({ sessionID, from, before, through }) {
      await journal.copy(from, sessionID, { before, through })
      store.toolOutputs.share(from, sessionID)
    },
    sessionDeleted: ({ sessionID }) => forgetSession(app, sessionID),
    async flushRequested({ sessionID }) {
      await Promise.all(scopes().map((scope) => scope.refreshNow()))
      await refreshGenerated(app)
      sessions.get(sessionID).forcedBy = "flush-command"
    },
  }
}
