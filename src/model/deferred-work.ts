// Work that nobody waits for: it is done once the answer is out, and at the latest before the store is closed, since a host may close it at once.

export function createDeferredWork() {
  const waiting = new Set<() => void>()
  const run = (work: () => void) => {
    if (waiting.delete(work)) work()
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
