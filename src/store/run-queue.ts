// Runs follow each other. A run that has not begun will still see every change made so far, so everybody who asks meanwhile shares it; once it has
// begun, later callers get the next one.

/** `run` calls `begun` before it looks at anything. Without an order it does what everybody wants. */
export function createRunQueue<T, O>(run: (order: O | undefined, begun: () => void) => Promise<T>) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<T> | undefined
  let unfinished = 0

  function enqueue(order: O | undefined, leave: () => void): Promise<T> {
    unfinished += 1
    let left = false
    const begun = () => {
      if (!left) leave()
      left = true
    }
    const result = last.then(() => run(order, begun))
    const ended = () => {
      begun()
      unfinished -= 1
    }
    last = result.then(ended, ended)
    return result
  }

  return {
    isIdle: () => unfinished === 0,
    shared(): Promise<T> {
      waiting ??= enqueue(undefined, () => {
        waiting = undefined
      })
      return waiting
    },
    ordered: (order: O) => enqueue(order, () => undefined),
  }
}
