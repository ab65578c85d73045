// Which of Cairn's features work in this host. A hook that is missing or has another shape switches its feature off with one line in the log, where
// anybody looking for the reason finds it; the rest keeps working.
import type { Log } from "../platform/log.ts"

export type Feature =
  | "prefix"
  | "tail"
  | "tool-results"
  | "usage"
  | "compaction"
  | "compact"
  | "autocontinue"
  | "summary-template"
  | "events"
  | "tools"
  | "commands"
  | "notices"
  | "instructions"
  | "reading"

export type Features = ReturnType<typeof createFeatures>

export function createFeatures(host: string, log: Log) {
  const told = new Set<Feature>()
  let known: string | undefined
  return {
    /** Logs once why a feature does not work here. */
    off(feature: Feature, why: string): void {
      if (told.has(feature)) return
      told.add(feature)
      log.warn("feature-off", { feature, why, host })
    },
    knowVersion(version: string | undefined): void {
      if (version === undefined || version === known) return
      known = version
      log.info("host", { host, version })
    },
  }
}
