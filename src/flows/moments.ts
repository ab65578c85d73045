// What Cairn does by itself, one method a moment of the host.
import type { App } from "../app.ts"
import { usagePercentage } from "../context/window-usage.ts"
import { messageOf } from "../model/errors.ts"
import { buildPrefix } from "./build-prefix.ts"
import type { HostServices, Moments } from "./contract.ts"

export function momentsOf(app: App, host: HostServices): Moments {
  const { sessions, store } = app
  const scopes = () => [app.scopeNotes("global"), app.scopeNotes("project")]

  /** A host that cannot tell, or not in time, has no subagents as far as memory is concerned. */
  async function learnParent(sessionID: string): Promise<void> {
    const session = sessions.get(sessionID)
    if (session.isSubagent !== undefined) return
    const answer = host.isSubagent(sessionID).catch((error) => {
      app.log.warn("parent-unknown", { session: sessionID, why: messageOf(error) })
      return undefined
    })
    const known = await Promise.race([answer, patience()])
    if (known !== undefined) session.isSubagent = known
    // Too late for this prompt; as long as the session has no prefix, the answer still counts.
    else
      void answer.then((late) => {
        session.isSubagent = session.epoch ? false : late
      })
  }

  return {
    /** Hot notes are looked at now, so that a hand edit is in this very prompt; the rest follows in the background. */
    async userSpoke({ sessionID }) {
      for (const scope of scopes()) void scope.refresh()
      await Promise.all([learnParent(sessionID), ...scopes().map((scope) => scope.refreshHot())])
      return {}
    },
    async promptBuilt({ sessionID, model, purpose, compaction }) {
      const session = sessions.get(sessionID)
      if (purpose === "compaction") return { prefix: app.config.inject ? session.epoch?.text : undefined }
      // The host has just made room.
      if (session.compaction !== compaction) session.usagePercentage = 0
      session.compaction = compaction
      await learnParent(sessionID)
      if (!session.epoch) await Promise.race([app.complete, patience()])
      return { prefix: buildPrefix(app, { sessionID, model }) }
    },
    toolEnded: async () => ({}),
    /** From now on the provider keeps the prompt cached for a while. */
    async stepEnded({ sessionID, tokens, usable }) {
      const session = sessions.get(sessionID)
      session.lastResponseAt = app.clock.now()
      if (usable !== undefined) session.usagePercentage = usagePercentage(tokens, usable)
      app.epochs.responded(sessionID, session.lastResponseAt)
    },
    compactionBegun: async () => ({}),
    compacted: async () => undefined,
    async wentIdle() {
      await store.history?.flush()
      void store.history?.packIfDue()
    },
    reverted: async () => undefined,
    async sessionDeleted({ sessionID }) {
      sessions.remove(sessionID)
      app.epochs.remove(sessionID)
    },
    async flushRequested({ sessionID }) {
      await Promise.all(scopes().map((scope) => scope.refreshNow()))
      sessions.get(sessionID).forcedBy = "flush-command"
    },
  }
}

const PATIENCE_MS = 100

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref?.())
}
