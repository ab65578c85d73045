// Makes sure that a commit succeeds: alone among all processes, from a repaired git directory, and retried after each remedy that fits the failure.
// The last remedy is a new history, which is only begun if the old one can no longer be read.
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError, errnoOf } from "../../model/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import { openWriteLock } from "../lock/write-lock.ts"
import { commitMessage } from "./commit-message.ts"
import { failureOf, HistoryFailure } from "./failure.ts"
import { isDamaged, type Report, recoverTip, removeIndex, removeLeftLock, setAside } from "./heal.ts"
import { LOCK_NAME, MAIN, type Repository, resetGitSettings } from "./notes-repository.ts"
import type { PendingChanges } from "./pending-changes.ts"
import { type Accepts, readWorkTree, type Skipped, type WorkTree } from "./work-tree.ts"

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
  /** Changes the work tree after pending changes are committed, and before anybody else can commit. False: it was not made. */
  readonly change?: (() => Promise<boolean>) | undefined
}

export type CommitterResult = Awaited<ReturnType<typeof climb>>

const COMMIT_LOCK_WAIT_MS = 30_000
const PACK_TIMEOUT_MS = 300_000
const LOCK_FILE_WAIT_MS = 2_000
const LOCK_FILE_POLL_MS = 100

export function commitSafely(repository: Repository, options: CommitterOptions): Promise<CommitterResult> {
  const { order } = options
  return onlyCommitter(repository, async () => {
    if (!order?.change) return climb(repository, options, order?.message)
    await climb(repository, options, undefined)
    // What others wrote meanwhile has a message of its own.
    return climb(repository, options, (await order.change()) ? order.message : undefined)
  })
}

/** Commits never pack here (that could take long at any moment), so loose objects pile up until this is called. */
export async function packObjects(repository: Repository): Promise<void> {
  await repository.git(["repack", "-d", "-l", "-q"], { timeoutMs: PACK_TIMEOUT_MS })
  await repository.git(["prune", "--expire=2.weeks.ago"], { timeoutMs: PACK_TIMEOUT_MS })
}

export async function onlyCommitter<T>({ gitDir }: Repository, work: () => Promise<T>): Promise<T> {
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

/** `hash` is undefined when nothing had changed; `setAside` is the folder of a damaged history, if a new one had to be begun. */
async function climb(repository: Repository, options: CommitterOptions, message: string | undefined) {
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

type Change = Awaited<ReturnType<typeof listStaged>>[number]

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
const NO_OBJECT = "0".repeat(40)
const NO_ENTRY = `000000 ${NO_OBJECT}`
/** The first commit of ten thousand notes takes seconds; a slow disk takes more. */
const STAGE_TIMEOUT_MS = 120_000
const MAX_BAD_PATHS = 50

/**
 * One commit of the work tree as it is now. Plumbing only: `git commit` would run hooks and sign, and `git add` reads pathspecs and stops at a nested
 * repository. The index is git's cache of what was seen when; it starts from main every time, so nothing that somebody else staged is committed, and
 * what was staged is checked again before the commit.
 */
async function commitWorkTree(
  repository: Repository,
  tip: string | undefined,
  accepts: Accepts,
  messageFor: (files: readonly string[]) => string,
) {
  const workTree = await readNotes(repository, accepts)
  await repository.git(tip ? ["read-tree", "--reset", tip] : ["read-tree", "--empty"])
  const listTree = ["ls-tree", "-r", "-z", "--name-only", "--full-tree"]
  const tracked = tip ? lines(await repository.git([...listTree, tip])) : []
  const gone = tracked.filter((path) => workTree.isGone(path))
  await updateIndex(repository, ["--force-remove"], gone)
  const refused = await stage(repository, [...workTree.accepted])
  const changes = await keepAccepted(repository, await listStaged(repository, tip), workTree)
  const known = new Set([...tracked, ...changes.map((change) => change.path), ...refused.map((one) => one.path)])
  const ignored = [...workTree.accepted].filter((path) => !known.has(path))
  const skipped = [
    ...workTree.skipped,
    ...refused,
    ...ignored.map((path) => ({ path, reason: "git does not accept its name" })),
  ]
  if (changes.length === 0) return { hash: undefined, files: [], skipped }
  const files = changes.map((change) => change.path)
  return { hash: await commitIndex(repository, tip, messageFor(files)), files, skipped }
}

async function readNotes(repository: Repository, accepts: Accepts): Promise<WorkTree> {
  try {
    return await readWorkTree(repository.workTree, accepts)
  } catch (error) {
    // Otherwise an unmounted folder would look like "every note was deleted", and be committed.
    if (errnoOf(error) === "ENOENT") throw new HistoryFailure("other", "the folder of the notes is missing")
    throw failureOf(error)
  }
}

async function updateIndex(repository: Repository, how: string[], paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `${path}\0`).join("")
  await repository.git(["update-index", ...how, "-z", "--stdin"], { input, timeoutMs: STAGE_TIMEOUT_MS })
}

/** Git stops at the first path that it cannot read, so a list that fails is halved until the bad ones are isolated. */
async function stage(repository: Repository, paths: readonly string[], bad: Skipped[] = []): Promise<Skipped[]> {
  try {
    await updateIndex(repository, ["--add", "--remove", "--replace"], paths)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== "path" || bad.length >= MAX_BAD_PATHS) throw failure
    if (paths.length === 1) bad.push({ path: paths[0] as string, reason: failure.message })
    else {
      const half = Math.ceil(paths.length / 2)
      await stage(repository, paths.slice(0, half), bad)
      await stage(repository, paths.slice(half), bad)
    }
  }
  return bad
}

async function listStaged(repository: Repository, tip: string | undefined) {
  const how = ["--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff"]
  const parts = lines(await repository.git(["diff-index", ...how, tip ?? EMPTY_TREE]))
  return parts.flatMap((path, at) => {
    // Each path follows what is said about it.
    if (at % 2 === 0) return []
    const [oldMode = "", newMode = "", oldObject = ""] = (parts[at - 1] as string).slice(1).split(" ")
    return [{ path, oldEntry: `${oldMode} ${oldObject}`, newMode }]
  })
}

/** A file may become a link between the walk and git's own look at it: such a change is reset to what main has. */
async function keepAccepted(repository: Repository, changes: Change[], workTree: WorkTree): Promise<Change[]> {
  const isDeletion = (change: Change) => change.newMode === "000000"
  const isAccepted = (change: Change) => workTree.accepted.has(change.path) && change.newMode.startsWith("100")
  const rejected = changes.filter((change) => !isDeletion(change) && !isAccepted(change))
  if (rejected.length === 0) return changes
  const input = rejected.map(
    ({ path, oldEntry }) => `${oldEntry === NO_ENTRY ? `0 ${NO_OBJECT}` : oldEntry}\t${path}\0`,
  )
  await repository.git(["update-index", "-z", "--index-info"], { input: input.join("") })
  return changes.filter((change) => !rejected.includes(change))
}

async function commitIndex(repository: Repository, tip: string | undefined, message: string): Promise<string> {
  const tree = text(await repository.git(["write-tree"]))
  const parent = tip ? ["-p", tip] : []
  const hash = text(await repository.git(["commit-tree", ...parent, tree], { input: `${message}\n` }))
  // Passing the old value makes it fail, instead of losing a commit, if main has moved meanwhile.
  await repository.git(["update-ref", "-m", "commit", MAIN, hash, tip ?? NO_OBJECT])
  return hash
}

function lines(output: Buffer): string[] {
  return output.toString("utf8").split("\0").filter(Boolean)
}

function text(output: Buffer): string {
  return output.toString("utf8").trim()
}
