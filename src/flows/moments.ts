// What Cairn does automatically, one method per moment of the host.
import type { App } from "../app.ts"
import { retryPending } from "../intake/retry-later.ts"
import { noticeConflictsIn } from "../intake/shown-conflicts.ts"
import { ANSWER_MS, within } from "../model/deadline.ts"
import { messageOf } from "../model/errors.ts"
import { SCOPES } from "../model/scope.ts"
import { renderTail } from "../prompt/news.ts"
import { updateSession } from "../session/live-session.ts"
import { answeredAt } from "../session/served-prefix.ts"
import { assistantDid, MAX_LATELY } from "../session/turn.ts"
import { argumentText } from "./argument-text.ts"
import { hearAssistant } from "./assistant-spoke.ts"
import { type Background, startBackground } from "./background.ts"
import type { ReadOwnCall } from "./by-verb.ts"
import { beforeCompaction, goOnAfterFailure } from "./compaction.ts"
import { takeFromSummary } from "./compaction-facts.ts"
import type { HostServices, Moments } from "./contract.ts"
import { flushSession } from "./flush.ts"
import { learnParent, onceParentIsKnown } from "./learn-parent.ts"
import { pauseSession } from "./pause-session.ts"
import { serveAgain, servePrompt } from "./prompt-built.ts"
import { pruneOutput } from "./prune-output.ts"
import { startReadingFacts } from "./read-facts.ts"
import { startRelevance } from "./relevant.ts"
import { leaveOutputs, noticeFetched, noticeRevert, retireOutputs } from "./retire-outputs.ts"
import { forgetSession, keeperOf } from "./session-events.ts"
import { showOutcomes } from "./show-outcomes.ts"
import { countStep, countTurn, interventionWhenIdle, noticeRoom, pressureLines } from "./tell-pressure.ts"
import { hearTool, namedScripts, namesScript, seeToolEnd } from "./tool-ended.ts"
import { noticeQuestion } from "./unconfirmed.ts"
import { startUpkeep, type Upkeep } from "./upkeep.ts"
import { hearTemplate, hearUser } from "./user-spoke.ts"
import { keepCard, tellWhereWeWere } from "./where-were-we.ts"

export function momentsOf(app: App, host: HostServices, readOwnCall: ReadOwnCall = () => undefined): Moments {
  const upkeep = startUpkeep(app, host)
  const background = startBackground(app, host, readOwnCall)
  startRelevance(app)
  startReadingFacts(app)
  void noticeDecisions(app)
  return {
    ...turnMoments(app, host, upkeep, background),
    ...compactionMoments(app, host),
    ...sessionMoments(app, host, upkeep, background),
  }
}

function turnMoments(app: App, host: HostServices, upkeep: Upkeep, background: Background) {
  const { sessions } = app
  const fixedTools = host.choosesTools ? undefined : app.config.tools
  return {
    /** Hot notes are checked now, so that a manual edit is in this very prompt; the rest follows in the background. */
    async userSpoke(moment) {
      const notes = SCOPES.map((scope) => app.scopeNotes(scope))
      for (const scope of notes) void scope.refresh()
      const [session] = await Promise.all([
        learnParent(app, host, moment.sessionID),
        ...notes.map((scope) => scope.refreshHot()),
        noticeDecisions(app),
      ])
      hearTemplate(session, moment)
      if (session.parent === null) background.userSpoke(session.id)
      const tail = await onceParentIsKnown(session, async (isLate) => {
        const heard = await hearUser(app, session, moment, isLate)
        showOutcomes(app, host, session, moment.messageID)
        noticeConflictsIn(app, session, heard)
        return heard
      })
      return { tail }
    },
    async promptBuilt(moment) {
      if (moment.purpose === "compaction") return serveAgain(app, sessions.get(moment.sessionID), moment)
      return servePrompt(app, host, moment, fixedTools)
    },
    async outputsShown(moment) {
      return retireOutputs(app, await learnParent(app, host, moment.sessionID), moment)
    },
    outputsRewritten: async ({ sessionID }) => leaveOutputs(app, sessions.get(sessionID)),
    async toolEnded(ended) {
      const session = await learnParent(app, host, ended.sessionID)
      hearTool(app, session, ended)
      noticeFetched(app, session, ended)
      noticeConflictsIn(app, session, ended.output)
      const scripts = namesScript(app, ended) ? await namedScripts(app, ended) : undefined
      onceParentIsKnown(session, () => {
        const keeping = keeperOf(app, session)
        if (keeping) seeToolEnd(app, keeping, ended, scripts)
      })
      const output = await pruneOutput(app, session, ended)
      updateSession(session, { turn: assistantDid(session.turn, argumentText(ended.args, MAX_LATELY)) })
      const lines = app.config.tail ? pressureLines(app, session) : []
      upkeep.toolEnded(ended.sessionID)
      return { output, append: lines.length > 0 ? renderTail(lines) : undefined }
    },
    async assistantSpoke({ sessionID, text }) {
      const session = await learnParent(app, host, sessionID)
      updateSession(session, { turn: assistantDid(session.turn, text) })
      onceParentIsKnown(session, () => {
        noticeQuestion(app, session, text)
        const keeping = keeperOf(app, session)
        if (keeping) hearAssistant(app, keeping, text)
      })
    },
    /** From now on the provider keeps the prompt cached for a while. */
    async stepEnded(moment) {
      const session = sessions.get(moment.sessionID)
      const now = app.clock.now()
      updateSession(session, { served: answeredAt(session.served, now) })
      countStep(app, session, moment)
      app.epochs.responded(session.id, now)
    },
  } satisfies Partial<Moments>
}

function compactionMoments(app: App, host: HostServices) {
  return {
    async compactionBegun(moment) {
      return beforeCompaction(app, host, await learnParent(app, host, moment.sessionID), moment)
    },
    /** The next request reports it too; but the user may leave before that. */
    async compacted({ sessionID, summary }) {
      const session = await learnParent(app, host, sessionID)
      noticeRoom(app, session)
      if (summary !== undefined) await takeFromSummary(app, session, { summary })
    },
    compactionFailed: ({ sessionID, endedTurn }) => goOnAfterFailure(app, host, app.sessions.get(sessionID), endedTurn),
    mayContinue: async ({ turnIsOver }) => app.config.autoContinue || !turnIsOver,
  } satisfies Partial<Moments>
}

function sessionMoments(app: App, host: HostServices, upkeep: Upkeep, background: Background) {
  const { sessions, store, journal } = app
  return {
    async wentIdle({ sessionID, wasStopped }) {
      const session = sessions.get(sessionID)
      countTurn(app, session)
      if (session.parent === null) keepCard(app, sessionID)
      await Promise.all([store.history?.flush(), journal.flush()])
      void store.history?.packIfDue()
      const request = wasStopped ? undefined : interventionWhenIdle(app, session)
      if (request) await host.prompt(sessionID, request)
      upkeep.wentIdle()
      await retryPending(app)
      showOutcomes(app, host, session)
      background.wentIdle(session)
    },
    /** What was learnt from the messages goes with them, and what was told with them counts as not told; notes stay. */
    async reverted({ sessionID, messageID, andAfter }) {
      const gone = await (andAfter ? journal.revert(sessionID, messageID) : journal.forget(sessionID, messageID))
      store.typedDirectives.takeBack(sessionID, messageID, andAfter)
      noticeRevert(sessions.get(sessionID))
      keepCard(app, sessionID)
      if (gone > 0) app.log.info("reverted", { session: sessionID, message: messageID, events: gone })
    },
    async forked({ sessionID, from, before, through }) {
      await journal.copy(from, sessionID, { before, through })
      store.toolOutputs.share(from, sessionID)
      store.typedDirectives.share(from, sessionID)
    },
    sessionDeleted({ sessionID }) {
      background.sessionDeleted(sessionID)
      return forgetSession(app, sessionID)
    },
    flushRequested: ({ sessionID }) => flushSession(app, sessionID),
    resumeRequested: ({ sessionID }) => tellWhereWeWere(app, sessionID),
    pauseRequested: (moment) => pauseSession(app, host, moment),
  } satisfies Partial<Moments>
}

const seen = new WeakMap<App, string>()

/**
 * A person decides about quarantined notes in another process, and expects the agent to know in its next answer. Background scans are rationed;
 * but one file shows that somebody has decided something.
 */
async function noticeDecisions(app: App): Promise<void> {
  const version = versionOf(app)
  const before = seen.get(app)
  seen.set(app, version)
  if (before === undefined || before === version) return
  await within(ANSWER_MS, Promise.all(SCOPES.map((scope) => app.scopeNotes(scope).refreshNow())))
}

function versionOf(app: App): string {
  try {
    return SCOPES.map((scope) => app.store.decisions(app.scope(scope)).version()).join(" ")
  } catch (error) {
    app.log.warn("decisions", { why: messageOf(error) })
    return ""
  }
}
