// Runs a piece of work on request, one run at a time, and never for more than a small share of the time.

/** A run that took 20 ms is followed by at least 400 ms without one. */
const REST_FACTOR = 20

/** `after` does not count towards the ration. */
export function createRationedRun<T>(work: () => Promise<T>, after: (result: T, tookMs: number) => Promise<void>) {
  let stopped = false
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  let restUntil = 0

  /** At once, for a caller who waits for it. */
  async function runNow(): Promise<void> {
    const started = performance.now()
    const result = await work()
    const ended = performance.now()
    restUntil = ended + (ended - started) * REST_FACTOR
    await after(result, ended - started)
  }

  async function runAfterRest(): Promise<void> {
    const rest = restUntil - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest).unref?.())
    if (!stopped) await runNow()
  }

  /** A run that begins after the call, at once or as soon as the ration allows: one already under way may have missed the change. */
  function request(): Promise<void> {
    if (stopped) return Promise.resolve()
    if (!running) {
      running = runAfterRest().finally(() => {
        running = undefined
      })
      return running
    }
    following ??= running.then(() => {
      following = undefined
      return request()
    })
    return following
  }

  return {
    request,
    runNow,
    stop(): void {
      stopped = true
    },
  }
}
