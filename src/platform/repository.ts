// The facts by which a folder's repository is recognised, read from git's own files. Git itself is not run on the way to a prompt: a process costs
// more than all of this, and would obey the configuration of a repository that nobody has reviewed. If anything is not as git would leave it (a
// pointer to nowhere, a pipe instead of a file), the folder counts as a plain one.
import { lstat, readdir, realpath, stat } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { isGitInstalled, runGit } from "./git.ts"
import { parseRemotes, parseWorktree } from "./git-config.ts"
import { readOutsideFile } from "./outside-file.ts"

export interface RepositoryFacts {
  /** The folder that was asked about, as a real path like all paths here. */
  readonly directory: string
  /** Top of the working tree, or `directory` outside git. */
  readonly worktree: string
  /** What people call it: the folder name of the main working tree, even from a linked one. */
  readonly name: string
  readonly gitCommonDir?: string
  /** URL of `origin`, otherwise of the first remote by name, as configured: it may contain a password. */
  readonly remote?: string
  /** The git directory of a remote that is a folder on this machine. */
  readonly remoteGitDir?: string
  /** Of the common git directory, or of the plain folder; survives a rename. Not every file system has birth times. */
  readonly dirStamp?: DirStamp
}

export interface DirStamp {
  readonly ino: string
  readonly birthtimeMs: number
}

export async function readRepository(directory: string): Promise<RepositoryFacts> {
  const real = await realpath(directory).catch(() => resolve(directory))
  const found = await findWorkTree(real)
  if (!found) return { directory: real, worktree: real, name: basename(real), ...(await readStamp(real)) }
  const { worktree, gitCommonDir, linked } = found
  return {
    directory: real,
    worktree,
    name: linked ? mainName(gitCommonDir) : basename(worktree),
    gitCommonDir,
    ...(await readRemote(worktree, gitCommonDir)),
    ...(await readStamp(gitCommonDir)),
  }
}

/** The branch that is checked out; empty if there is none. */
export async function readBranch(worktree: string): Promise<string> {
  const dotGit = join(worktree, ".git")
  const own = (await kindOf(dotGit)) === "folder" ? dotGit : await followPointer(dotGit)
  const head = own === undefined ? "" : ((await readStart(join(own, "HEAD"), MAX_POINTER)) ?? "")
  return /^ref: refs\/heads\/([^\0\r\n]{1,250})/.exec(head)?.[1]?.trim() ?? ""
}

/**
 * The oldest commit without a parent, which all copies of a repository share. A partial one has none: a shallow clone's oldest commit is where
 * the copy was cut off. Git reads the repository's own configuration here, which may be hostile, so it may not run hooks and above
 * all not fetch: a missing object would start whatever program the configuration names as transport.
 */
export async function readRootCommit(facts: RepositoryFacts): Promise<string | undefined> {
  return (await commitsOf(facts, "--max-parents=0")).at(-1)
}

const HISTORY_TIMEOUT_MS = 2000
/** A commit this far back is usually on the branch that every clone has. */
const FAR_BACK = 300

/** The commit that is checked out, and one far back: a clone of the same repository has them too. A partial one shows nothing. */
export async function readSeenCommits(facts: RepositoryFacts): Promise<string[]> {
  const commits = await commitsOf(facts, "--first-parent", `--max-count=${FAR_BACK}`)
  return [...new Set([commits.slice(0, 1), commits.slice(-1)].flat())]
}

async function commitsOf({ gitCommonDir }: RepositoryFacts, ...which: string[]): Promise<string[]> {
  if (gitCommonDir === undefined || (await isPartial(gitCommonDir))) return []
  const said = await askHistory(gitCommonDir, ["rev-list", ...which, "HEAD", "--"])
  return (said ?? "").split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line))
}

/**
 * Whether the repository has one of the commits. A shallow one may lack all of them and still be the same, and without git it is unknown. Commits
 * stored in another repository do not count. A repository that git cannot read in time counts as having none, because its configuration could
 * cause that.
 */
export async function holdsCommit(
  { gitCommonDir = "" }: RepositoryFacts,
  commits: readonly string[],
): Promise<boolean | "shallow" | "borrowed" | "no git"> {
  if (!isGitInstalled()) return "no git"
  const said = await askHistory(gitCommonDir, ["cat-file", "--batch-check"], `${commits.join("\n")}\n`)
  if (said === undefined) return (await isGitRunning()) ? false : "no git"
  if (/^[0-9a-f]{40,64} commit /m.test(said)) return (await borrowsObjects(gitCommonDir)) ? "borrowed" : true
  return (await askHistory(gitCommonDir, ["rev-parse", "--is-shallow-repository"]))?.trim() === "true" &&
    (await endsShallow(gitCommonDir))
    ? "shallow"
    : false
}

/** What git finds in it is not all of its history, or not its own. */
async function isPartial(gitCommonDir: string): Promise<boolean> {
  return (await exists(join(gitCommonDir, "shallow"))) || (await borrowsObjects(gitCommonDir))
}

/** From another repository on this disk, by git's own list of such places (alternates) or by a link. */
async function borrowsObjects(gitCommonDir: string): Promise<boolean> {
  const objects = join(gitCommonDir, "objects")
  if ((await exists(join(objects, "info", "alternates"))) || (await realFolder(objects)) !== objects) return true
  return (await readdir(objects, { withFileTypes: true })).some((entry) => entry.isSymbolicLink())
}

/** An empty marker file is not enough: the history must end where the file says. */
async function endsShallow(gitCommonDir: string): Promise<boolean> {
  const listed = (await readStart(join(gitCommonDir, "shallow"), MAX_SHALLOW)) ?? ""
  const ends = await askHistory(gitCommonDir, ["rev-list", "--first-parent", "--max-parents=0", "HEAD", "--"])
  const oldest = ends?.trim() ?? ""
  return oldest !== "" && listed.split("\n").includes(oldest)
}

/** On a Mac, `git` may be a stub that only says how to install it; no repository can cause that. */
async function isGitRunning(): Promise<boolean> {
  return (await askHistory("/", ["version"])) !== undefined
}

async function askHistory(gitDir: string, question: string[], input?: string): Promise<string | undefined> {
  const limits = { timeoutMs: HISTORY_TIMEOUT_MS, maxBytes: 1 << 20, ...(input !== undefined && { input }) }
  const answer = await runGit({ gitDir, workTree: gitDir }, question, limits).catch(() => undefined)
  return answer?.code === 0 ? answer.stdout.toString("utf8") : undefined
}

/** Walks up like git: past a `.git` folder that is not a repository, but never past a pointer, which marks a submodule or a worktree. */
async function findWorkTree(from: string) {
  for (let worktree = from; ; worktree = dirname(worktree)) {
    const dotGit = join(worktree, ".git")
    const gitDir = await readGitDir(dotGit)
    if (gitDir) return { worktree, gitCommonDir: gitDir.common, linked: gitDir.linked }
    if (dirname(worktree) === worktree || (await isPointer(dotGit))) return undefined
  }
}

/** What a `.git` refers to: a git directory, or a link or a file that points to one. The folder that it is in is a real path. */
async function readGitDir(dotGit: string): Promise<{ common: string; linked: boolean } | undefined> {
  const kind = await kindOf(dotGit)
  if (kind === undefined) return undefined
  const own = kind === "folder" ? await realFolder(dotGit) : await followPointer(dotGit)
  if (own === undefined) return undefined
  // In a linked worktree's git directory this file says where the repository's own is.
  const pointer = (await readStart(join(own, "commondir"), MAX_POINTER))?.trim()
  const common = pointer ? await realFolder(pointer, own) : own
  if (common === undefined || !(await isGitDir(common))) return undefined
  const linked = common !== own
  if (linked && dirname(own) !== (await realFolder("worktrees", common))) return undefined
  // A `.git` that is a link points elsewhere too.
  if (own !== dotGit && !(await isPointedBack(own, dotGit, linked))) return undefined
  return { common, linked }
}

/**
 * Anybody can write a pointer into a folder. That of a linked worktree is answered by the git directory, unless the worktree was moved since;
 * that of a submodule by its configuration; and a `.git` belongs to the folder that it is in, unless it is alone there and still has files in its
 * index, as `git init --separate-git-dir` may leave it.
 */
async function isPointedBack(own: string, dotGit: string, linked: boolean): Promise<boolean> {
  if (!linked) {
    const worktree = parseWorktree((await readStart(join(own, "config"), MAX_CONFIG)) ?? "")
    if (worktree !== undefined) return (await realFolder(worktree, own)) === (await realFolder(dirname(dotGit)))
    return basename(own) !== ".git" || ((await isAlone(own)) && (await hasIndexed(own)))
  }
  const back = (await readStart(join(own, "gitdir"), MAX_POINTER))?.trim()
  const answer = back && (await realpath(resolve(own, back)).catch(() => undefined))
  return !answer || answer === (await realpath(dotGit).catch(() => dotGit))
}

async function isPointer(dotGit: string): Promise<boolean> {
  return (await lstat(dotGit).catch(() => undefined))?.isDirectory() === false
}

async function isAlone(path: string): Promise<boolean> {
  return (await readdir(dirname(path)).catch(() => [])).length === 1
}

async function hasIndexed(gitDir: string): Promise<boolean> {
  // A magic word, a version, the number of files.
  const head = await readOutsideFile(join(gitDir, "index"), { maxBytes: 12, links: "own", deadlineMs: GIT_FILE_MS })
  return "text" in head && head.text.startsWith("DIRC") && head.text.slice(8) !== "\0\0\0\0"
}

async function followPointer(dotGit: string): Promise<string | undefined> {
  const target = /^gitdir: *([^\0\r\n]+)/.exec((await readStart(dotGit, MAX_POINTER)) ?? "")?.[1]
  return target === undefined ? undefined : realFolder(target.trim(), dirname(dotGit))
}

async function isGitDir(folder: string): Promise<boolean> {
  return (await exists(join(folder, "HEAD"))) && (await kindOf(join(folder, "objects"))) === "folder"
}

function mainName(gitCommonDir: string): string {
  const own = basename(gitCommonDir)
  return own.startsWith(".") ? basename(dirname(gitCommonDir)) : own.replace(/\.git$/, "")
}

async function readRemote(worktree: string, gitCommonDir: string): Promise<{ remote?: string; remoteGitDir?: string }> {
  const urls = parseRemotes((await readStart(join(gitCommonDir, "config"), MAX_CONFIG)) ?? "")
  const first = [...urls.keys()].sort()[0]
  const remote = urls.get("origin") ?? (first === undefined ? undefined : urls.get(first))
  if (remote === undefined) return {}
  const remoteGitDir = await readLocalRemote(remote, worktree)
  return remoteGitDir === undefined ? { remote } : { remote, remoteGitDir }
}

/** A remote without protocol and without `host:` is a path from the working tree; one letter before the colon is a drive. */
async function readLocalRemote(url: string, worktree: string): Promise<string | undefined> {
  const path = url.startsWith("file://") ? pathOfFileUrl(url) : /^[^/\\]{2,}:/.test(url) ? undefined : url
  if (path === undefined) return undefined
  for (const spelling of [path, `${path}.git`]) {
    const folder = await realFolder(spelling, worktree)
    const gitDir = folder && ((await readGitDir(join(folder, ".git"))) ?? (await readGitDir(folder)))
    if (gitDir) return gitDir.common
  }
  return undefined
}

function pathOfFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

const MAX_CONFIG = 256 * 1024
const MAX_POINTER = 8 * 1024
/** A line for each branch that was cut off: a hundred thousand. */
const MAX_SHALLOW = 4 * 1024 * 1024
const GIT_FILE_MS = 10_000

/**
 * The complete lines at the start of a regular file. Tools for many repositories link git's own files, and a clone cannot bring any, so links are
 * followed. If the disk does not answer, that throws: it is no reason to take the folder for another project.
 */
async function readStart(path: string, maxBytes: number): Promise<string | undefined> {
  const found = await readOutsideFile(path, { maxBytes, links: "own", deadlineMs: GIT_FILE_MS })
  if ("text" in found) return found.truncated ? found.text.slice(0, found.text.lastIndexOf("\n") + 1) : found.text
  if (found.fault === "late") throw new Error(`${path}: ${found.why}`)
  return undefined
}

/** A path with two leading slashes is a network share on Windows; looking at it would send the user's credentials there. */
async function realFolder(path: string, base = "/"): Promise<string | undefined> {
  if (/^[/\\]{2}/.test(path) || path.includes("\0")) return undefined
  try {
    const folder = await realpath(isAbsolute(path) ? path : resolve(base, path))
    return (await stat(folder)).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && (found.isDirectory() ? "folder" : "file")
}

/** Also true for a dangling link, which an old repository's HEAD may be. */
async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

async function readStamp(folder: string): Promise<{ dirStamp?: DirStamp }> {
  try {
    const { ino, birthtimeMs } = await stat(folder, { bigint: true })
    return birthtimeMs > 0n ? { dirStamp: { ino: String(ino), birthtimeMs: Number(birthtimeMs) } } : {}
  } catch {
    return {}
  }
}
