// When outputs are retired. If the provider's cache is gone anyway, it costs nothing; after a revert it is gone only for what was taken back. Breaking a live cache has to pay for itself within a few
// steps. When the window is about to be full, a break costs less than the host's own compaction would lose, if it frees enough to go on.
import type { CachePrices } from "./cache-prices.ts"
import type { Retirable } from "./retirable.ts"

export type FreeReason = "lapsed" | "model" | "compaction" | "revert"
export type RetireReason = FreeReason | "pays" | "pressure"

export interface RetireMoment {
  /** Why the cache is gone, if it is. */
  readonly free?: FreeReason | undefined
  /** Tokens by which a revert has shortened the conversation. */
  readonly takenBack?: number | undefined
  /** Whether a live cache may be broken. */
  readonly mayBreak: boolean
  /** When the window is about to be full: tokens above the level at which there is no pressure. */
  readonly tooMany: number
  readonly prices: CachePrices
  /** Of the whole conversation. */
  readonly tokens: number
}

/** The effect of a decision, in tokens. */
export interface RetirePlan {
  readonly reason: RetireReason
  readonly outputs: readonly Retirable[]
  /** Saved in each request from now on. */
  readonly saved: number
  /** Written again, once. */
  readonly rewritten: number
}

export const LEAST_SAVED = 8000
/** Of what is too much. A full window is written again for it, and with less the next such break would follow in a few steps. */
const LEAST_RELIEF = 0.4

/** `retirable` is in the order of retiring; `savedBy` tells what one of them saves. */
export function planRetiring(
  retirable: readonly Retirable[],
  { free, takenBack = 0, mayBreak, tooMany, prices, tokens }: RetireMoment,
  savedBy: (one: Retirable) => number,
): RetirePlan | undefined {
  const worthIt = retirable.filter((one) => savedBy(one) > 0)
  const useful = worthIt.filter(({ isLast }) => !isLast)
  const planOf = (reason: RetireReason, outputs: readonly Retirable[]): RetirePlan => {
    const saved = outputs.reduce((sum, one) => sum + savedBy(one), 0)
    const first = Math.min(...outputs.map(({ output }) => output.before))
    return { reason, outputs, saved, rewritten: tokens - (prices.losesAll ? 0 : first) - saved }
  }
  const freely = free && useful.length > 0 ? planOf(free, useful) : undefined
  // What was not taken back is still in the cache.
  const isCached = freely !== undefined && free === "revert" && takenBack <= freely.saved + freely.rewritten
  if (free && !isCached) return freely
  if (!mayBreak) return undefined
  const best = planOf("pays", prices.losesAll ? useful : bestFrom(useful, { prices, tokens }, savedBy))
  if (best.saved >= LEAST_SAVED && gainOf(best, prices) > 0) return best
  if (tooMany <= 0) return undefined
  const pressed = planOf("pressure", enough(worthIt, Math.max(LEAST_SAVED, tooMany), savedBy))
  return pressed.saved >= Math.max(LEAST_SAVED, LEAST_RELIEF * tooMany) ? pressed : undefined
}

/** What the next steps save minus what the break costs, in tokens of plain input. */
export function gainOf(
  { saved, rewritten }: Pick<RetirePlan, "saved" | "rewritten">,
  { read, write, paysWithin }: CachePrices,
): number {
  return paysWithin * saved * read - rewritten * (write - read)
}

/** The later the first retired output, the less has to be written again; finds the start from which retiring gains most. */
function bestFrom(
  retirable: readonly Retirable[],
  { prices, tokens }: Pick<RetireMoment, "prices" | "tokens">,
  savedBy: (one: Retirable) => number,
): readonly Retirable[] {
  const byPlace = [...retirable].sort((a, b) => a.output.before - b.output.before)
  let [saved, from, most] = [0, 0, Number.NEGATIVE_INFINITY]
  for (let at = byPlace.length - 1; at >= 0; at--) {
    const one = byPlace[at] as Retirable
    saved += savedBy(one)
    const gain = gainOf({ saved, rewritten: tokens - one.output.before - saved }, prices)
    if (saved < LEAST_SAVED || gain <= most) continue
    most = gain
    from = at
  }
  return byPlace.slice(from)
}

function enough(
  retirable: readonly Retirable[],
  wanted: number,
  savedBy: (one: Retirable) => number,
): readonly Retirable[] {
  let saved = 0
  const at = retirable.findIndex((one) => {
    saved += savedBy(one)
    return saved >= wanted
  })
  return at < 0 ? retirable : retirable.slice(0, at + 1)
}
