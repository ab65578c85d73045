// A growing list that can be waited on. Listeners run synchronously as an item arrives, so "kill the process when this
// is seen" leaves no gap in which the process could go on.
import { whenLate } from "./patience.ts"

export class Watched<T> {
  readonly list: T[] = []
  readonly #listeners = new Set<(item: T) => void>()

  push(item: T): void {
    this.list.push(item)
    for (const listener of [...this.#listeners]) listener(item)
  }

  clear(): void {
    this.list.length = 0
  }

  /** Calls `listener` for each item to come; the returned function ends it. */
  onItem(listener: (item: T) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The first item, already there or to come, for which `matches` holds. */
export async function until<T>(
  watched: Watched<T>,
  matches: (item: T) => boolean,
  deadlineMs: number,
  what: string,
): Promise<T> {
  const there = watched.list.find(matches)
  if (there !== undefined) return there
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = watched.onItem((item) => {
    if (matches(item)) resolve(item)
  })
  const callOff = whenLate(deadlineMs, () => reject(new Error(`${what} did not come within ${deadlineMs} ms`)))
  return promise.finally(() => {
    callOff()
    stop()
  })
}
