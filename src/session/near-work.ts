// Which of the assistant's reasons come with work: an edit, or a check that failed before and passes now. A reason may precede or follow the
// edit, so an early one waits for a few calls.
import type { CleanText } from "../text/known-clean.ts"

export interface NearWork {
  /** Calls since the last edit or check; undefined if there was none in this turn. */
  readonly callsSince?: number | undefined
  readonly waiting: readonly { readonly text: CleanText; readonly calls: number }[]
}

export interface Heard {
  readonly near: NearWork
  readonly reasons: readonly CleanText[]
}

export const noWork: NearWork = { waiting: [] }

const CALLS_AFTER_WORK = 5
const CALLS_BEFORE_WORK = 3

export function reasonsHeard(near: NearWork, reasons: readonly CleanText[]): Heard {
  if (near.callsSince !== undefined && near.callsSince < CALLS_AFTER_WORK) return { near, reasons }
  return { near: { ...near, waiting: [...near.waiting, ...reasons.map((text) => ({ text, calls: 0 }))] }, reasons: [] }
}

export function callEnded({ callsSince, waiting }: NearWork, isWork: boolean): Heard {
  if (isWork) return { near: { callsSince: 0, waiting: [] }, reasons: waiting.map(({ text }) => text) }
  const still = waiting.map(({ text, calls }) => ({ text, calls: calls + 1 }))
  const near = {
    callsSince: callsSince === undefined ? undefined : callsSince + 1,
    waiting: still.filter(({ calls }) => calls < CALLS_BEFORE_WORK),
  }
  return { near, reasons: [] }
}
