// Long work in small pieces: between two of them the host gets its turn.

const PIECE_MS = 8

/** Runs `work` on each item in order; after a few milliseconds it lets others run first. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let from = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - from < PIECE_MS) continue
    await letOthersRun()
    from = performance.now()
  }
}

/** Lets the host handle whatever else has come in. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
