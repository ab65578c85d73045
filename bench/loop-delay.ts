// How long the event loop keeps others waiting: a timer that should fire every millisecond notes how late it is. A long block counts for
// everybody who would have had to wait in it, not as one late tick; otherwise percentiles would hide it.
import { type Spread, spreadOf } from "./spread.ts"

const TICK_MS = 1

export function watchLoop(): () => Spread {
  const delays: number[] = []
  let last = performance.now()
  const note = () => {
    const now = performance.now()
    for (let late = Math.max(0, now - last - TICK_MS), first = true; first || late > 0; late -= TICK_MS, first = false)
      delays.push(late)
    last = now
  }
  const timer = setInterval(note, TICK_MS)
  return () => {
    clearInterval(timer)
    note()
    return spreadOf(delays)
  }
}
