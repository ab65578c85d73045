// The clock is passed in, so that every decision about time can be tested without waiting.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
