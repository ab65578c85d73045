// The full text of tool outputs that were shortened, so that nothing pruned is lost: one file each, up to a limit. They are stored by place (the
// directory that a host works in: its agent may read there without asking) and by session. Which sessions need an output is in `state.db`: no
// process sweeps away what another still needs, and no session is shown another's.
import type { Dirent } from "node:fs"
import { readdir, rm, rmdir, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import { sha256 } from "../../model/sha256.ts"
import type { SweepLimits } from "../../model/tunable.ts"
import type { Clock } from "../../platform/clock.ts"
import { readFileBelow, replaceFile } from "../../platform/durable-file.ts"
import { hasCode } from "../../platform/file-error.ts"
import type { Log } from "../../platform/log.ts"
import { privateDir } from "../../platform/private-mode.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { STALE_TEMP_MS, sweepTemps } from "../../platform/temp-file.ts"
import type { CleanText } from "../../text/known-clean.ts"
import { spareState } from "./spare-state.ts"

export interface SweepOrder {
  /** The sessions that this process serves: their outputs stay. */
  readonly isLive: (session: string) => boolean
  readonly limits: Omit<SweepLimits, "events">
  /** The session whose tool ended last; undefined at a start. */
  readonly session: string | undefined
  /** Finished tool calls that this process has seen. */
  readonly events: number
}

export const toolOutputTables = `CREATE TABLE tool_output(id TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY(id, session)) WITHOUT ROWID;
CREATE INDEX tool_output_of ON tool_output(session);`

const DAY_MS = 86_400_000
const MEGABYTE = 1_000_000
/** A session that another process has seen this recently is live there. */
const LIVE_MS = 2 * 3_600_000
/** Far more than the longest output that is shortened. */
const MAX_BYTES = 16_000_000
const ID = /^[0-9a-f]{12}$/
const SAFE_NAME = /^\w[\w-]{0,79}$/
const ONLY_OF = `SELECT id FROM tool_output WHERE session = ? AND id NOT IN (SELECT id FROM tool_output WHERE session <> ?)`
const OWNERS = `SELECT o.id, json_group_array(o.session) AS sessions, max(s.seen_at) AS seen FROM tool_output o
  LEFT JOIN session s ON s.id = o.session GROUP BY o.id`
const SHARE = "INSERT OR IGNORE INTO tool_output(id, session) SELECT id, ? FROM tool_output WHERE session = ?"

/** Stands for the owners of an output that was erased: it is not kept again, though the host still has its text. */
const ERASED = ""

export function markErased(db: Sqlite, id: string): void {
  db.run("DELETE FROM tool_output WHERE id = ?", id)
  db.run("INSERT INTO tool_output(id, session) VALUES (?, ?)", id, ERASED)
}

export interface ToolOutputOptions {
  readonly folder: string
  readonly db: Sqlite | undefined
  readonly log: Log
  readonly clock: Clock
}

/** The folder for outputs from a directory. */
export function outputsOfPlace(folder: string, directory: string): string {
  return join(folder, sha256(directory).slice(0, 12))
}

export function openToolOutputs({ folder, db, log, clock }: ToolOutputOptions) {
  const state = spareState(db, log, "tool-outputs")

  async function remove({ id, path }: KeptFile): Promise<void> {
    await rm(path, { force: true })
    await rmdir(dirname(path)).catch(() => undefined)
    state.run("DELETE FROM tool_output WHERE id = ?", id)
  }

  function erased(): ReadonlySet<string> {
    const rows = state.all<{ id: string }>("SELECT id FROM tool_output WHERE session = ?", ERASED)
    return new Set(rows.map(({ id }) => id))
  }

  /** From the table; without one, from the folder that the output is in. */
  function isOneOf(asking: readonly string[]): (file: KeptFile) => boolean {
    return ({ id, path }) => {
      const rows = state.attempt((db) =>
        db.all<{ session: string }>("SELECT session FROM tool_output WHERE id = ?", id),
      )
      if (!rows) return asking.map(folderName).includes(basename(dirname(path)))
      return rows.some(({ session }) => asking.includes(session))
    }
  }

  return {
    folder,
    /** The text is on disk when it resolves; returns its id: a new one, or the one it had before it was swept away. */
    async keep(
      session: string,
      text: CleanText,
      directory: string,
      id = sha256(`${session}\n${text}`).slice(0, 12),
    ): Promise<{ id: string; path: string }> {
      if (erased().has(id)) throw new CairnError("output_erased", "words of this output were erased")
      const own = join(outputsOfPlace(folder, directory), folderName(session))
      await writeOutput(own, id, text)
      state.run("INSERT OR IGNORE INTO tool_output(id, session) VALUES (?, ?)", id, session)
      return { id, path: join(own, `${id}.txt`) }
    },
    /** Those of them that are not on disk but may be. */
    async missing(ids: readonly string[]): Promise<string[]> {
      const there = new Set([...erased(), ...(await listOutputs(folder)).map(({ id }) => id)])
      return ids.filter((id) => !there.has(id))
    },
    /** For one of these sessions; undefined: for a person, who may see all. */
    async read(id: string, asking?: readonly string[]): Promise<string | undefined> {
      if (!ID.test(id)) return undefined
      const files = (await listOutputs(folder)).filter((file) => file.id === id)
      const file = files.find(asking ? isOneOf(asking) : () => true)
      const found = file && (await readFileBelow(dirname(file.path), [], `${id}.txt`, MAX_BYTES))
      return found && new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes)
    },
    /** A session that began as a copy of another points to the same outputs. */
    share: (from: string, to: string) => state.run(SHARE, to, from),
    /** The session is gone, and its outputs with it. */
    async removeOf(session: string): Promise<void> {
      const own = new Set(state.all<{ id: string }>(ONLY_OF, session, session).map(({ id }) => id))
      if (own.size > 0) for (const file of await listOutputs(folder)) if (own.has(file.id)) await remove(file)
      state.run("DELETE FROM tool_output WHERE session = ?", session)
    },
    async sweep(order: SweepOrder) {
      const now = clock.now()
      for (const one of await foldersOf(folder)) await sweepTemps(one, STALE_TEMP_MS, now)
      const files = await listOutputs(folder)
      const owners = state.attempt((db) => ownersOf(db, now)) ?? new Map<string, Owner>()
      const removed = await removeEach(beyondLimits(files, owners, order, now), remove, log)
      const tally = { scanned: files.length, ...removed }
      log.info("tool-outputs-swept", { session: order.session, events: order.events, ...tally })
      return tally
    },
  }
}

async function removeEach(files: readonly KeptFile[], remove: (file: KeptFile) => Promise<void>, log: Log) {
  const tally = { deleted: 0, bytes: 0, errors: 0 }
  for (const file of files) {
    try {
      await remove(file)
      tally.deleted++
      tally.bytes += file.bytes
    } catch (error) {
      tally.errors++
      log.warn("tool-outputs", { output: file.id, why: messageOf(error) })
    }
  }
  return tally
}

async function writeOutput(own: string, id: string, text: string): Promise<void> {
  await privateDir(own)
  await replaceFile(own, [], `${id}.txt`, new TextEncoder().encode(text), { maxBytes: 0 }).catch((error) => {
    // Two processes wrote the same text under the name that its hash gives it.
    if (!hasCode(error, "ECHANGED")) throw error
  })
}

/** What a live session needs stays, and of the rest the newest, as many as fit. */
function beyondLimits(
  files: readonly KeptFile[],
  owners: ReadonlyMap<string, Owner>,
  { isLive, limits }: SweepOrder,
  now: number,
): KeptFile[] {
  let kept = { files: 0, bytes: 0 }
  return files
    .toSorted((a, b) => b.changedAt - a.changedAt)
    .filter(({ id, bytes, changedAt }) => {
      const owner = owners.get(id)
      const isNeeded = owner !== undefined && (owner.isLiveElsewhere || owner.sessions.some(isLive))
      const fits =
        kept.files < limits.files &&
        kept.bytes + bytes <= limits.megabytes * MEGABYTE &&
        now - changedAt <= limits.days * DAY_MS
      if (!isNeeded && fits) kept = { files: kept.files + 1, bytes: kept.bytes + bytes }
      return !isNeeded && !fits
    })
}

interface Owner {
  readonly sessions: readonly string[]
  readonly isLiveElsewhere: boolean
}

function ownersOf(db: Sqlite, now: number): Map<string, Owner> {
  const rows = db.all<{ id: string; sessions: string; seen: number | null }>(OWNERS)
  return new Map(
    rows.map(({ id, sessions, seen }) => [
      id,
      { sessions: JSON.parse(sessions), isLiveElsewhere: now - (seen ?? 0) < LIVE_MS },
    ]),
  )
}

/** A session's id, or its hash if the id is not a safe file name. */
function folderName(session: string): string {
  return SAFE_NAME.test(session) ? session : sha256(session).slice(0, 12)
}

type KeptFile = Awaited<ReturnType<typeof outputsIn>>[number]

async function listOutputs(folder: string): Promise<KeptFile[]> {
  const listed = await Promise.all((await foldersOf(folder)).map(outputsIn))
  return listed.flat()
}

async function outputsIn(folder: string) {
  const found = await Promise.all(
    (await entriesOf(folder)).map(async ({ name }) => {
      const [id, path] = [name.replace(/\.txt$/, ""), join(folder, name)]
      const stats = ID.test(id) && name !== id ? await stat(path).catch(() => undefined) : undefined
      return stats && { id, path, bytes: stats.size, changedAt: stats.mtimeMs }
    }),
  )
  return found.filter((file) => file !== undefined)
}

/** For each session in each place. An earlier build kept them all in the folder itself. */
async function foldersOf(folder: string): Promise<string[]> {
  const within = async (parent: string) =>
    (await entriesOf(parent)).filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name))
  const places = await within(folder)
  return [folder, ...(await Promise.all(places.map(within))).flat()]
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error) => {
    if (errnoOf(error) === "ENOENT") return []
    throw error
  })
}
