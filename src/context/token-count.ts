// How full a session's window is: 100 % is the point at which the host compacts by itself.

export interface TokenCount {
  readonly total?: number | undefined
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

export function usedTokens(tokens: TokenCount): number {
  if (tokens.total) return tokens.total
  return (tokens.input ?? 0) + (tokens.output ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheWrite ?? 0)
}

/** `usable` is 0 when the model's window is not known. */
export function usagePercentage(tokens: TokenCount, usable: number): number {
  return usable > 0 ? (usedTokens(tokens) / usable) * 100 : 0
}
