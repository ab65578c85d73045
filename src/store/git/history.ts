// The git history of the notes. The files are authoritative and the history follows them: it commits in the background and batches quick changes;
// if git fails, the history falls behind with a reason, but writing a note never fails. Opening it touches nothing.
import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { untilDeadline } from "../../model/deadline.ts"
import { messageOf } from "../../model/errors.ts"
import { type Clock, systemClock } from "../../platform/clock.ts"
import { hasCode } from "../../platform/file-error.ts"
import { type Log, nullLog } from "../../platform/log.ts"
import type { Eraser } from "../erasure/erased-text.ts"
import { countInHistory, cutNamesInHistory, eraseFromHistory } from "../erasure/history-erasure.ts"
import { createRunQueue } from "../run-queue.ts"
import type { NamedChange } from "./commit-message.ts"
import { type CommitOrder, type CommitterResult, commitSafely, onlyCommitter, packObjects } from "./committer.ts"
import { failureOf, type HistoryFailure } from "./failure.ts"
import {
  commitBefore,
  diffOfCommit,
  type ListOptions,
  listCommits,
  readHistory,
  readSnapshot,
  resolveCommit,
} from "./git-log.ts"
import { openRepository, type Repository } from "./notes-repository.ts"
import { openPendingChanges, type PendingChanges, type Withdraw } from "./pending-changes.ts"
import { type Accepts, isNeverKept, type Skipped } from "./work-tree.ts"

export interface HistoryOptions {
  readonly gitDir: string
  readonly workTree: string
  /** In addition to files that are never kept: hidden, temporary and private files, and links. */
  readonly accepts: Accepts
  readonly debounceMs?: number
  readonly retryMs?: number
  readonly clock?: Clock
  readonly log?: Log
}

export type FlushOutcome =
  | {
      readonly result: "committed"
      readonly hash: string
      readonly files: readonly string[]
      readonly skipped: readonly Skipped[]
    }
  | { readonly result: "unchanged"; readonly skipped: readonly Skipped[] }
  | { readonly result: "failed"; readonly reason: string }
  /** Time ran out; the commit continues in the background. */
  | { readonly result: "unfinished" }

/** What became of a change that is to have a commit of its own; one that is `begun` goes on in the background. */
export type ChangeOutcome = FlushOutcome & { readonly change: "none" | "begun" | "made" }

/** Calls `begin` when it has all that it waits for, right before its first change; that throws if nobody expects the change any more. */
type OwnChange = (begin: () => void) => Promise<void>

export interface HistoryStatus {
  /** `off`: git is not installed. `behind`: git fails, and is tried again. */
  readonly state: "current" | "pending" | "behind" | "off"
  readonly reason?: string
}

const DEBOUNCE_MS = 2_000
/** Steady writing may delay a commit only this long. */
const MAX_DEBOUNCES = 5
const RETRY_MS = 30_000
const FLUSH_TIMEOUT_MS = 5_000

export class History {
  private readonly options: Required<HistoryOptions>
  private readonly repository: Repository
  private readonly changes: PendingChanges
  private readonly stop = new AbortController()
  private readonly queue = createRunQueue<FlushOutcome, CommitOrder>((order, begun) => this.run(order, begun))
  private timer: ReturnType<typeof setTimeout> | undefined
  private changedSince: number | undefined
  private committingSince: number | undefined
  private failure: { readonly kind: HistoryFailure["kind"]; readonly reason: string; readonly at: number } | undefined
  private damage: string | undefined
  private skipped: readonly Skipped[] = []
  private closed = false

  constructor(options: HistoryOptions) {
    const { gitDir, workTree } = options
    this.options = { debounceMs: DEBOUNCE_MS, retryMs: RETRY_MS, clock: systemClock, log: nullLog, ...options }
    this.repository = openRepository({ gitDir, workTree }, this.stop.signal)
    this.changes = openPendingChanges(gitDir, () => this.options.clock.now())
  }

  /** Announces what is about to be done to which files; called before they are written. Returns how to withdraw it for those that were not. */
  announce({ why, paths }: NamedChange): Withdraw {
    // Not even the name of a private note may get near the history.
    const kept = paths.filter((path) => !isNeverKept(path))
    const withdraw =
      this.closed || kept.length === 0 ? undefined : this.named(() => this.changes.add({ why, paths: kept }))
    return (unwritten) => this.named(() => withdraw?.(unwritten.filter((path) => kept.includes(path))))
  }

  /** If it fails, the commit is still made, with a poorer message. */
  private named<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      return void this.options.log.warn("history.unnamed-change", { why: String(error) })
    }
  }

  /** Something in the work tree has changed. Returns at once; the commit follows when it has been quiet for a while. */
  touch(): void {
    if (this.closed) return
    const now = this.options.clock.now()
    this.changedSince ??= now
    const quiet = Math.min(this.options.debounceMs, this.changedSince + MAX_DEBOUNCES * this.options.debounceMs - now)
    const backoff = this.failure ? Math.min(this.options.retryMs, this.failure.at + this.options.retryMs - now) : 0
    this.schedule(Math.max(quiet, backoff))
  }

  /** Commits every change made before the call, by anybody. Never rejects. */
  flush(timeoutMs = FLUSH_TIMEOUT_MS): Promise<FlushOutcome> {
    return this.within(timeoutMs, () => this.queue.shared())
  }

  /**
   * Commits pending changes, lets `change` change the work tree, and commits that with this message, all before anybody else commits. If the first
   * commit fails, or time runs out before the change begins, nothing is changed; if the second does, the change is made all the same, and is committed
   * later. Rejects with what `change` throws; if that comes too late, it is in the log.
   */
  async commitChange(message: string, change: OwnChange, timeoutMs = FLUSH_TIMEOUT_MS): Promise<ChangeOutcome> {
    const stand: {
      change: ChangeOutcome["change"]
      isAbandoned: boolean
      /** However the one who asked puts that into words. */
      isRefused: boolean
      thrown?: { readonly error: unknown }
    } = { change: "none", isAbandoned: false, isRefused: false }
    const begin = () => {
      stand.isRefused = stand.isAbandoned
      if (stand.isRefused) throw new Error("nobody expects this change any more")
      stand.change = "begun"
    }
    const failed = (error: unknown) => {
      if (stand.isRefused) return false
      stand.thrown = { error }
      if (stand.isAbandoned) this.options.log.warn("history.change-failed", { message, why: messageOf(error) })
      return false
    }
    const noted = async () => {
      if (stand.isAbandoned) return false
      const isMade = await change(begin).then(() => true, failed)
      if (isMade) stand.change = "made"
      return isMade
    }
    const outcome = await this.within(timeoutMs, () => this.queue.ordered({ message, change: noted }))
    stand.isAbandoned = true
    if (stand.thrown) throw stand.thrown.error
    return { ...outcome, change: stand.change }
  }

  status(): HistoryStatus {
    const changedSince = this.committingSince ?? this.changedSince
    if (this.failure) return { state: this.failure.kind === "no-git" ? "off" : "behind", reason: this.failure.reason }
    const remarks = [this.damage, describeSkipped(this.skipped)].filter((remark) => remark !== undefined)
    const reason = remarks.length > 0 ? { reason: remarks.join("; ") } : {}
    return { state: changedSince === undefined ? "current" : "pending", ...reason }
  }

  /** Newest first, at most 200. */
  readonly list = (options: ListOptions = {}) => listCommits(this.repository, options)

  /** The full hash. Throws `bad_commit_hash`, `commit_not_found`, `commit_ambiguous` or `history_unavailable`. */
  readonly resolve = (commitHash: string) => resolveCommit(this.repository, commitHash)

  /** What the commit changed below the given folders or at the given paths. */
  readonly diff = (fullHash: string, paths: readonly string[]) => diffOfCommit(this.repository, fullHash, paths)

  /** The commit before that one; undefined for the first. */
  readonly before = (fullHash: string) => commitBefore(this.repository, fullHash)

  /** What the commit has below the given folders or at the given paths. */
  readonly snapshot = (fullHash: string, prefixes: readonly string[]) =>
    readSnapshot(this.repository, fullHash, prefixes)

  /** In how many places of any committed version the words are. */
  async count(eraser: Eraser): Promise<number> {
    return (await readHistory(this.alone(() => countInHistory(this.repository, eraser)))) ?? 0
  }

  /** Erases words from every version; returns how many places had them. Commits pending changes first. */
  async erase(eraser: Eraser): Promise<number> {
    await this.flush()
    return (await this.alone(() => eraseFromHistory(this.repository, eraser))) ?? 0
  }

  /** Names of notes that had the words and end within them. Commits pending changes first. */
  async cutNames(eraser: Eraser): Promise<string[]> {
    await this.flush()
    return (await this.alone(() => cutNamesInHistory(this.repository, eraser))) ?? []
  }

  async pack(): Promise<void> {
    await readHistory(this.alone(() => packObjects(this.repository)))
  }

  /** Packs when git itself would: at some 7,000 loose objects, estimated from one of their 256 folders. Never rejects. */
  async packIfDue(): Promise<void> {
    try {
      const sample = await readdir(join(this.repository.gitDir, "objects", "17"))
      if (sample.length > 27) await this.pack()
    } catch (error) {
      if (!hasCode(error, "ENOENT")) this.options.log.warn("history.not-packed", { why: String(error) })
    }
  }

  /** Commits pending changes, then stops whatever is still running when time runs out. */
  async close(timeoutMs = FLUSH_TIMEOUT_MS): Promise<FlushOutcome> {
    const isPending = this.changedSince !== undefined || !this.queue.isIdle()
    const outcome: FlushOutcome = isPending
      ? await this.flush(timeoutMs)
      : { result: "unchanged", skipped: this.skipped }
    this.closed = true
    clearTimeout(this.timer)
    this.stop.abort()
    return outcome
  }

  /** Undefined if there is no history yet. */
  private async alone<T>(work: () => Promise<T>): Promise<T | undefined> {
    return existsSync(this.repository.gitDir) ? onlyCommitter(this.repository, work) : undefined
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.queue.shared(), Math.max(0, delayMs))
    this.timer.unref()
  }

  private async within(timeoutMs: number, request: () => Promise<FlushOutcome>): Promise<FlushOutcome> {
    if (this.closed) return { result: "failed", reason: "the history is closed" }
    return untilDeadline(timeoutMs, request(), { result: "unfinished" as const })
  }

  private async run(order: CommitOrder | undefined, begun: () => void): Promise<FlushOutcome> {
    const { accepts, clock } = this.options
    const report = (what: string) => this.options.log.warn("history.healed", { what })
    const begin = () => {
      clearTimeout(this.timer)
      this.committingSince = this.changedSince
      this.changedSince = undefined
      begun()
    }
    try {
      return this.succeed(
        await commitSafely(this.repository, { accepts, clock, report, order, begun: begin, changes: this.changes }),
      )
    } catch (error) {
      return this.fail(failureOf(error))
    }
  }

  private succeed({ hash, files, skipped, setAside }: CommitterResult): FlushOutcome {
    if (this.failure) this.options.log.info("history.current")
    this.failure = undefined
    this.committingSince = undefined
    this.skipped = skipped
    if (setAside) this.damage = `the earlier history was damaged and is kept in ${setAside}`
    return hash ? { result: "committed", hash, files, skipped } : { result: "unchanged", skipped }
  }

  private fail({ kind, message: reason }: HistoryFailure): FlushOutcome {
    const at = this.options.clock.now()
    if (this.failure?.reason !== reason) this.options.log.warn("history.behind", { reason })
    this.failure = { kind, reason, at }
    this.changedSince = this.committingSince ?? this.changedSince ?? at
    this.committingSince = undefined
    if (!this.closed) this.schedule(this.options.retryMs)
    return { result: "failed", reason }
  }
}

function describeSkipped(skipped: readonly Skipped[]): string | undefined {
  const [first, ...others] = skipped
  if (!first) return undefined
  const more = others.length > 0 ? ` and ${others.length} more` : ""
  return `not in the history: ${first.path} (${first.reason})${more}`
}
