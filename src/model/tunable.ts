// Numbers that a user may change in the settings, with their defaults. They are here because the settings and the rooms that use them need
// the same ones.

export interface PoolLimits {
  /** Most items. */
  readonly items: number
  /** What a step leaves of an item's score. */
  readonly decay: number
  /** Below this score an item is dropped. */
  readonly floor: number
}

export const POOL_LIMITS: PoolLimits = { items: 50, decay: 0.85, floor: 0.01 }

export interface ActivityLimits {
  readonly files: number
  readonly filesShown: number
  readonly errors: number
  readonly errorsShown: number
  readonly decisions: number
  readonly decisionsShown: number
}

export const ACTIVITY_LIMITS: ActivityLimits = {
  files: 20,
  filesShown: 8,
  errors: 5,
  errorsShown: 3,
  decisions: 8,
  decisionsShown: 8,
}

/** How a session's events are folded. */
export interface FoldLimits {
  readonly pool: PoolLimits
  readonly activityLimits: ActivityLimits
}

export const FOLD_LIMITS: FoldLimits = { pool: POOL_LIMITS, activityLimits: ACTIVITY_LIMITS }

export const PRUNE_MODES = ["normal", "aggressive", "hyper"] as const
export type PruneMode = (typeof PRUNE_MODES)[number]

export interface PruneLimits {
  /** A listing of more lines than this is cut. */
  readonly listing: number
  /** Any other output of more lines than this is cut. */
  readonly other: number
  /** The room: as many characters as this many first and this many last lines of code or text take. */
  readonly ends: number
  /** How many names of what was left out are listed. */
  readonly names: number
}

export const PRUNE_LIMITS: Readonly<Record<PruneMode, PruneLimits>> = {
  normal: { listing: 50, other: 120, ends: 30, names: 128 },
  aggressive: { listing: 30, other: 60, ends: 20, names: 80 },
  hyper: { listing: 15, other: 30, ends: 10, names: 40 },
}

/** An output of so few lines is never cut. */
export const LEAST_PRUNED = 15

export interface SweepLimits {
  /** Ends of tools between two sweeps. */
  readonly events: number
  readonly files: number
  readonly days: number
  readonly megabytes: number
}

export const SWEEP_LIMITS: SweepLimits = { events: 500, files: 300, days: 7, megabytes: 50 }

export interface Retention {
  readonly halfLifeDays: number
  /** The half-life is divided by this for each reinforcement. */
  readonly slower: number
  /** Days without work on the project after which time counts less. */
  readonly dormantAfterDays: number
  /** What a day counts then. */
  readonly dormantRate: number
  /** Most facts in a prompt. */
  readonly shown: number
}

export const RETENTION: Retention = {
  halfLifeDays: 45,
  slower: 0.85,
  dormantAfterDays: 14,
  dormantRate: 0.25,
  shown: 28,
}
