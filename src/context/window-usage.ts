// How full a session's window is, by OpenCode's own reckoning: 100 % is the point at which it compacts by itself.

export interface TokenCount {
  readonly total?: number | undefined
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

export interface ModelLimits {
  readonly context: number
  readonly input?: number | undefined
  readonly output: number
}

/** OpenCode asks no model for more output than this, whatever the model could give. */
const MAX_OUTPUT_TOKENS = 32_000
const RESERVED_TOKENS = 20_000

export function usedTokens(tokens: TokenCount): number {
  if (tokens.total) return tokens.total
  return (tokens.input ?? 0) + (tokens.output ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheWrite ?? 0)
}

/** Tokens that fit before OpenCode compacts; 0 when the model's window is not known. */
export function usableTokens(limits: ModelLimits): number {
  if (!(limits.context > 0)) return 0
  const output = Math.min(limits.output || MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS)
  const usable = limits.input ? limits.input - Math.min(RESERVED_TOKENS, output) : limits.context - output
  return Math.max(0, usable)
}

export function usagePercentage(tokens: TokenCount, limits: ModelLimits): number {
  const usable = usableTokens(limits)
  return usable === 0 ? 0 : (usedTokens(tokens) / usable) * 100
}
