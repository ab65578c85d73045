// The full text of tool outputs that were shortened, so that nothing pruned is lost: one file each, nobody else's business, and never more
// of them than a bound. Which session an output belongs to stands in `state.db`, so that no process sweeps away what another still needs.
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import { sha256 } from "../../model/sha256.ts"
import type { SweepLimits } from "../../model/tunable.ts"
import type { Clock } from "../../platform/clock.ts"
import { readFileBelow, replaceFile } from "../../platform/durable-file.ts"
import { hasCode } from "../../platform/file-error.ts"
import type { Log } from "../../platform/log.ts"
import { privateDir } from "../../platform/private-mode.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { sweepTemps } from "../../platform/temp-file.ts"
import { spareState } from "./spare-state.ts"

export interface SweepOrder {
  /** Which sessions this process serves: theirs stay. */
  readonly isLive: (session: string) => boolean
  readonly limits: Omit<SweepLimits, "events">
  /** Whose tool ended last; none at a start. */
  readonly session: string | undefined
  /** Ends of tools that this process has seen. */
  readonly events: number
}

export interface Sweep {
  readonly scanned: number
  readonly deleted: number
  readonly bytes: number
  readonly errors: number
}

export const toolOutputTables = `CREATE TABLE tool_output(id TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY(id, session)) WITHOUT ROWID;
CREATE INDEX tool_output_of ON tool_output(session);`

const DAY_MS = 86_400_000
const MEGABYTE = 1_000_000
/** A session another process has seen so lately is live there. */
const LIVE_MS = 2 * 3_600_000
/** Far more than the longest output that is shortened. */
const MAX_BYTES = 16_000_000
const STALE_TEMP_MS = 60_000
const ID = /^[0-9a-f]{12}$/
const ONLY_OF = `SELECT id FROM tool_output WHERE session = ? AND id NOT IN (SELECT id FROM tool_output WHERE session <> ?)`

export interface ToolOutputOptions {
  readonly folder: string
  readonly db: Sqlite | undefined
  readonly log: Log
  readonly clock: Clock
}

export function openToolOutputs({ folder, db, log, clock }: ToolOutputOptions) {
  const pathOf = (id: string) => join(folder, `${id}.txt`)
  const attempt = spareState(db, log, "tool-outputs")

  async function remove(id: string): Promise<void> {
    await rm(pathOf(id), { force: true })
    attempt((db) => db.run("DELETE FROM tool_output WHERE id = ?", id))
  }

  return {
    folder,
    /** The text is on disk when it resolves; gives its id. */
    async keep(session: string, text: string): Promise<string> {
      const id = sha256(`${session}\n${text}`).slice(0, 12)
      await privateDir(folder)
      await replaceFile(folder, [], `${id}.txt`, new TextEncoder().encode(text), { maxBytes: 0 }).catch((error) => {
        // Two wrote the same text under the name that its hash gives it.
        if (!hasCode(error, "ECHANGED")) throw error
      })
      attempt((db) => db.run("INSERT OR IGNORE INTO tool_output(id, session) VALUES (?, ?)", id, session))
      return id
    },
    async read(id: string): Promise<string | undefined> {
      if (!ID.test(id)) return undefined
      const found = await readFileBelow(folder, [], `${id}.txt`, MAX_BYTES)
      return found && new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes)
    },
    /** The file of an output, for who cannot ask for it by id. */
    fileOf: pathOf,
    /** A session that began as a copy of another points to the same outputs. */
    share(from: string, to: string): void {
      attempt((db) =>
        db.run(
          "INSERT OR IGNORE INTO tool_output(id, session) SELECT id, ? FROM tool_output WHERE session = ?",
          to,
          from,
        ),
      )
    },
    /** The session is gone, and its outputs with it. */
    async removeOf(session: string): Promise<void> {
      const own = attempt((db) => db.all<{ id: string }>(ONLY_OF, session, session)) ?? []
      for (const { id } of own) await remove(id)
      attempt((db) => db.run("DELETE FROM tool_output WHERE session = ?", session))
    },
    async sweep({ isLive, limits, session, events }: SweepOrder): Promise<Sweep> {
      const now = clock.now()
      const owners = attempt((db) => ownersOf(db, now)) ?? new Map<string, Owner>()
      await sweepTemps(folder, STALE_TEMP_MS, now)
      const files = (await listOutputs(folder)).sort((a, b) => b.changedAt - a.changedAt)
      const tally = { scanned: files.length, deleted: 0, bytes: 0, errors: 0 }
      let kept = { files: 0, bytes: 0 }
      for (const { id, bytes, changedAt } of files) {
        const owner = owners.get(id)
        const isNeeded = owner !== undefined && (owner.isLiveElsewhere || owner.sessions.some(isLive))
        const fits =
          kept.files < limits.files &&
          kept.bytes + bytes <= limits.megabytes * MEGABYTE &&
          now - changedAt <= limits.days * DAY_MS
        if (isNeeded || fits) {
          kept = { files: kept.files + 1, bytes: kept.bytes + bytes }
          continue
        }
        try {
          await remove(id)
          tally.deleted++
          tally.bytes += bytes
        } catch (error) {
          tally.errors++
          log.warn("tool-outputs", { output: id, why: messageOf(error) })
        }
      }
      log.info("tool-outputs-swept", { session, events, ...tally })
      return tally
    },
  }
}

interface Owner {
  readonly sessions: readonly string[]
  readonly isLiveElsewhere: boolean
}

function ownersOf(db: Sqlite, now: number): Map<string, Owner> {
  const rows = db.all<{ id: string; session: string; seen_at: number | null }>(
    "SELECT o.id, o.session, s.seen_at FROM tool_output o LEFT JOIN session s ON s.id = o.session",
  )
  const owners = new Map<string, Owner>()
  for (const { id, session, seen_at } of rows) {
    const known = owners.get(id)
    const isLiveElsewhere = known?.isLiveElsewhere || now - (seen_at ?? 0) < LIVE_MS
    owners.set(id, { sessions: [...(known?.sessions ?? []), session], isLiveElsewhere })
  }
  return owners
}

async function listOutputs(folder: string): Promise<{ id: string; bytes: number; changedAt: number }[]> {
  const names = await readdir(folder).catch((error) => {
    if (errnoOf(error) === "ENOENT") return []
    throw error
  })
  const found = await Promise.all(
    names.map(async (name) => {
      const id = name.replace(/\.txt$/, "")
      const stats = ID.test(id) ? await stat(join(folder, name)).catch(() => undefined) : undefined
      return stats && { id, bytes: stats.size, changedAt: stats.mtimeMs }
    }),
  )
  return found.filter((file) => file !== undefined)
}
