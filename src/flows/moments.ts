// What Cairn does by itself, one method a moment of the host.
import type { App } from "../app.ts"
import { usagePercentage } from "../context/window-usage.ts"
import { messageOf } from "../model/errors.ts"
import { hearAssistant } from "./assistant-spoke.ts"
import { buildPrefix } from "./build-prefix.ts"
import { compactionContext } from "./compaction-begun.ts"
import type { HostServices, Moments } from "./contract.ts"
import { keep, keeperOf } from "./keeping.ts"
import { learnParent, patience } from "./learn-parent.ts"
import { tailsShown, tailTakenBack } from "./news.ts"
import { seeToolEnd } from "./tool-ended.ts"
import { hearUser } from "./user-spoke.ts"

export function momentsOf(app: App, host: HostServices): Moments {
  const { sessions, store, journal } = app
  const scopes = () => [app.scopeNotes("global"), app.scopeNotes("project")]
  const keeper = async (sessionID: string) => keeperOf(app, await learnParent(app, host, sessionID))
  let isSwept = false

  /** Once a process: what is left of sessions the host has no more. */
  async function sweepOrphans(): Promise<void> {
    if (isSwept) return
    isSwept = true
    const swept = await journal.sweep((session) => host.exists(session))
    if (swept.asked > 0) app.log.info("sessions-swept", swept)
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
    async promptBuilt({ sessionID, model, purpose, compaction, tailed }) {
      const session = sessions.get(sessionID)
      if (purpose === "compaction") return { prefix: app.config.inject ? session.epoch?.text : undefined }
      await learnParent(app, host, sessionID)
      if (session.compaction !== compaction) {
        // The host has just made room.
        session.usagePercentage = 0
        session.compaction = compaction
        if (compaction !== undefined && !session.parent) keep(app, session, [{ kind: "compaction", id: compaction }])
      }
      if (!session.epoch) await Promise.race([app.complete, patience()])
      tailsShown(app, session, tailed)
      return { prefix: buildPrefix(app, { sessionID, model }) }
    },
    async toolEnded(ended) {
      const keeping = await keeper(ended.sessionID)
      if (keeping) seeToolEnd(app, keeping, ended)
      return {}
    },
    async assistantSpoke({ sessionID, text }) {
      const keeping = await keeper(sessionID)
      if (keeping) hearAssistant(app, keeping, text)
    },
    /** From now on the provider keeps the prompt cached for a while. */
    async stepEnded({ sessionID, tokens, usable }) {
      const session = sessions.get(sessionID)
      session.lastResponseAt = app.clock.now()
      if (usable !== undefined) session.usagePercentage = usagePercentage(tokens, usable)
      app.epochs.responded(sessionID, session.lastResponseAt)
      if (!session.parent) keep(app, session, [{ kind: "step" }])
    },
    async compactionBegun({ sessionID }) {
      const session = await learnParent(app, host, sessionID)
      return { context: await compactionContext(app, session, host) }
    },
    compacted: async () => undefined,
    async wentIdle() {
      await Promise.all([store.history?.flush(), journal.flush()])
      void store.history?.packIfDue()
      void sweepOrphans().catch((error) => app.log.warn("sessions-swept", { why: messageOf(error) }))
    },
    /** What was learnt from the messages goes with them; notes stay. */
    async reverted({ sessionID, messageID, andAfter }) {
      const gone = await (andAfter ? journal.revert(sessionID, messageID) : journal.forget(sessionID, messageID))
      tailTakenBack(app, sessions.get(sessionID), messageID, andAfter)
      if (gone > 0) app.log.info("reverted", { session: sessionID, message: messageID, events: gone })
    },
    async forked({ sessionID, from, before, through }) {
      await journal.copy(from, sessionID, { before, through })
    },
    async sessionDeleted({ sessionID }) {
      sessions.remove(sessionID)
      app.epochs.remove(sessionID)
      await journal.remove(sessionID)
    },
    async flushRequested({ sessionID }) {
      await Promise.all(scopes().map((scope) => scope.refreshNow()))
      sessions.get(sessionID).forcedBy = "flush-command"
    },
  }
}
