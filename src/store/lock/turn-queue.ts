// First come, first served, among the writers of this process. Turns are identified by a key; whoever takes one must end it.

interface Waiter {
  deadline: number
  timer: ReturnType<typeof setTimeout>
  answer(admitted: boolean): void
}

/** Who waits for a turn; a key is present while somebody has its turn. */
const queues = new Map<string, Waiter[]>()

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** True when it is the caller's turn, false when the deadline (on the clock of `performance.now`) came first. */
export async function takeTurn(key: string, deadline: number): Promise<boolean> {
  const waiting = queues.get(key)
  if (!waiting) {
    queues.set(key, [])
    return true
  }
  return new Promise((answer) => {
    const giveUp = () => {
      waiting.splice(waiting.indexOf(waiter), 1)
      answer(false)
    }
    const timer = setTimeout(giveUp, Math.max(0, Math.min(deadline - performance.now(), LONGEST_TIMER_MS)))
    const waiter: Waiter = { deadline, timer, answer }
    waiting.push(waiter)
  })
}

export function endTurn(key: string): void {
  const waiting = queues.get(key) ?? []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    clearTimeout(next.timer)
    // A busy event loop may get here before the timer of a waiter whose time is over.
    const admitted = performance.now() < next.deadline
    next.answer(admitted)
    if (admitted) return
  }
  queues.delete(key)
}
