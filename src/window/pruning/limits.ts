// How much of an output each mode leaves, in lines: the fuller the window, the sooner and the harder outputs are cut.

import type { Level } from "../pressure.ts"

export type Mode = "normal" | "aggressive" | "hyper"

export interface Limits {
  /** A listing of more lines than this is cut. */
  readonly listing: number
  /** Any other output of more lines than this is cut. */
  readonly other: number
  /** The room: as many characters as this many first and this many last lines of code or text take. */
  readonly ends: number
  /** How many names of what was left out are listed. */
  readonly names: number
}

export const LIMITS: Readonly<Record<Mode, Limits>> = {
  normal: { listing: 50, other: 120, ends: 30, names: 128 },
  aggressive: { listing: 30, other: 60, ends: 20, names: 80 },
  hyper: { listing: 15, other: 30, ends: 10, names: 40 },
}

/** How hard outputs are cut at a level of pressure. */
export function modeAt(level: Level): Mode {
  if (level === "critical") return "hyper"
  return level === "high" ? "aggressive" : "normal"
}
