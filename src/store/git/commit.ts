// One commit of the work tree as it is now. Plumbing only: `git commit` would run hooks and sign, and `git add` reads pathspecs and stops at a
// nested repository. The index is git's cache of what was seen when; it starts from main every time, so nothing that somebody else staged is
// committed, and what was staged is checked again before the commit.
import { errnoOf } from "../../model/errors.ts"
import { failureOf, HistoryFailure } from "./failure.ts"
import { MAIN, type Repository } from "./notes-repository.ts"
import { type Accepts, readWorkTree, type Skipped, type WorkTree } from "./work-tree.ts"

export interface Committed {
  /** Undefined when nothing had changed. */
  readonly hash: string | undefined
  readonly files: readonly string[]
  readonly skipped: readonly Skipped[]
}

interface Change {
  readonly path: string
  readonly oldEntry: string
  readonly newMode: string
}

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
const NO_OBJECT = "0".repeat(40)
const NO_ENTRY = `000000 ${NO_OBJECT}`
/** The first commit of ten thousand notes takes seconds; a slow disk takes more. */
const STAGE_TIMEOUT_MS = 120_000
const MAX_BAD_PATHS = 50

export async function commitWorkTree(
  repository: Repository,
  tip: string | undefined,
  accepts: Accepts,
  messageFor: (files: readonly string[]) => string,
): Promise<Committed> {
  const workTree = await readNotes(repository, accepts)
  await repository.git(tip ? ["read-tree", "--reset", tip] : ["read-tree", "--empty"])
  const tracked = tip ? await listTree(repository, tip) : []
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

async function listTree(repository: Repository, tip: string): Promise<string[]> {
  return lines(await repository.git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tip]))
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

async function listStaged(repository: Repository, tip: string | undefined): Promise<Change[]> {
  const how = ["--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff"]
  const parts = lines(await repository.git(["diff-index", ...how, tip ?? EMPTY_TREE]))
  const changes: Change[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = "", newMode = "", oldObject = ""] = (parts[at] as string).slice(1).split(" ")
    changes.push({ path: parts[at + 1] as string, oldEntry: `${oldMode} ${oldObject}`, newMode })
  }
  return changes
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
  return output
    .toString("utf8")
    .split("\0")
    .filter((part) => part !== "")
}

function text(output: Buffer): string {
  return output.toString("utf8").trim()
}
