// Makes sure that a commit succeeds: alone among all processes, from a repaired git directory, and retried after each remedy that fits the failure.
// The last remedy is a new history, which is only begun if the old one can no longer be read.
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError } from "../../model/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Eraser } from "../erasure/erased-text.ts"
import { cutNamesInHistory, eraseFromHistory } from "../erasure/history-erasure.ts"
import { openWriteLock } from "../lock/write-lock.ts"
import { type Committed, commitWorkTree } from "./commit.ts"
import { commitMessage } from "./commit-message.ts"
import { failureOf, HistoryFailure } from "./failure.ts"
import { isDamaged, type Report, recoverTip, removeIndex, removeLeftLock, setAside } from "./heal.ts"
import { LOCK_NAME, type Repository, resetGitSettings } from "./notes-repository.ts"
import type { PendingChanges } from "./pending-changes.ts"
import type { Accepts } from "./work-tree.ts"

export interface CommitterOptions {
  readonly accepts: Accepts
  readonly clock: Clock
  readonly report: Report
  /** Called when the commit lock is held: what changes in the work tree from here on may be missed. */
  readonly begun: () => void
  readonly order?: CommitOrder | undefined
  readonly changes: PendingChanges
}

/** A commit of its own. */
export interface CommitOrder {
  readonly message: string
  /** Changes the work tree after pending changes are committed, and before anybody else can commit. */
  readonly change?: (() => Promise<void>) | undefined
}

export interface CommitterResult extends Committed {
  /** The folder of a damaged history, if this run had to begin a new one. */
  readonly setAside: string | undefined
}

const COMMIT_LOCK_WAIT_MS = 30_000
const PACK_TIMEOUT_MS = 300_000
const LOCK_FILE_WAIT_MS = 2_000
const LOCK_FILE_POLL_MS = 100

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

/** Commits never pack here (that could take long at any moment), so loose objects pile up until this is called. */
export function packObjects(repository: Repository): Promise<void> {
  return alone(repository.gitDir, async () => {
    await repository.git(["repack", "-d", "-l", "-q"], { timeoutMs: PACK_TIMEOUT_MS })
    await repository.git(["prune", "--expire=2.weeks.ago"], { timeoutMs: PACK_TIMEOUT_MS })
  })
}

/** Runs while nobody else commits. */
export function rewriteHistory(repository: Repository, eraser: Eraser): Promise<number> {
  return alone(repository.gitDir, () => eraseFromHistory(repository, eraser))
}

/** Names in history that end within the words. */
export function cutNames(repository: Repository, eraser: Eraser): Promise<string[]> {
  return alone(repository.gitDir, () => cutNamesInHistory(repository, eraser))
}

async function alone<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  try {
    await resetGitSettings(gitDir)
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
  const { report, clock } = options
  let stagedFrom = clock.now()
  const giveUpAt = performance.now() + LOCK_FILE_WAIT_MS
  let indexRemoved = false
  let aside: string | undefined
  // Read after staging: a change is announced before it is written.
  const messageFor = (files: readonly string[]) => {
    const changes = options.changes.read(stagedFrom)
    return message ?? commitMessage(files, changes)
  }
  for (;;) {
    try {
      stagedFrom = clock.now()
      const tip = await recoverTip(repository, report)
      const committed = await commitWorkTree(repository, tip, options.accepts, messageFor)
      options.changes.committed(committed.files, stagedFrom)
      return { ...committed, setAside: aside }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.lockFile && performance.now() < giveUpAt) await outwait(failure.lockFile, options)
      else if (failure.kind !== "broken") throw failure
      else if (!indexRemoved) {
        // The most likely to be damaged, and it costs nothing to lose.
        indexRemoved = true
        removeIndex(repository.gitDir)
        report(`the index is read again: ${failure.message}`)
      } else if (!aside && (await isDamaged(repository))) {
        aside = setAside(repository.gitDir)
        report(`a new history begins, the old one is kept in ${aside}: ${failure.message}`)
      } else throw failure
    }
  }
}

async function outwait(lockFile: string, { clock, report }: CommitterOptions): Promise<void> {
  if (removeLeftLock(lockFile, clock.now())) report(`a left-over lock file was removed: ${lockFile}`)
  else await sleep(LOCK_FILE_POLL_MS)
}
