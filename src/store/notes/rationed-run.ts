// Runs a piece of work on request, one run at a time, and never for more than a small share of the time.
import { createRunQueue } from "../run-queue.ts"

/** A run that took 20 ms is followed by at least 400 ms without one. */
const REST_FACTOR = 20

/** `after` does not count towards the ration. */
export function createRationedRun<T>(work: () => Promise<T>, after: (result: T, tookMs: number) => Promise<void>) {
  let stopped = false
  let restUntil = 0

  async function runNow(): Promise<void> {
    const started = performance.now()
    const result = await work()
    const ended = performance.now()
    restUntil = ended + (ended - started) * REST_FACTOR
    await after(result, ended - started)
  }

  const queue = createRunQueue<void, never>(async (_, begun) => {
    const rest = restUntil - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest).unref?.())
    begun()
    if (!stopped) await runNow()
  })

  return {
    /** A run that begins after the call, at once or as soon as the ration allows: one already under way may have missed the change. */
    request: (): Promise<void> => (stopped ? Promise.resolve() : queue.shared()),
    runNow,
    stop(): void {
      stopped = true
    },
  }
}
