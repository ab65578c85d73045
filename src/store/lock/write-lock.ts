// The one lock that writers of a store take: `BEGIN IMMEDIATE` on an empty database, which the kernel releases when the process dies, however it
// dies. SQLite drivers block the event loop while they wait, so writers of this process queue on a promise first, and poll for other processes. No
// other code may open the file: closing any descriptor of it drops the lock. Not re-entrant: `hold` inside `hold` waits for itself until its time
// is over.
import { truncateSync } from "node:fs"
import { realpath } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import { storeError } from "../../model/store-error.ts"
import { inodeOf } from "../../platform/durable-file.ts"
import { isSqliteBusy, isSqliteDamaged, openSqlite, type Sqlite, sqliteErrno } from "../../platform/sqlite.ts"
import { endTurn, takeTurn } from "./turn-queue.ts"

export interface WriteLock {
  /** Runs `work` alone among all writers of all processes; throws `lock_busy` if `waitMs` passes before it could start. */
  hold<T>(waitMs: number, work: () => Promise<T>): Promise<T>
  /** A lock in use is closed when its last user is done. */
  close(): void
}

/** A process that has just released the lock waits this long before asking again; otherwise a busy process would never let another one in. */
const COURTESY_MS = 4

/** Polling more often the longer one has waited, down to less than that pause, bounds everybody's wait. */
function retryDelayMs(waitedMs: number): number {
  return 1 + Math.random() * Math.max(1, 7 - waitedMs / 20)
}

export async function openWriteLock(path: string): Promise<WriteLock> {
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
    try {
      await acquire(deadline)
      try {
        return await work()
      } finally {
        connection.database.exec("ROLLBACK")
        releasedAt = performance.now()
      }
    } finally {
      endTurn(file)
    }
  }

  return {
    async hold(waitMs, work) {
      if (closed) throw unavailable(file, new Error("the lock was closed"))
      const deadline = performance.now() + waitMs
      users += 1
      try {
        if (!(await takeTurn(file, deadline))) throw busy(file)
        return await holdInTurn(deadline, work)
      } finally {
        users -= 1
        if (closed && users === 0) connection.database.close()
      }
    },
    close() {
      if (!closed && users === 0) connection.database.close()
      closed = true
    },
  }
}

interface Connection {
  database: Sqlite
  inode: bigint | undefined
}

async function connect(file: string): Promise<Connection> {
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
    `Check that ${dirname(file)} exists, is writable, and has free space.`,
    { cause },
  )
}
