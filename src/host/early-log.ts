// The log before the store is open: keeps the first lines until there is a file to write them to.
import type { Log, LogFields } from "../platform/log.ts"

const MAX_LINES = 200

export interface EarlyLog extends Log {
  /** Everything so far, and from now on, goes to this log. */
  handOver(log: Log): void
}

export function createEarlyLog(): EarlyLog {
  const kept: ((log: Log) => void)[] = []
  let target: Log | undefined
  const line = (level: "info" | "warn" | "error") => (event: string, fields?: LogFields) => {
    if (target) target[level](event, fields)
    else if (kept.length < MAX_LINES) kept.push((log) => log[level](event, fields))
  }
  return {
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    flush: async () => target?.flush(),
    handOver(log) {
      target = log
      for (const write of kept.splice(0)) write(log)
    },
  }
}
