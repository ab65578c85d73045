// The deadlines of the bed. They are meant for a quiet machine and grow with how slow this one is when they run out.
import { slowness } from "../../scripts/slowness.mjs"

export interface Deadline {
  isOver(): boolean
}

export function deadlineIn(ms: number): Deadline {
  const begun = performance.now()
  const waited = () => performance.now() - begun
  return { isOver: () => waited() > ms && waited() > ms * slowness() }
}

/** Calls `late` once the deadline is over; the returned function calls it off. */
export function whenLate(ms: number, late: () => void): () => void {
  const begun = performance.now()
  const look = () => {
    const left = begun + ms * slowness() - performance.now()
    if (left > 0) timer = setTimeout(look, left)
    else late()
  }
  let timer = setTimeout(look, ms)
  return () => clearTimeout(timer)
}
