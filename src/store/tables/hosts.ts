// What was found out about the hosts this store was used from: for a doctor, which runs in another process.
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "./spare-state.ts"

export interface HostRecord {
  readonly host: string
  readonly version: string | undefined
  readonly hooksSeen: readonly string[]
  readonly off: Readonly<Record<string, string>>
}

export interface Hosts {
  save(facts: HostRecord, at: number): void
  list(): (HostRecord & { readonly seenAt: number })[]
}

export const hostTables = `CREATE TABLE host(host TEXT NOT NULL, version TEXT NOT NULL, hooks_seen TEXT NOT NULL, off TEXT NOT NULL,
  seen_at INTEGER NOT NULL, PRIMARY KEY(host, version)) WITHOUT ROWID;`

interface Row {
  host: string
  version: string
  hooks_seen: string
  off: string
  seen_at: number
}

export function openHosts(db: Sqlite | undefined, log: Log): Hosts {
  const attempt = spareState(db, log, "host-facts")
  return {
    save({ host, version, hooksSeen, off }, at) {
      const facts = [JSON.stringify(hooksSeen), JSON.stringify(off), at] as const
      attempt((db) =>
        db.run(
          "INSERT OR REPLACE INTO host(host, version, hooks_seen, off, seen_at) VALUES (?, ?, ?, ?, ?)",
          host,
          version ?? "",
          ...facts,
        ),
      )
    },
    list: () =>
      (
        attempt((db) =>
          db.all<Row>("SELECT host, version, hooks_seen, off, seen_at FROM host ORDER BY seen_at DESC"),
        ) ?? []
      ).map((row) => ({
        host: row.host,
        version: row.version || undefined,
        hooksSeen: JSON.parse(row.hooks_seen),
        off: JSON.parse(row.off),
        seenAt: row.seen_at,
      })),
  }
}
