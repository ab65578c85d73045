// Which of Cairn's features this host can carry. A hook that is missing or speaks another shape switches its feature off with one line in
// the log; the rest goes on. The same facts are what a doctor wants to know.
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
  | "subagents"
  | "notices"
  | "instructions"
  | "reading"
  | "memory"

export interface HostFacts {
  readonly host: string
  readonly version: string | undefined
  readonly hooksSeen: readonly string[]
  readonly off: Readonly<Partial<Record<Feature, string>>>
}

export interface Features {
  /** A hook was called. */
  saw(hook: string): void
  /** Says once why a feature does not work here. */
  off(feature: Feature, why: string): void
  knowVersion(version: string | undefined): void
  facts(): HostFacts
}

export function createFeatures(host: string, log: Log): Features {
  const seen = new Set<string>()
  const off = new Map<Feature, string>()
  let known: string | undefined
  return {
    saw: (hook) => void seen.add(hook),
    off(feature, why) {
      if (off.has(feature)) return
      off.set(feature, why)
      log.warn("feature-off", { feature, why, host })
    },
    knowVersion(version) {
      if (version === undefined || version === known) return
      known = version
      log.info("host", { host, version })
    },
    facts: () => ({ host, version: known, hooksSeen: [...seen].sort(), off: Object.fromEntries(off) }),
  }
}
