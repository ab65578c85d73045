// Reads the history: the commits of some paths, what one of them has, and a hash as a person or an agent types it. Only commits that led to main
// count; failures are kept apart, so that "no such commit" never means that git is missing or the history is damaged.
import { existsSync } from "node:fs"
import { CairnError } from "../../model/errors.ts"
import { failureOf, failureOfRun } from "./failure.ts"
import { hadCommits, readTip } from "./heal.ts"
import { MAIN, type Repository } from "./notes-repository.ts"

export interface Commit {
  readonly hash: string
  /** ISO 8601. */
  readonly date: string
  /** Subject and body. */
  readonly message: string
  /** Relative to the work tree, only those below the paths that were asked for. */
  readonly files: readonly string[]
}

export interface ListOptions {
  readonly limit?: number
  /** The newest commit to list, by its full hash; by default the newest of all. */
  readonly from?: string
  /** Files or folders, which need not exist any more; none means all. */
  readonly paths?: readonly string[]
}

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 200

export async function listCommits(
  repository: Repository,
  { limit, from = MAIN, paths = [] }: ListOptions,
): Promise<Commit[]> {
  if (!(await hasCommits(repository))) return []
  const count = Math.min(MAX_LIMIT, Math.max(1, Math.trunc(limit ?? DEFAULT_LIMIT) || 1))
  const shape = ["-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--format=%H%x00%cI%x00%B"]
  const output = await readHistory(repository.git(["log", `--max-count=${count}`, ...shape, from, "--", ...paths]))
  return parseLog(output.toString("utf8"))
}

const MAX_DIFF_CHARS = 200_000

export async function diffOfCommit(repository: Repository, hash: string, paths: readonly string[]) {
  const how = ["-p", "--root", "--no-color", "--no-renames", "--no-ext-diff", "--no-textconv"]
  const shape = "--format=%cI%x00%B%x00"
  const output = await readHistory(repository.git(["show", ...how, shape, "--end-of-options", hash, "--", ...paths]))
  const [date = "", message = "", diff = ""] = output.toString("utf8").split("\0")
  const text = diff.trim()
  return {
    date,
    message: message.trim(),
    /** As git prints it; cut if it is too long to read. */
    diff: text.length > MAX_DIFF_CHARS ? `${text.slice(0, MAX_DIFF_CHARS)}\n…` : text,
  }
}

/** Raw entries begin with a colon and are followed by one path, so even a path that looks like a hash is read as a path. */
function parseLog(output: string): Commit[] {
  const parts = output.split("\0")
  const commits: Commit[] = []
  let at = 0
  while (parts[at]) {
    const [hash = "", date = "", message = ""] = parts.slice(at, at + 3)
    const files: string[] = []
    for (at += 3; /^\n?:/.test(parts[at] ?? ""); at += 2) files.push(parts[at + 1] ?? "")
    commits.push({ hash, date, message: message.trim(), files })
  }
  return commits
}

export async function resolveCommit(repository: Repository, typed: string): Promise<string> {
  if (!/^[0-9a-f]{7,64}$/.test(typed)) {
    const shown = JSON.stringify(typed.slice(0, 80))
    throw new CairnError("bad_commit_hash", `${shown} is not a commit hash`, "give 7 to 64 of the digits 0-9 and a-f")
  }
  if (!(await hasCommits(repository))) throw notFound(typed)
  const answer = await readHistory(repository.run(["rev-parse", "--verify", "--end-of-options", `${typed}^{commit}`]))
  if (answer.stderr.includes("is ambiguous")) {
    throw new CairnError(
      "commit_ambiguous",
      `more than one commit begins with ${typed}`,
      "give more digits of the hash",
    )
  }
  if (answer.stderr.includes("Needed a single revision")) throw notFound(typed)
  if (answer.code !== 0) throw historyUnavailable(failureOfRun(answer))
  const hash = answer.stdout.toString("utf8").trim()
  // A branch may be named like a hash, and commits kept beside main are not a state that the notes ever had.
  if (!hash.startsWith(typed) || !(await ledToMain(repository, hash))) throw notFound(typed)
  return hash
}

export async function commitBefore(repository: Repository, hash: string): Promise<string | undefined> {
  const answer = await readHistory(repository.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${hash}^`]))
  return answer.code === 0 ? answer.stdout.toString("utf8").trim() : undefined
}

async function ledToMain(repository: Repository, hash: string): Promise<boolean> {
  const answer = await readHistory(repository.run(["merge-base", "--is-ancestor", hash, MAIN]))
  if (answer.code > 1) throw historyUnavailable(failureOfRun(answer))
  return answer.code === 0
}

async function hasCommits(repository: Repository): Promise<boolean> {
  if (!existsSync(repository.gitDir)) return false
  if (await readHistory(readTip(repository))) return true
  if (!hadCommits(repository.gitDir)) return false
  throw historyUnavailable({ message: "its branch is lost" })
}

const MAX_SNAPSHOT_BYTES = 512 * 1024 * 1024
const NEWLINE = 10

/** The notes as one commit has them: contents by path of all regular files below the given folders (or exactly at a given path; "" is everything). */
export async function readSnapshot(
  repository: Repository,
  commit: string,
  prefixes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const objects = await listObjects(repository, commit, prefixes)
  const input = [...objects.values()].map((object) => `${object}\n`).join("")
  const output = await readHistory(repository.git(["cat-file", "--batch"], { input, maxBytes: MAX_SNAPSHOT_BYTES }))
  const contents = parseBatch(output)
  const paths = [...objects.keys()]
  if (contents.length !== paths.length)
    throw historyUnavailable({ message: `${commit.slice(0, 7)} has a file that is damaged` })
  return new Map(paths.map((path, at) => [path, contents[at] as Uint8Array]))
}

async function listObjects(
  repository: Repository,
  commit: string,
  prefixes: readonly string[],
): Promise<Map<string, string>> {
  const tree = await readHistory(repository.git(["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit]))
  const isWanted = (path: string) =>
    prefixes.some((prefix) => prefix === "" || path === prefix || path.startsWith(`${prefix}/`))
  const objects = new Map<string, string>()
  for (const entry of tree.toString("utf8").split("\0")) {
    const [, object, path] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? []
    if (object && path && isWanted(path)) objects.set(path, object)
  }
  return objects
}

/** `<object> blob <size>\n<bytes>\n`, in the order asked; ends early at an object that git cannot give. */
function parseBatch(output: Buffer): Buffer[] {
  const contents: Buffer[] = []
  let at = 0
  while (at < output.length) {
    const lineEnd = output.indexOf(NEWLINE, at)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString("utf8", at, lineEnd))?.[1]
    if (size === undefined) return contents
    const start = lineEnd + 1
    contents.push(output.subarray(start, start + Number(size)))
    at = start + Number(size) + 1
  }
  return contents
}

/** Any failure of git while reading becomes the error people see. */
export async function readHistory<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw historyUnavailable(failureOf(error))
  }
}

function historyUnavailable(failure: { readonly message: string }): CairnError {
  const hint = "the notes themselves are not affected; the next commit repairs what can be repaired"
  return new CairnError("history_unavailable", `the history cannot be read: ${failure.message}`, hint, {
    cause: failure,
  })
}

function notFound(typed: string): CairnError {
  return new CairnError(
    "commit_not_found",
    `no commit of the notes begins with ${typed}`,
    "list the history to see them",
  )
}
