// Work that nobody waits for: it is done once the answer is out, and at the latest before the store is closed, since a host may close it at once.

/** A work that throws costs neither the others nor the end. */
export function createDeferredWork(failed: (error: unknown) => void) {
  const waiting = new Set<() => void>()
  const run = (work: () => void) => {
    if (!waiting.delete(work)) return
    try {
      work()
    } catch (error) {
      failed(error)
    }
  }
  return {
    add(work: () => void): void {
      waiting.add(work)
      setImmediate(run, work)
    },
    /** Does now what still waits. */
    finish: () => waiting.forEach(run),
  }
}
