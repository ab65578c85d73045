// How urgent it is that the window fills up, and what the agent has been told about it: each level once, each further ten percent once, and one
// intervention between two compactions.

const LEVELS = ["safe", "moderate", "high", "critical"] as const
export type Level = (typeof LEVELS)[number]

export interface Thresholds {
  readonly moderate: number
  readonly high: number
  readonly critical: number
}

/** What the agent was told about it since the last compaction. */
export interface PressureTold {
  /** The highest level told so far. */
  readonly toldLevel: Level
  /** Tens of percent: 7 for 70 %. */
  readonly toldTens: number
  readonly intervened: boolean
  /** Over the whole session. */
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

/** The level to announce, if it is higher than the last one announced. */
export function dueLevel({ level, toldLevel }: Pressure): Level | undefined {
  return LEVELS.indexOf(level) > LEVELS.indexOf(toldLevel) ? level : undefined
}

export function isDueTens({ percentage, toldTens }: Pressure): boolean {
  return tensOf(percentage) > toldTens
}

export function isDueIntervention({ level, intervened }: Pressure): boolean {
  return level === "critical" && !intervened
}

/** A compaction made room, so everything may be told again. */
export function pressureAfterCompaction({ interventions }: PressureTold): PressureTold {
  return { ...noPressureTold, interventions }
}

/** Two processes may have told the same; the more urgent counts. */
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

/** Rounded down: 78 % gives 7. */
export function tensOf(percentage: number): number {
  return Math.floor(percentage / 10)
}
