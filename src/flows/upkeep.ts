// What is cleaned up in the background: sessions that the host no longer has, and outputs that were pruned long ago.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"
import type { HostServices } from "./contract.ts"
import { refreshGenerated } from "./generated.ts"
import { startPastIndexing } from "./past-indexing.ts"
import { forgetSession } from "./session-events.ts"
import { tellBeside } from "./tell-beside.ts"

export type Upkeep = ReturnType<typeof startUpkeep>

/** The generated files do not delay a turn that follows at once. */
const QUIET_MS = 500

export function startUpkeep(app: App, host: HostServices) {
  let ends = 0
  let isSwept = false
  let generating: ReturnType<typeof setTimeout> | undefined
  const unlessItFails = (event: string, work: Promise<unknown>) =>
    void work.catch((error) => app.log.warn(event, { why: messageOf(error) }))

  const isLive = (session: string) => app.sessions.isLive(session, app.clock.now())
  const sweepOutputs = (session?: string) =>
    unlessItFails(
      "tool-outputs",
      app.store.toolOutputs.sweep({ isLive, limits: app.config.sweep, session, events: ends }),
    )
  void app.complete.then(() => sweepOutputs())
  unlessItFails("beside", tellBeside(app))
  const indexing = startPastIndexing(app)

  async function sweepSessions(): Promise<void> {
    const { asked, removed } = await app.journal.sweep((session) => host.exists(session))
    for (const session of removed) await forgetSession(app, session)
    if (asked > 0) app.log.info("sessions-swept", { asked, removed: removed.length })
  }

  return {
    toolEnded(session: string): void {
      if (++ends % app.config.sweep.events === 0) sweepOutputs(session)
    },
    /** Sessions are asked about once per process. */
    wentIdle(): void {
      indexing.wentIdle()
      if (!isSwept) unlessItFails("sessions-swept", sweepSessions())
      isSwept = true
      generating ??= setTimeout(() => {
        generating = undefined
        void refreshGenerated(app)
      }, QUIET_MS)
      generating.unref?.()
    },
  }
}
