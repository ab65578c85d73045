// What Cairn does by itself, one method a moment of the host.
import type { App } from "../app.ts"
import { meterAfterTurn } from "../context/meter.ts"
import { messageOf } from "../model/errors.ts"
import { ANSWER_MS, within } from "../model/within.ts"
import { renderTail } from "../recall/news.ts"
import { rememberLately, type SessionState } from "../sessions.ts"
import { hearAssistant } from "./assistant-spoke.ts"
import { buildPrefix } from "./build-prefix.ts"
import { afterCompaction, beforeCompaction, cutFor, goOnAfterFailure } from "./compaction.ts"
import type { HostServices, Moments, PromptBuilt } from "./contract.ts"
import { forgetSession, keep, keeperOf, saveState } from "./keeping.ts"
import { learnParent } from "./learn-parent.ts"
import { tailsShown, tailTakenBack } from "./news.ts"
import { countRequest, countStep, interventionWhenIdle, pressureLines, roomWasMade } from "./pressure.ts"
import { pruneOutput } from "./prune-output.ts"
import { seeToolEnd } from "./tool-ended.ts"
import { hearUser } from "./user-spoke.ts"

/** Ends of tools between two sweeps of what was pruned. */
const SWEEP_EVERY = 500

export function momentsOf(app: App, host: HostServices): Moments {
  const { sessions, store, journal } = app
  const scopes = () => [app.scopeNotes("global"), app.scopeNotes("project")]
  const keeper = async (sessionID: string) => keeperOf(app, await learnParent(app, host, sessionID))
  let isSwept = false

  /** Once a process: what is left of sessions the host has no more. */
  async function sweepOrphans(): Promise<void> {
    if (isSwept) return
    isSwept = true
    const { asked, removed } = await journal.sweep((session) => host.exists(session))
    for (const session of removed) await forgetSession(app, session)
    if (asked > 0) app.log.info("sessions-swept", { asked, removed: removed.length })
  }

  /** Before the prefix is rendered, so that it has what the summary lost. */
  async function beginAfterCompaction(
    session: SessionState,
    moment: PromptBuilt,
    compaction: string | undefined,
    summary: string | undefined,
  ): Promise<void> {
    await afterCompaction(app, host, session, { compaction, summary })
    session.compaction = compaction
    if (compaction !== undefined && !session.parent) keep(app, session, [{ kind: "compaction", id: compaction }])
    roomWasMade(app, session, moment)
  }

  let ends = 0
  const sweepOutputs = () =>
    void store.toolOutputs
      .sweep((session) => sessions.isLive(session, app.clock.now()))
      .catch((error) => app.log.warn("tool-outputs", { why: messageOf(error) }))
  void app.complete.then(sweepOutputs)

  function countEnd(): void {
    if (++ends % SWEEP_EVERY === 0) sweepOutputs()
  }

  return {
    /** Hot notes are looked at now, so that a hand edit is in this very prompt; the rest follows in the background. */
    async userSpoke(moment) {
      for (const scope of scopes()) void scope.refresh()
      const [session] = await Promise.all([
        learnParent(app, host, moment.sessionID),
        ...scopes().map((scope) => scope.refreshHot()),
      ])
      return { tail: hearUser(app, session, moment) }
    },
    async promptBuilt(moment) {
      const { sessionID, model, purpose, tailed } = moment
      const session = sessions.get(sessionID)
      if (purpose === "compaction")
        return { prefix: app.config.inject ? session.epoch?.text : undefined, cut: session.cut }
      await learnParent(app, host, sessionID)
      session.turn = moment.answers ?? session.nextTurn ?? session.turn
      session.nextTurn = undefined
      const cut = await cutFor(app, host, session, moment)
      const compaction = cut ? `cut ${cut.from}` : moment.compaction
      const isCompacted = session.compaction !== compaction
      // The host has measured the request before it was cut.
      const measured = cut && session.meter.used === undefined ? { ...moment, sizes: undefined } : moment
      if (isCompacted) await beginAfterCompaction(session, measured, compaction, cut?.checkpoint ?? moment.summary)
      if (!session.epoch) await within(ANSWER_MS, app.complete)
      tailsShown(app, session, tailed)
      const prefix = buildPrefix(app, { sessionID, model })
      countRequest(app, session, isCompacted && cut ? { ...moment, sizes: undefined } : measured, prefix)
      return { prefix, cut }
    },
    async toolEnded(ended) {
      const session = await learnParent(app, host, ended.sessionID)
      const keeping = keeperOf(app, session)
      if (keeping) seeToolEnd(app, keeping, ended)
      const output = await pruneOutput(app, session, ended)
      rememberLately(session, JSON.stringify(ended.args))
      const lines = app.config.tail ? pressureLines(app, session) : []
      countEnd()
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
      if (!session.parent) keep(app, session, [{ kind: "step" }])
    },
    async compactionBegun(moment) {
      return beforeCompaction(app, host, await learnParent(app, host, moment.sessionID), moment)
    },
    compacted: async () => undefined,
    async compactionFailed({ sessionID }) {
      const session = sessions.get(sessionID)
      session.compactionFailed = true
      app.log.warn("compaction-failed", { session: sessionID })
      await goOnAfterFailure(host, session)
    },
    mayContinue: async ({ turnIsOver }) => app.config.autoContinue || !turnIsOver,
    async wentIdle({ sessionID, wasStopped }) {
      const session = sessions.get(sessionID)
      session.meter = meterAfterTurn(session.meter)
      await Promise.all([store.history?.flush(), journal.flush()])
      void store.history?.packIfDue()
      const request = wasStopped ? undefined : interventionWhenIdle(app, session)
      if (request) await host.prompt(sessionID, request)
      void sweepOrphans().catch((error) => app.log.warn("sessions-swept", { why: messageOf(error) }))
    },
    /** What was learnt from the messages goes with them; notes stay. */
    async reverted({ sessionID, messageID, andAfter }) {
      const gone = await (andAfter ? journal.revert(sessionID, messageID) : journal.forget(sessionID, messageID))
      const session = sessions.get(sessionID)
      tailTakenBack(app, session, messageID, andAfter)
      if (session.cut && (session.cut.from === messageID || (andAfter && session.cut.from > messageID))) {
        session.cut = undefined
        saveState(app, session)
      }
      if (gone > 0) app.log.info("reverted", { session: sessionID, message: messageID, events: gone })
    },
    async forked({ sessionID, from, before, through }) {
      await journal.copy(from, sessionID, { before, through })
      store.toolOutputs.share(from, sessionID)
    },
    sessionDeleted: ({ sessionID }) => forgetSession(app, sessionID),
    async flushRequested({ sessionID }) {
      await Promise.all(scopes().map((scope) => scope.refreshNow()))
      sessions.get(sessionID).forcedBy = "flush-command"
    },
  }
}
