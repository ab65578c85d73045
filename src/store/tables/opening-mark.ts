// Breaks a crash loop. A file next to a database says that this process is about to open it, and is removed once the database was opened and read.
// A process that died in between leaves it there, so the next one knows not to trust that database.
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import type { Log } from "../../platform/log.ts"

export type OpeningMark = ReturnType<typeof markOpening>

/** Nobody takes this long to open a database: the process has ended, and another one has its id now. */
const STALE_MS = 10 * 60_000

export function markOpening(path: string, log: Log) {
  const ours = `${path}.opening-${process.pid}-${Math.round(performance.timeOrigin)}-`
  try {
    const deaths = Math.max(0, ...deadMarks(path, ours).map(takeOver))
    const mark = `${ours}${deaths}`
    const write = () => writeFileSync(mark, "", { mode: 0o600 })
    let stays = false
    write()
    return {
      /** How many processes in a row have died while opening this database. */
      deaths,
      /** The database was opened and read, or will not be. */
      remove: () => void (stays || rmSync(mark, { force: true })),
      /** It turned out to be damaged in use: once this process has ended, it counts as one that died while opening it. */
      stay(): void {
        stays = true
        try {
          write()
        } catch (error) {
          log.warn("opening-mark", { why: messageOf(error) })
        }
      },
    }
  } catch (error) {
    log.warn("opening-mark", { why: messageOf(error) })
    return { deaths: 0, remove: () => undefined, stay: () => undefined }
  }
}

type Mark = { readonly path: string; readonly pid: number; readonly deaths: number }

function deadMarks(path: string, ours: string): Mark[] {
  const start = `${basename(path)}.opening-`
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start))
  const paths = names.map((name) => join(dirname(path), name)).filter((mark) => !mark.startsWith(ours))
  const marks = paths.map((mark) => {
    const [pid, , deaths] = mark
      .slice(path.length + ".opening-".length)
      .split("-")
      .map(Number)
    return { path: mark, pid: pid || 0, deaths: deaths || 0 }
  })
  return marks.filter(isDead)
}

function isDead({ path, pid }: Mark): boolean {
  // A container gives the same id at every start.
  if (pid === 0 || pid === process.pid || !isRunning(pid)) return true
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MS
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errnoOf(error) === "EPERM"
  }
}

/** Returns how many have died so far. If two processes find the same mark, one counts it. */
function takeOver({ path, deaths }: Mark): number {
  try {
    rmSync(path)
    return deaths + 1
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return 0
    throw error
  }
}
