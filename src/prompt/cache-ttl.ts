// How long a provider keeps a prompt cached after its last use. A prefix rendered too late costs the few tokens of a tail; one rendered too
// early costs the cached conversation, so where the time is not known it is taken to be long.

const CLAUDE_MS = 5 * 60_000
const OTHERS_MS = 60 * 60_000

/** `model` is provider and model; `setting` is what the user knows better. */
export function cacheTtlOf(setting: number | "auto", model: string): number {
  if (setting !== "auto") return setting
  return /claude|anthropic/i.test(model) ? CLAUDE_MS : OTHERS_MS
}
