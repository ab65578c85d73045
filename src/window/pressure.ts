// How pressing it is that the window fills up, and what of that the agent was told: each level once, each new ten points once, and one
// intervention between two compactions.

export const LEVELS = ["safe", "moderate", "high", "critical"] as const
export type Level = (typeof LEVELS)[number]

export interface Thresholds {
  readonly moderate: number
  readonly high: number
  readonly critical: number
}

/** What the agent was told about it since the last compaction. */
export interface PressureTold {
  /** The highest level. */
  readonly toldLevel: Level
  /** Tens of percent. */
  readonly toldTens: number
  readonly intervened: boolean
  /** In all. */
  readonly interventions: number
}

export interface Pressure extends PressureTold {
  readonly level: Level
  readonly percentage: number
}

export const noPressureTold: PressureTold = { toldLevel: "safe", toldTens: 0, intervened: false, interventions: 0 }

export function levelAt(percentage: number, { moderate, high, critical }: Thresholds): Level {
  if (percentage >= critical) return "critical"
  if (percentage >= high) return "high"
  return percentage >= moderate ? "moderate" : "safe"
}

export function pressureAt(told: PressureTold, percentage: number, thresholds: Thresholds): Pressure {
  return { ...told, level: levelAt(percentage, thresholds), percentage }
}

/** The level to be told, if it was crossed since the last one was. */
export function dueLevel({ level, toldLevel }: Pressure): Level | undefined {
  return LEVELS.indexOf(level) > LEVELS.indexOf(toldLevel) ? level : undefined
}

export function isDueTens({ percentage, toldTens }: Pressure): boolean {
  return tensOf(percentage) > toldTens
}

export function isDueIntervention({ level, intervened }: Pressure): boolean {
  return level === "critical" && !intervened
}

/** Room was made: from here on everything is told again. */
export function pressureAfterCompaction({ interventions }: PressureTold): PressureTold {
  return { ...noPressureTold, interventions }
}

/** Two processes may have told the same: the most pressing counts. */
export function alsoTold(
  told: PressureTold,
  news: {
    readonly level?: Level | undefined
    readonly tens?: number | undefined
    readonly intervened?: boolean | undefined
  },
): PressureTold {
  const isHigher = news.level !== undefined && LEVELS.indexOf(news.level) > LEVELS.indexOf(told.toldLevel)
  return {
    toldLevel: isHigher ? (news.level as Level) : told.toldLevel,
    toldTens: Math.max(told.toldTens, news.tens ?? 0),
    intervened: told.intervened || news.intervened === true,
    interventions: told.interventions + (news.intervened ? 1 : 0),
  }
}

/** Tens of percent, down to the last whole one. */
export function tensOf(percentage: number): number {
  return Math.floor(percentage / 10)
}
