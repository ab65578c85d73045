// How long a flow waits for the host to answer: a prompt is being held up meanwhile.

const PATIENCE_MS = 100

/** Undefined when the time is over. */
export function within<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    answer,
    new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), PATIENCE_MS).unref?.()),
  ])
}
