// Waiting with a limit: for the host while a person waits, for a disk, for git.

/** While a prompt is held up. */
export const ANSWER_MS = 100

/** An answer that does not come in time, or fails, is as good as none. */
export function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return untilDeadline(
    ms,
    answer.catch(() => undefined),
    undefined,
  )
}

/** The answer, or `late` when it has not come by then; a failure before that is the caller's. */
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
