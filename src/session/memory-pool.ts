// The pool: items outside the slots, kept by how often and how recently they came up. Its clock is the model's steps, because one turn may take a
// hundred tool calls without making any item older.

import { POOL_LIMITS, type PoolLimits } from "../model/tunable.ts"

export interface Scored {
  readonly mentions: number
  /** The step at which it last came up. */
  readonly touched: number
}

export function poolScore({ mentions, touched }: Scored, step: number, { decay } = POOL_LIMITS): number {
  return decay ** (step - touched) * (1 + Math.log2(mentions))
}

/** Best first; among equals the one touched later, then the one that is first in the pool. */
export function rankedPool<T extends Scored>(pool: readonly T[], step: number, limits: PoolLimits = POOL_LIMITS): T[] {
  return pool
    .map((item) => ({ item, score: poolScore(item, step, limits) }))
    .sort((a, b) => b.score - a.score || b.item.touched - a.item.touched)
    .map(({ item }) => item)
}

export function fadedPool<T extends Scored>(pool: readonly T[], step: number, limits: PoolLimits = POOL_LIMITS): T[] {
  return pool.filter((item) => poolScore(item, step, limits) >= limits.floor)
}

/** Cut to its size. The newest item stays whatever its score; otherwise a pool of frequently mentioned items would accept nothing new. */
export function cutPool<T extends Scored>(
  pool: readonly T[],
  step: number,
  newest: T,
  limits: PoolLimits = POOL_LIMITS,
): readonly T[] {
  if (pool.length <= limits.items) return pool
  const others = pool.filter((item) => item !== newest)
  const room = limits.items - (pool.length - others.length)
  return only(pool, [newest, ...rankedPool(others, step, limits).slice(0, room)])
}

export function betterHalf<T extends Scored>(
  pool: readonly T[],
  step: number,
  limits: PoolLimits = POOL_LIMITS,
): readonly T[] {
  return only(pool, rankedPool(pool, step, limits).slice(0, Math.ceil(pool.length / 2)))
}

/** In pool order, which tells the older of two equals. */
function only<T>(pool: readonly T[], kept: readonly T[]): T[] {
  const isKept = new Set(kept)
  return pool.filter((item) => isKept.has(item))
}
