// What a provider asks for a token that it reads from its prompt cache and for one that it writes to it, beside one of plain input. Where that
// is not known, or there is no cache, the worst case counts: then an output leaves only where that is surely worth it.

export interface CachePrices {
  readonly read: number
  readonly write: number
  /** A change makes the whole conversation be written again, and not only what follows it. */
  readonly losesAll: boolean
}

const WORST: CachePrices = { read: 0.1, write: 2, losesAll: true }
const HOUR_MS = 60 * 60_000
const CLAUDE = /claude|anthropic/i
const GEMINI = /gemini/i
const GPT = /\bgpt-(\d+)(?:\.(\d+))?/i
/** From here on OpenAI charges for writing. */
const GPT_WRITES = versionOf(5, 6)

/** `model` is provider and model; an hour of Claude's cache has its own price. */
export function cachePricesOf(model: string, ttlMs: number): CachePrices {
  // Its cache is looked up at marks: the last messages and the system text, and nothing between them is near enough.
  if (CLAUDE.test(model)) return { read: 0.1, write: ttlMs >= HOUR_MS ? 2 : 1.25, losesAll: true }
  if (GEMINI.test(model)) return { read: 0.1, write: 1, losesAll: false }
  const gpt = GPT.exec(model)
  if (!gpt) return WORST
  const version = versionOf(Number(gpt[1]), Number(gpt[2] ?? 0))
  return { read: 0.1, write: version >= GPT_WRITES ? 1.25 : 1, losesAll: false }
}

/** 5.10 comes after 5.9. */
function versionOf(major: number, minor: number): number {
  return major * 1000 + minor
}
