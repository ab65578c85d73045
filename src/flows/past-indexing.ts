// Keeps the index of past sessions up to date in the background: some time after the start, and after turns. Nobody waits for it.
import type { App } from "../app.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import { wasPaused } from "../session/pause.ts"

const AFTER_START_MS = 5000
const AFTER_TURN_MS = 3000
/** A run that is cut off here continues after the next turn. */
const LONGEST_RUN_MS = 120_000
/** Beside pieces of 4 ms, a third of one processor's time. */
const REST_MS = 8

export function startPastIndexing(app: App): { wentIdle(): void } {
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
