// Runs follow each other. A run that has not begun will still see every change made so far, so everybody who asks meanwhile shares it; once it has
// begun, later callers get the next one.

/** Calls `begun` before it looks at anything. Must not reject. Without an order it does what everybody wants. */
export type Run<T, O> = (order: O | undefined, begun: () => void) => Promise<T>

export class RunQueue<T, O> {
  private readonly run: Run<T, O>
  private last: Promise<unknown> = Promise.resolve()
  private waiting: Promise<T> | undefined
  private unfinished = 0

  constructor(run: Run<T, O>) {
    this.run = run
  }

  get isIdle(): boolean {
    return this.unfinished === 0
  }

  shared(): Promise<T> {
    this.waiting ??= this.enqueue(undefined, () => {
      this.waiting = undefined
    })
    return this.waiting
  }

  ordered(order: O): Promise<T> {
    return this.enqueue(order, () => undefined)
  }

  private enqueue(order: O | undefined, leave: () => void): Promise<T> {
    this.unfinished += 1
    let left = false
    const begun = () => {
      if (!left) leave()
      left = true
    }
    const result = this.last.then(() => this.run(order, begun))
    this.last = result.then(() => {
      begun()
      this.unfinished -= 1
    })
    return result
  }
}
