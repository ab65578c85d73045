// Waiting with a limit: for the host while a person waits, for a disk, for git. The limits are long, since a machine that builds next to OpenCode
// is slow, and memory that comes a second late is better than none; they are used up only if something hangs.

/** While a prompt waits for it. */
export const ANSWER_MS = 1000
const BRIEF_MS = 100

export const LATE = Symbol("late")

/** An answer that is late, or fails, counts as none. */
export function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return untilDeadline(
    ms,
    answer.catch(() => undefined),
    undefined,
  )
}

/** The wait is short while an earlier one still hangs: something slow answers in the end, something that hangs does not. The work must not reject. */
export function createPatience(ms: number, briefMs = BRIEF_MS): <T>(work: Promise<T>) => Promise<T | typeof LATE> {
  let hanging = 0
  return async (work) => {
    const outcome = await untilDeadline(hanging > 0 ? Math.min(ms, briefMs) : ms, work, LATE)
    if (outcome === LATE) {
      hanging++
      void work.then(() => hanging--)
    }
    return outcome
  }
}

/** The answer, or `late` if it has not come by then; an earlier failure is thrown to the caller. */
export async function untilDeadline<T, L>(ms: number, answer: Promise<T>, late: L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  try {
    return await Promise.race([answer, deadline])
  } finally {
    clearTimeout(timer)
  }
}
