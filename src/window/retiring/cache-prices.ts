// What a provider charges for tokens read from and written to its prompt cache, relative to plain input. If that is unknown, or there is no
// cache, the worst case is assumed: an output is then retired only where it surely pays.

export interface CachePrices {
  readonly read: number
  readonly write: number
  /** A change makes the provider write the whole conversation again, not only what follows it. */
  readonly losesAll: boolean
  /** In how many steps breaking the cache has to pay for itself. */
  readonly paysWithin: number
}

/** What a break saves, the next pause would give for nothing once the cache lapses in it. */
const SOON = 12
/** A cache of an hour outlives most pauses, so a break goes on saving for longer. */
const LATER = 20

const WORST: CachePrices = { read: 0.1, write: 2, losesAll: true, paysWithin: SOON }
const CLAUDE_MINUTES: CachePrices = { read: 0.1, write: 1.25, losesAll: true, paysWithin: SOON }
const CLAUDE_HOUR: CachePrices = { read: 0.1, write: 2, losesAll: true, paysWithin: LATER }
const HOUR_MS = 60 * 60_000
const CLAUDE = /claude|anthropic/i
const GEMINI = /gemini/i
const GPT = /\bgpt-(\d+)(?:\.(\d+))?/i
/** From this version on OpenAI charges for cache writes. */
const GPT_WRITES = versionOf(5, 6)

/** `model` is provider and model. Claude's one-hour cache has its own price. */
export function cachePricesOf(model: string, ttlMs: number): CachePrices {
  // Claude's cache is looked up at marks (the system text and the last messages), and no mark in between is close enough to help.
  if (CLAUDE.test(model)) return ttlMs >= HOUR_MS ? CLAUDE_HOUR : CLAUDE_MINUTES
  if (GEMINI.test(model)) return { read: 0.1, write: 1, losesAll: false, paysWithin: SOON }
  const gpt = GPT.exec(model)
  if (!gpt) return WORST
  const version = versionOf(Number(gpt[1]), Number(gpt[2] ?? 0))
  return { read: 0.1, write: version >= GPT_WRITES ? 1.25 : 1, losesAll: false, paysWithin: SOON }
}

/** Makes 5.10 come after 5.9. */
function versionOf(major: number, minor: number): number {
  return major * 1000 + minor
}
