// Runs follow each other. A run that has not begun will still see every change made so far, so all who ask meanwhile share it;
// once it has begun, whoever asks gets the next one.

/** Calls `begun` before it looks at anything. Must not reject. */
export type Run<T> = (message: string | undefined, begun: () => void) => Promise<T>

export class RunQueue<T> {
  private readonly run: Run<T>
  private last: Promise<unknown> = Promise.resolve()
  private waiting: Promise<T> | undefined
  private unfinished = 0

  constructor(run: Run<T>) {
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

  withMessage(message: string): Promise<T> {
    return this.enqueue(message, () => undefined)
  }

  private enqueue(message: string | undefined, leave: () => void): Promise<T> {
    this.unfinished += 1
    let left = false
    const begun = () => {
      if (!left) leave()
      left = true
    }
    const result = this.last.then(() => this.run(message, begun))
    this.last = result.then(() => {
      begun()
      this.unfinished -= 1
    })
    return result
  }
}
