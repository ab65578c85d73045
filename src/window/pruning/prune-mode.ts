// How hard outputs are cut: the fuller the window, the sooner and the harder.
import type { PruneMode } from "../../model/tunable.ts"
import type { Level } from "../pressure.ts"

export function modeAt(level: Level): PruneMode {
  if (level === "critical") return "hyper"
  return level === "high" ? "aggressive" : "normal"
}
