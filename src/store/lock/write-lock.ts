// The one lock that writers of a store take: `BEGIN IMMEDIATE` on an empty database, which the kernel releases when the process dies, however it
// dies. SQLite drivers block the event loop while they wait, so writers of this process queue on a promise first, and poll for other processes. No
// other code may open the file: closing any descriptor of it drops the lock. Not re-entrant: `hold` inside `hold` waits for itself until its time
// is over.
import { truncateSync } from "node:fs"
import { realpath } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { untilDeadline } from "../../model/deadline.ts"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import { storeError } from "../../model/store-error.ts"
import { inodeOf } from "../../platform/durable-file.ts"
import { isSqliteBusy, isSqliteDamaged, openSqlite, type Sqlite, sqliteErrno } from "../../platform/sqlite.ts"

export type WriteLock = Awaited<ReturnType<typeof openWriteLock>>

/** A process that has just released the lock waits this long before asking again; otherwise a busy process would never let another one in. */
const COURTESY_MS = 4

/** Polling more often the longer one has waited, down to less than that pause, bounds everybody's wait. */
function retryDelayMs(waitedMs: number): number {
  return 1 + Math.random() * Math.max(1, 7 - waitedMs / 20)
}

export async function openWriteLock(path: string) {
  const file = await realFile(path)
  // Referenced as long as the lock is held: Bun's collector closes a database nobody refers to, and the lock is gone.
  let connection = await connect(file)
  let releasedAt = Number.NEGATIVE_INFINITY
  let users = 0
  let closed = false

  async function acquire(deadline: number): Promise<void> {
    const start = performance.now()
    if (start - releasedAt < COURTESY_MS && start + COURTESY_MS < deadline) await sleep(COURTESY_MS)
    for (;;) {
      const outcome = tryLock(file, connection)
      if (outcome === "held") return
      if (outcome === "replaced") await reconnect()
      const now = performance.now()
      if (outcome === "taken") await sleep(Math.max(0, Math.min(retryDelayMs(now - start), deadline - now)))
      if (performance.now() >= deadline) throw busy(file)
    }
  }

  /** The old connection is closed last: if the new one fails, it is still there to try again. */
  async function reconnect(): Promise<void> {
    const { database } = connection
    connection = await connect(file)
    database.close()
  }

  async function holdInTurn<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    await acquire(deadline)
    try {
      return await work()
    } finally {
      connection.database.exec("ROLLBACK")
      releasedAt = performance.now()
    }
  }

  return {
    /** Runs `work` alone among all writers of all processes; throws `lock_busy` if `waitMs` passes before it could start. */
    async hold<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
      if (closed) throw unavailable(file, new Error("the lock was closed"))
      const deadline = performance.now() + waitMs
      users += 1
      const turn = askForTurn(file)
      try {
        if (!(await turn.isBegunBy(deadline))) throw busy(file)
        return await holdInTurn(deadline, work)
      } finally {
        turn.end()
        users -= 1
        if (closed && users === 0) connection.database.close()
      }
    },
    /** A lock in use is closed when its last user is done. */
    close(): void {
      if (!closed && users === 0) connection.database.close()
      closed = true
    },
  }
}

/** The writers of this process take turns, first come, first served. By file, the end of the last turn that was asked for. */
const lastTurns = new Map<string, Promise<void>>()
const LONGEST_TIMER_MS = 2 ** 31 - 1

function askForTurn(file: string) {
  const before = lastTurns.get(file)
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const ended: Promise<void> = Promise.all([before, isDone]).then(() => {
    if (lastTurns.get(file) === ended) lastTurns.delete(file)
  })
  lastTurns.set(file, ended)
  return {
    end,
    /** False when the deadline (on the clock of `performance.now`) came first. */
    async isBegunBy(deadline: number): Promise<boolean> {
      if (!before) return true
      const begun = before.then(() => true)
      // The runtimes print a warning about a timer with a negative time.
      const left = Math.max(0, Math.min(deadline - performance.now(), LONGEST_TIMER_MS))
      const isBegun = await untilDeadline(left, begun, false)
      // A busy event loop may get here before the timer of somebody whose time is over.
      return isBegun && performance.now() < deadline
    },
  }
}

type Connection = Awaited<ReturnType<typeof connect>>

async function connect(file: string) {
  try {
    const database = await openSqlite(file, { busyTimeoutMs: 0 })
    giveFirstPage(database)
    return { database, inode: inodeOf(file) }
  } catch (error) {
    throw unavailable(file, error)
  }
}

/** Locking an empty database writes its first page every time: on a full disk that fails, and elsewhere it costs a journal. */
function giveFirstPage(database: Sqlite): void {
  try {
    if (database.get<{ user_version: number }>("PRAGMA user_version")?.user_version === 0)
      database.exec("PRAGMA user_version = 1")
  } catch (error) {
    // Busy: somebody else is doing it. Anything else shows when the lock is taken.
    void error
  }
}

function tryLock(file: string, { database, inode }: Connection): "held" | "taken" | "replaced" {
  try {
    database.exec("BEGIN IMMEDIATE")
  } catch (error) {
    if (isSqliteBusy(error)) return "taken"
    if (inode !== inodeOf(file)) return "replaced"
    if (!isSqliteDamaged(error)) throw unavailable(file, error)
    // It contains nothing to lose. Emptied in place, it stays the same file for everybody who has it open.
    truncateSync(file)
    return "replaced"
  }
  if (inode === inodeOf(file)) return "held"
  // Somebody removed or replaced the file: a lock on the old one keeps nobody out.
  database.exec("ROLLBACK")
  return "replaced"
}

/** One name for one file, so that all its openers in this process share one queue. */
async function realFile(path: string): Promise<string> {
  try {
    return join(await realpath(dirname(path)), basename(path))
  } catch (error) {
    throw unavailable(path, error)
  }
}

function busy(file: string): CairnError {
  return new CairnError(
    "lock_busy",
    `another writer holds ${file}`,
    "Try again in a moment. If it lasts, find the OpenCode or Cairn process that is still writing.",
  )
}

function unavailable(file: string, cause: unknown): CairnError {
  const code = sqliteErrno(cause) ?? errnoOf(cause)
  if (code === "ENOSPC" || code === "EROFS" || code === "EACCES") return storeError({ code, cause })
  return new CairnError(
    "lock_unavailable",
    `the write lock ${file} cannot be used: ${messageOf(cause)}`,
    `Check that ${dirname(file)} exists, is writable, and has free space; if it was deleted, restart OpenCode.`,
    { cause },
  )
}
