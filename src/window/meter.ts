// How full a session's window is. OpenCode's own count of the last finished step is authoritative; between a compaction and the next step there
// is none, and the number of characters gives an estimate. 100 % is the point at which the host compacts by itself.

/** In tokens; absent if the host does not tell. */
export interface ModelWindow {
  /** What fits before the host compacts by itself, by its own calculation. */
  readonly usable?: number | undefined
  /** The whole window of the model. */
  readonly context?: number | undefined
}

export interface Meter extends ModelWindow {
  readonly model?: string | undefined
  /** Tokens of the last finished step. */
  readonly used?: number | undefined
  /** Characters of the request that is being built. */
  readonly sizes?: Sizes | undefined
  /** Tokens at the end of each of the last turns, oldest first. */
  readonly turns: readonly number[]
}

export interface Sizes {
  readonly system: number
  readonly memory: number
  readonly conversation: number
  readonly toolOutputs: number
}

/** As a provider counts them. */
export interface TokenCount {
  readonly total?: number | undefined
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

export const emptyMeter: Meter = { turns: [] }

const CHARS_PER_TOKEN = 4
/** If nothing is known about the window. */
const UNKNOWN_LIMIT = 180_000 / CHARS_PER_TOKEN
const MAX_TURNS = 10

/** A window known for one model says nothing about another. */
export function meterAtRequest(
  meter: Meter,
  { model, window, sizes }: { model: string; window?: ModelWindow | undefined; sizes?: Sizes | undefined },
): Meter {
  const known = window ?? (meter.model === model ? meter : undefined)
  return { ...meter, model, usable: known?.usable, context: known?.context, sizes }
}

export function meterAfterStep(meter: Meter, tokens: TokenCount, window?: ModelWindow): Meter {
  const used = usedTokens(tokens)
  // OpenCode reports zero tokens for an answer that was interrupted.
  if (used === 0) return meter
  return { ...meter, used, ...(window && { usable: window.usable, context: window.context }) }
}

/** Most of a long conversation is read from the cache: counting only uncached input would show 1 % where it is 88 %. */
function usedTokens(tokens: TokenCount): number {
  if (tokens.total) return tokens.total
  return (tokens.input ?? 0) + (tokens.output ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheWrite ?? 0)
}

/** Another process has counted a step since; it passes on what was used and the compaction point. */
export function meterElsewhere(
  meter: Meter,
  { used, limit }: { used?: number | undefined; limit?: number | undefined },
): Meter {
  return { ...meter, used, usable: limit ?? meter.usable }
}

export function meterAfterTurn(meter: Meter): Meter {
  return meter.used === undefined ? meter : { ...meter, turns: [...meter.turns, meter.used].slice(-MAX_TURNS) }
}

/** Nothing is known: a compaction made room, and no request was built since. */
export function isUncounted({ used, sizes }: Meter): boolean {
  return used === undefined && sizes === undefined
}

export type Reading = ReturnType<typeof readMeter>

export function readMeter({ used, usable, context, sizes, turns }: Meter) {
  const tokens = used ?? estimated(sizes)
  // A token count without a known window does not say how full it is.
  const limit = usable ?? (context || undefined) ?? (used === undefined ? UNKNOWN_LIMIT : undefined)
  const perTurn = growth(turns)
  return {
    used: tokens,
    /** No step has been counted since the conversation or the model changed. */
    isEstimated: used === undefined,
    /** The compaction point, otherwise the window; undefined if the host knows neither. */
    limit,
    percentage: limit ? (tokens / limit) * 100 : 0,
    ofWindow: context ? (tokens / context) * 100 : undefined,
    tokensPerTurn: perTurn,
    turnsLeft: limit && perTurn && perTurn > 0 ? Math.max(0, Math.floor((limit - tokens) / perTurn)) : undefined,
  }
}

export interface Share {
  readonly what: "system" | "tools" | "memory" | "conversation" | "tool outputs"
  readonly tokens: number
}

/** What the window is spent on. The host counts only the sum; what characters do not explain is attributed to the tool definitions. */
export function spentOn({ used, sizes }: Meter): Share[] {
  if (!sizes) return []
  const tokens = (chars: number) => Math.round(chars / CHARS_PER_TOKEN)
  const parts: Share[] = [
    { what: "system", tokens: tokens(sizes.system) },
    { what: "memory", tokens: tokens(sizes.memory) },
    { what: "conversation", tokens: tokens(sizes.conversation) },
    { what: "tool outputs", tokens: tokens(sizes.toolOutputs) },
  ]
  const explained = parts.reduce((sum, part) => sum + part.tokens, 0)
  return [...parts, { what: "tools", tokens: Math.max(0, (used ?? explained) - explained) }]
}

function estimated(sizes: Sizes | undefined): number {
  if (!sizes) return 0
  return Math.round((sizes.system + sizes.memory + sizes.conversation + sizes.toolOutputs) / CHARS_PER_TOKEN)
}

function growth(turns: readonly number[]): number | undefined {
  const [first] = turns
  const last = turns.at(-1)
  if (first === undefined || last === undefined || turns.length < 2) return undefined
  return Math.round((last - first) / (turns.length - 1))
}
