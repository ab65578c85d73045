// What happens in the background without a model: sessions that the host no longer has and outputs that were pruned long ago are removed, the lists of
// notes and the index of past sessions are brought up to date, and another memory beside Cairn's is mentioned once.
import type { App } from "../app.ts"
import { CairnError, messageOf, toLog } from "../model/errors.ts"
import { notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { importHint, memoriesToTell, surroundingsOf } from "../moving/other-memories.ts"
import { wasPaused } from "../session/pause.ts"
import type { HostServices } from "./contract.ts"
import { refreshGenerated } from "./generated-lists.ts"
import { forgetSession } from "./session-events.ts"

export type Upkeep = ReturnType<typeof startUpkeep>

/** The generated files do not delay a turn that follows at once. */
const QUIET_MS = 500

export function startUpkeep(app: App, host: HostServices) {
  let ends = 0
  let isSwept = false
  let generating: ReturnType<typeof setTimeout> | undefined
  const isLive = (session: string) => app.sessions.isLive(session, app.clock.now())
  const sweepOutputs = (session?: string) => {
    const sweeping = app.store.toolOutputs.sweep({ isLive, limits: app.config.sweep, session, events: ends })
    sweeping.catch(toLog(app, "tool-outputs"))
  }
  void app.complete.then(() => sweepOutputs())
  tellBeside(app).catch(toLog(app, "beside"))
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
      if (!isSwept) sweepSessions().catch(toLog(app, "sessions-swept"))
      isSwept = true
      generating ??= setTimeout(() => {
        generating = undefined
        void refreshGenerated(app)
      }, QUIET_MS)
      generating.unref?.()
    },
  }
}

const AFTER_START_MS = 5000
const AFTER_TURN_MS = 3000
/** A run that is cut off here continues after the next turn. */
const LONGEST_RUN_MS = 120_000
/** Beside pieces of 4 ms, a third of one processor's time. */
const REST_MS = 8

function startPastIndexing(app: App): { wentIdle(): void } {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const soon = (ms: number) => {
    if (!app.config.pastSessions) return
    waiting ??= setTimeout(() => {
      waiting = undefined
      const limits = { forMs: LONGEST_RUN_MS, maxMegabytes: app.config.pastIndexMegabytes, restMs: REST_MS }
      app.past
        .refresh(limits, (id) => wasPaused(app, id))
        .catch((error: unknown) => {
          // A host that keeps its sessions in memory has no past, which is no error.
          if (error instanceof CairnError && error.code === "no_database") return
          app.log.warn("past-index", { why: messageOf(error) })
        })
    }, ms)
    waiting.unref?.()
  }
  void app.complete.then(() => soon(AFTER_START_MS))
  return { wentIdle: () => soon(AFTER_TURN_MS) }
}

/** On the first start beside another memory, the user is told once how to import it. Nothing of it is read until the user asks. */
export async function tellBeside(app: App): Promise<void> {
  const { begun } = app
  if (begun.length === 0) return
  const all = (await memoriesToTell(surroundingsOf(app))).filter(({ memory: { told } }) => told && begun.includes(told))
  const found = [...new Map(all.map((one) => [one.memory, one])).values()]
  const [only, ...more] = found
  if (!only) return
  const titles = found.map(({ memory }) => memory.title).join(", ")
  app.store.tell(
    more.length === 0
      ? notice(
          "other_memory",
          `there is another memory here, from ${titles}; Cairn has not read it`,
          `in a terminal: ${importHint(only)}`,
        )
      : notice(
          "other_memory",
          `there are other memories here, from ${titles}; Cairn has not read them`,
          `in a terminal, "${ownCommand("import")}" lists them`,
        ),
  )
}
