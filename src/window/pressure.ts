// How pressing it is that the window fills up, and what of that the agent was told: each level once, each new ten points once, and one
// intervention between two compactions.

export const LEVELS = ["safe", "moderate", "high", "critical"] as const
export type Level = (typeof LEVELS)[number]

export interface Thresholds {
  readonly moderate: number
  readonly high: number
  readonly critical: number
}

export interface Pressure {
  readonly level: Level
  readonly percentage: number
  readonly checkedAt: number
  /** The highest level told since the last compaction. */
  readonly toldLevel: Level
  /** Tens of percent told since. */
  readonly toldTens: number
  readonly intervened: boolean
  /** In all. */
  readonly interventions: number
}

export const noPressure: Pressure = {
  level: "safe",
  percentage: 0,
  checkedAt: 0,
  toldLevel: "safe",
  toldTens: 0,
  intervened: false,
  interventions: 0,
}

export function levelAt(percentage: number, { moderate, high, critical }: Thresholds): Level {
  if (percentage >= critical) return "critical"
  if (percentage >= high) return "high"
  return percentage >= moderate ? "moderate" : "safe"
}

export function pressureAt(pressure: Pressure, percentage: number, thresholds: Thresholds, now: number): Pressure {
  return { ...pressure, level: levelAt(percentage, thresholds), percentage, checkedAt: now }
}

/** Room was made: from here on everything is told anew. */
export function relieved(pressure: Pressure): Pressure {
  return { ...noPressure, interventions: pressure.interventions, checkedAt: pressure.checkedAt }
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

export function levelTold(pressure: Pressure): Pressure {
  return { ...pressure, toldLevel: pressure.level }
}

export function tensTold(pressure: Pressure): Pressure {
  return { ...pressure, toldTens: Math.max(pressure.toldTens, tensOf(pressure.percentage)) }
}

export function intervened(pressure: Pressure): Pressure {
  return { ...pressure, intervened: true, interventions: pressure.interventions + 1 }
}

/** But for a few percent, which need not be written down. */
export function isAlike(one: Pressure, other: Pressure): boolean {
  const essence = ({ level, percentage, checkedAt: _, ...told }: Pressure) =>
    JSON.stringify([level, tensOf(percentage), told])
  return essence(one) === essence(other)
}

/** What another process has told meanwhile was told. */
export function alsoTold(pressure: Pressure, other: Pressure): Pressure {
  const toldLevel = LEVELS[Math.max(LEVELS.indexOf(pressure.toldLevel), LEVELS.indexOf(other.toldLevel))] as Level
  return {
    ...pressure,
    toldLevel,
    toldTens: Math.max(pressure.toldTens, other.toldTens),
    intervened: pressure.intervened || other.intervened,
    interventions: Math.max(pressure.interventions, other.interventions),
  }
}

/** Tens of percent, down to the last whole one. */
export function tensOf(percentage: number): number {
  return Math.floor(percentage / 10)
}

/** As it was saved; anything else counts as none. */
export function readPressure(saved: unknown): Pressure {
  const found = saved as Partial<Pressure> | null | undefined
  const isWhole =
    found && Object.entries(noPressure).every(([key, value]) => typeof found[key as keyof Pressure] === typeof value)
  return isWhole && LEVELS.includes(found.level as Level) ? { ...noPressure, ...found } : noPressure
}
