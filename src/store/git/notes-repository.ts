// The git directory of the history. It is built and maintained without `git init`: the files that can give git orders are written by Cairn and
// restored before every run, so a driver, alias or include that got into them is gone before git could obey it.
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { errnoOf } from "../../model/errors.ts"
import { PRIVATE_FOLDER } from "../../model/scope.ts"
import { replaceFile } from "../../platform/durable-file.ts"
import { type GitOptions, type GitPlace, type GitResult, runGit } from "../../platform/git.ts"
import { failureOf, failureOfRun } from "./failure.ts"

export const MAIN = "refs/heads/main"

/** Beside the git directory's own files; only lock/write-lock.ts may open it. */
export const LOCK_NAME = "commit.lock.db"

export type Repository = ReturnType<typeof openRepository>

/** The directory is bare, so that nobody's `git checkout` in it can overwrite notes. */
const CONFIG = `[core]
	repositoryFormatVersion = 0
	bare = true
	logAllRefUpdates = always
	fsync = all
	fsyncMethod = batch
[user]
	name = Cairn
	email = cairn@localhost
`

/** Bytes are kept as they are, and a .gitattributes among the notes has no effect: this file outranks it. */
const ATTRIBUTES = "* -text -filter diff -merge -ident -working-tree-encoding\n"

/** For a person's own git commands; Cairn's commits are decided in work-tree.ts. */
const EXCLUDE = `.*
!.decisions.jsonl
!.identity.json
*~
*.tmp
/global/**/${PRIVATE_FOLDER}/
/projects/*/**/${PRIVATE_FOLDER}/
MEMORY.md
_CONFLICTS.md
/global/reference/projects.md
`

const SEALED = { config: CONFIG, "info/attributes": ATTRIBUTES, "info/exclude": EXCLUDE }
/** Without one, git does not recognise the directory; whatever a person has checked out there does not affect a commit on main. */
const HEAD = /^(?:ref: refs\/\S+|[0-9a-f]{40,64})\n?$/
const FOLDERS = ["objects/info", "objects/pack", "refs/heads", "info"]
/** Each would make git read its config or its objects from another place. */
const REDIRECTIONS = ["commondir", "config.worktree", "objects/info/alternates", "info/grafts"]

export function openRepository(place: GitPlace, signal?: AbortSignal) {
  /** Any exit code is an answer. */
  async function run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    try {
      await resetGitSettings(place.gitDir)
      return await runGit(place, args, signal ? { signal, ...options } : options)
    } catch (error) {
      throw failureOf(error)
    }
  }
  return {
    ...place,
    run,
    /** Any exit code but 0 is thrown as a `HistoryFailure`. */
    async git(args: readonly string[], options?: GitOptions): Promise<Buffer> {
      const result = await run(args, options)
      if (result.code !== 0) throw failureOfRun(result)
      return result.stdout
    },
  }
}

/** Creates what is missing and restores what was changed; if the directory is in order, it only reads. */
export async function resetGitSettings(gitDir: string): Promise<void> {
  makePrivate(gitDir)
  for (const folder of FOLDERS) makeMissing(join(gitDir, folder))
  for (const name of REDIRECTIONS) rmSync(join(gitDir, name), { recursive: true, force: true })
  for (const [name, content] of Object.entries(SEALED)) {
    if (readIfFile(join(gitDir, name)) !== content) await putInPlace(gitDir, name, content)
  }
  if (!HEAD.test(readIfFile(join(gitDir, "HEAD")) ?? "")) await putInPlace(gitDir, "HEAD", `ref: ${MAIN}\n`)
}

/** Undefined if there is no regular file: a link could lead anywhere. */
export function readIfFile(file: string): string | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, "utf8") : undefined
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return undefined
    throw error
  }
}

/** Even if a link or a folder has the name. */
async function putInPlace(gitDir: string, path: string, content: string): Promise<void> {
  const segments = path.split("/")
  const name = segments.pop() as string
  const isDone = () => readIfFile(join(gitDir, path)) === content
  for (let left = MAX_TRIES; !isDone(); left--) {
    rmSync(join(gitDir, path), { recursive: true, force: true })
    try {
      return void (await replaceFile(gitDir, segments, name, new TextEncoder().encode(content), { maxBytes: 0 }))
    } catch (error) {
      // Another process that opens this history puts the same file in place.
      if (errnoOf(error) !== "ECHANGED" || left === 1) throw error
    }
  }
}

const MAX_TRIES = 5

function makeMissing(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
}

function makePrivate(gitDir: string): void {
  makeMissing(gitDir)
  if (process.platform !== "win32" && (lstatSync(gitDir).mode & 0o077) !== 0) chmodSync(gitDir, 0o700)
}
