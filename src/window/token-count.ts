// Tokens as a provider counts them. Most of a long conversation is read from the cache: counting only uncached input would show 1 % where it is
// 88 %.

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
