// Numbers that a user may change in the settings, with their defaults. They are here because the settings and the rooms that use them need the same
// ones.

/** The same names with a number each. */
type NumbersOf<T> = Readonly<Record<keyof T, number>>

/** Most items; the share of its score that an item keeps after a step; the score below which an item is dropped. */
export const POOL_LIMITS = { items: 50, decay: 0.85, floor: 0.01 }
export type PoolLimits = NumbersOf<typeof POOL_LIMITS>

export const ACTIVITY_LIMITS = {
  files: 20,
  filesShown: 8,
  errors: 5,
  errorsShown: 3,
  decisions: 8,
  decisionsShown: 8,
}
export type ActivityLimits = NumbersOf<typeof ACTIVITY_LIMITS>

/** How a session's events are folded. */
export interface FoldLimits {
  readonly pool: PoolLimits
  readonly activityLimits: ActivityLimits
}

export const FOLD_LIMITS: FoldLimits = { pool: POOL_LIMITS, activityLimits: ACTIVITY_LIMITS }

export const PRUNE_MODES = ["normal", "aggressive", "hyper"] as const
export type PruneMode = (typeof PRUNE_MODES)[number]

/**
 * A `listing`, or any `other` output, with more lines than this is cut. It gets as many characters as `ends` first and `ends` last lines of code or
 * text take; `names` names from what was left out are listed.
 */
export type PruneLimits = Readonly<Record<"listing" | "other" | "ends" | "names", number>>

export const PRUNE_LIMITS: Readonly<Record<PruneMode, PruneLimits>> = {
  normal: { listing: 50, other: 120, ends: 30, names: 128 },
  aggressive: { listing: 30, other: 60, ends: 20, names: 80 },
  hyper: { listing: 15, other: 30, ends: 10, names: 40 },
}

/** An output with this few lines is never cut. */
export const LEAST_PRUNED = 15

/** `events`: finished tool calls between two sweeps. One long session alone leaves out hundreds of outputs. */
export const SWEEP_LIMITS = { events: 500, files: 2000, days: 7, megabytes: 50 }
export type SweepLimits = NumbersOf<typeof SWEEP_LIMITS>

export const RETENTION = {
  halfLifeDays: 45,
  /** The half-life is divided by this for each reinforcement. */
  slower: 0.85,
  /** Days without work on the project after which time counts less. */
  dormantAfterDays: 14,
  /** How much a day counts then. */
  dormantRate: 0.25,
  /** Most facts in a prompt: up to this many, a model finds the right one by looking at all of them. */
  shown: 150,
}
export type Retention = NumbersOf<typeof RETENTION>

/** In model steps: an output leaves this long after its file was changed, any other after a pause, else at this age, a source that was read before an edit later. */
export const RETIRING_AGES = { superseded: 3, lapsed: 5, output: 25, focus: 90 }
export type RetiringAges = NumbersOf<typeof RETIRING_AGES>
