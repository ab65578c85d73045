// A commit that gets through: alone among all processes, from a git directory put in order, and tried again after each remedy that
// fits the failure. The ladder ends with a new history, which is only begun when the old one can no longer be read.
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError } from "../../model/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import { openWriteLock } from "../lock/write-lock.ts"
import { type Committed, commitWorkTree } from "./commit.ts"
import { failureOf, HistoryFailure } from "./failure.ts"
import { dropIndex, healState, isDamaged, type Report, recoverTip, removeLeftLock, setAside } from "./heal.ts"
import { LOCK_NAME, type Repository, seal } from "./notes-repository.ts"
import type { Accepts } from "./work-tree.ts"

export interface CommitterOptions {
  readonly accepts: Accepts
  readonly clock: Clock
  readonly report: Report
  /** Called when the commit lock is held: what changes in the work tree from here on may be missed. */
  readonly begun: () => void
  readonly order?: CommitOrder | undefined
}

/** A commit of its own. */
export interface CommitOrder {
  readonly message: string
  /** Changes the work tree once what was pending is committed, and before anybody else can commit. */
  readonly change?: (() => Promise<void>) | undefined
}

export interface CommitterResult extends Committed {
  /** The folder of a damaged history, when this run had to begin a new one. */
  readonly setAside: string | undefined
}

const COMMIT_LOCK_WAIT_MS = 30_000
const PACK_TIMEOUT_MS = 300_000
const LOCK_FILE_WAIT_MS = 2_000
const LOCK_FILE_POLL_MS = 100
const MAX_RACES = 5

export function commitSafely(repository: Repository, options: CommitterOptions): Promise<CommitterResult> {
  const { order } = options
  return alone(repository.gitDir, async () => {
    if (order?.change) {
      await climb(repository, options, undefined)
      await order.change()
    }
    return climb(repository, options, order?.message)
  })
}

/** Git commits never pack here (that could take long at any moment), so loose objects pile up until this is called. */
export function packObjects(repository: Repository): Promise<void> {
  return alone(repository.gitDir, async () => {
    await repository.git(["repack", "-d", "-l", "-q"], { timeoutMs: PACK_TIMEOUT_MS })
    await repository.git(["prune", "--expire=2.weeks.ago"], { timeoutMs: PACK_TIMEOUT_MS })
  })
}

async function alone<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  try {
    seal(gitDir)
    const lock = await openWriteLock(join(gitDir, LOCK_NAME))
    try {
      return await lock.hold(COMMIT_LOCK_WAIT_MS, work)
    } finally {
      lock.close()
    }
  } catch (error) {
    const isBusy = error instanceof CairnError && error.code === "lock_busy"
    throw isBusy ? new HistoryFailure("other", "another Cairn has been committing for long") : failureOf(error)
  }
}

async function climb(
  repository: Repository,
  options: CommitterOptions,
  message: string | undefined,
): Promise<CommitterResult> {
  options.begun()
  const tried = new Remedies(repository, options)
  for (;;) {
    try {
      await healState(repository, options.report)
      const tip = await recoverTip(repository, options.report)
      const committed = await commitWorkTree(repository, tip, options.accepts, message)
      return { ...committed, setAside: tried.aside }
    } catch (error) {
      const failure = failureOf(error)
      if (!(await tried.apply(failure))) throw failure
    }
  }
}

class Remedies {
  aside: string | undefined
  private readonly repository: Repository
  private readonly options: CommitterOptions
  private readonly giveUpAt = performance.now() + LOCK_FILE_WAIT_MS
  private indexDropped = false
  private races = 0

  constructor(repository: Repository, options: CommitterOptions) {
    this.repository = repository
    this.options = options
  }

  /** True when another try may go better. */
  async apply(failure: HistoryFailure): Promise<boolean> {
    if (failure.kind === "locked" && failure.lockFile) return this.outwaitLockFile(failure.lockFile)
    if (failure.kind === "raced") return ++this.races < MAX_RACES
    if (failure.kind !== "broken") return false
    return this.indexDropped ? this.beginAnew(failure) : this.dropIndex(failure)
  }

  private async outwaitLockFile(lockFile: string): Promise<boolean> {
    if (removeLeftLock(lockFile, this.options.clock.now())) {
      this.options.report(`a left-over lock file was removed: ${lockFile}`)
      return true
    }
    await sleep(LOCK_FILE_POLL_MS)
    return performance.now() < this.giveUpAt
  }

  /** The index is the likeliest to suffer and costs nothing to lose. */
  private dropIndex(failure: HistoryFailure): boolean {
    this.indexDropped = true
    dropIndex(this.repository.gitDir)
    this.options.report(`the index is read anew: ${failure.message}`)
    return true
  }

  private async beginAnew(failure: HistoryFailure): Promise<boolean> {
    if (this.aside || !(await isDamaged(this.repository))) return false
    this.aside = setAside(this.repository.gitDir)
    this.options.report(`a new history begins, the old one is kept in ${this.aside}: ${failure.message}`)
    return true
  }
}
