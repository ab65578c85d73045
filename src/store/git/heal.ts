// What a crash or a full disk can do to a git directory, and what helps. Nothing is thrown away: a damaged directory is set aside as it is,
// and what a person's own git has left there (a merge, a branch, a HEAD elsewhere) is left alone. The work tree is never touched.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { failureOfRun, HistoryFailure } from "./failure.ts"
import { LOCK_NAME, MAIN, type Repository } from "./notes-repository.ts"

/** No command of ours holds a lock file that long, and nobody else has business here. */
const LOCK_FILE_MAX_AGE_MS = 10_000
const FSCK_TIMEOUT_MS = 120_000
export type Report = (what: string) => void

/** The commit main is on, or undefined when there is none yet. */
export async function readTip(repository: Repository): Promise<string | undefined> {
  const answer = await repository.run(["rev-parse", "--verify", "--end-of-options", `${MAIN}^{commit}`])
  if (answer.code === 0) return answer.stdout.toString("utf8").trim()
  if (!answer.stderr.includes("Needed a single revision")) throw failureOfRun(answer)
  return undefined
}

/** Like `readTip`, but if main is empty, broken or lost, it is restored to the newest commit there is. */
export async function recoverTip(repository: Repository, report: Report): Promise<string | undefined> {
  const tip = await readTip(repository)
  if (tip) return tip
  const found = await newestCommit(repository)
  if (!found) {
    if (hadCommits(repository.gitDir)) throw new HistoryFailure("broken", "no commit of the history is left")
    return undefined
  }
  // Git refuses to update a ref that it cannot read.
  rmSync(join(repository.gitDir, MAIN), { recursive: true, force: true })
  await repository.git(["update-ref", "-m", "recovered", MAIN, found])
  report(`main was lost and found again at ${found.slice(0, 7)}`)
  return found
}

/** Tells a lost main from one that never existed. */
export function hadCommits(gitDir: string): boolean {
  return [MAIN, join("logs", MAIN)].some((name) => existsSync(join(gitDir, name)))
}

async function newestCommit(repository: Repository): Promise<string | undefined> {
  const format = "--batch-check=%(objecttype) %(objectname)"
  const objects = await repository.git(["cat-file", "--batch-all-objects", format])
  const commits = objects.toString("utf8").match(/(?<=^commit )[0-9a-f]+$/gm)
  if (!commits) return undefined
  const input = `${commits.join("\n")}\n`
  // In this order no commit comes before its child, even if both have the same second.
  const newest = await repository.git(["rev-list", "--topo-order", "--max-count=1", "--stdin"], { input })
  return newest.toString("utf8").trim() || undefined
}

/** Removes a lock file that its owner has abandoned; false if it may still be in use. A time in the future counts as age too. */
export function removeLeftLock(file: string, now: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && Math.abs(now - stats.mtimeMs) <= LOCK_FILE_MAX_AGE_MS) return false
  rmSync(file, { force: true })
  return true
}

/** The index is only a cache of main: without it, git reads every note again. */
export function removeIndex(gitDir: string): void {
  rmSync(join(gitDir, "index"), { recursive: true, force: true })
}

/** Git's own verdict on what main needs; a disk that cannot be read proves nothing. */
export async function isDamaged(repository: Repository): Promise<boolean> {
  const check = ["fsck", "--connectivity-only", "--no-dangling", "--no-progress", MAIN]
  const answer = await repository.run(check, { timeoutMs: FSCK_TIMEOUT_MS })
  return answer.code !== 0 && failureOfRun(answer).kind === "broken"
}

/** Moves everything except the commit lock, which is held, into a new folder. Returns its name. */
export function setAside(gitDir: string): string {
  let number = 1
  while (existsSync(`${gitDir}.damaged-${number}`)) number += 1
  const aside = `${gitDir}.damaged-${number}`
  mkdirSync(aside, { mode: 0o700 })
  for (const name of readdirSync(gitDir)) {
    if (!name.startsWith(LOCK_NAME)) renameSync(join(gitDir, name), join(aside, name))
  }
  return basename(aside)
}
