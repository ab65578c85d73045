// The register of projects: which memory folder belongs to a directory. The truth lies in the folders' own files; the table in the state
// database only says which of them to look into first.
import { join } from "node:path"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import {
  type IdentityKey,
  identityKeys,
  isShared,
  type KeyKind,
  type KnownProject,
  matchProject,
  type ProjectMatch,
  projectFolderName,
  sameKey,
} from "../../model/project-identity.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Log } from "../../platform/log.ts"
import { type RepositoryFacts, readRepository, readRootCommit } from "../../platform/repository.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import type { WriteLock } from "../lock/write-lock.ts"
import {
  emptyRecord,
  hasFiles,
  holds,
  listTaken,
  PROJECTS,
  type ProjectRecord,
  partOf,
  readRecord,
  readRecords,
  writeKeys,
  writeRecord,
} from "./project-files.ts"
import { openKeyIndex } from "./project-keys.ts"

export interface ResolvedProject {
  readonly name: string
  /** Absolute; not there yet when the store could not be written. */
  readonly folder: string
  readonly isNew: boolean
  readonly reason: KeyKind | "unseen" | "ambiguous"
  /** Worth telling the person, once. */
  readonly notice?: string
}

/** Where the project lies on this disk, by real paths. */
export interface Checkout {
  readonly worktree: string
  readonly directory: string
}

export interface Projects {
  /** The project of a directory; makes one for a directory never seen. Never throws. Takes the write lock when there is news. */
  resolve(directory: string): Promise<ResolvedProject & Checkout>
  /** By name; `remote` is the one learnt last. */
  list(): Promise<{ name: string; remote?: string }[]>
}

export interface ProjectsOptions {
  readonly memoryDir: string
  readonly db: Sqlite | undefined
  readonly lock: WriteLock
  readonly log: Log
  readonly clock: Clock
}

/** Without the lock a known project only misses a note of where it was seen; a new one must not be made twice. */
const WAIT_KNOWN_MS = 150
const WAIT_NEW_MS = 5000

interface Judgement {
  readonly match: ProjectMatch
  readonly record: ProjectRecord
  readonly others: readonly ProjectRecord[]
  readonly learnt: readonly IdentityKey[]
  readonly hasNews: boolean
}

export function openProjects(options: ProjectsOptions): Projects {
  const { memoryDir, lock, log, clock } = options
  const index = openKeyIndex(options.db, log)
  const read = (name: string) => readRecord(memoryDir, name, log)
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)

  /** The ordinary start: the table names the folder, its files confirm it, and only the day may be news. */
  async function recall(facts: RepositoryFacts): Promise<ResolvedProject | undefined> {
    const keys = identityKeys(facts)
    const found = judge(facts, keys, await Promise.all(index.find(keys).map(read)), [])
    if (found.match.kind === "new" || found.match.formerly.length > 0 || found.learnt.length > 0) return undefined
    if (needsRoot(facts, keys) && !found.record.keys.some(({ kind }) => kind === "root")) return undefined
    if (found.hasNews) await markSeen(found.record.name)
    return answer(found)
  }

  async function markSeen(name: string): Promise<void> {
    try {
      await lock.hold(WAIT_KNOWN_MS, async () => writeRecord(memoryDir, await read(name), [], today()))
    } catch (error) {
      log.warn("project.unwritable", { project: name, cause: messageOf(error) })
    }
  }

  /** Looks at every project, and once more under the lock before anything is written. */
  async function settle(facts: RepositoryFacts): Promise<ResolvedProject> {
    const plain = identityKeys(facts)
    const keys = needsRoot(facts, plain) ? identityKeys(facts, await readRootCommit(facts)) : plain
    const look = async () => {
      const records = await readRecords(memoryDir, log)
      return judge(facts, keys, records, await listTaken(memoryDir, records))
    }
    let seen = judge(facts, keys, [], [])
    try {
      seen = await look()
      if (!seen.hasNews) index.replace([...seen.others, seen.record])
      else seen = await lock.hold(waitMs(seen), async () => write(await look(), ownKeys(facts, keys)))
      return answer(seen)
    } catch (error) {
      log.warn("project.unwritable", { project: seen.record.name, cause: messageOf(error) })
      return answer(seen, error instanceof CairnError ? error.message : (errnoOf(error) ?? messageOf(error)))
    }
  }

  async function write(judgement: Judgement, own: readonly IdentityKey[]): Promise<Judgement> {
    const { record, others, learnt, match } = judgement
    await writeRecord(memoryDir, record, learnt, today())
    log.info(match.kind === "new" ? "project.new" : "project.learnt", { project: record.name, reason: match.reason })
    const known: KnownProject[] = [{ name: record.name, keys: [...record.keys, ...learnt] }]
    for (const other of others) {
      // A place belongs to one project: whoever stood here before would make the key ambiguous for ever.
      const keys = other.keys.filter((key) => !own.some((mine) => sameKey(mine, key)))
      known.push({ name: other.name, keys })
      if (keys.length < other.keys.length) await writeKeys(memoryDir, other, "local", keys, {})
    }
    index.replace(known)
    return judgement
  }

  function judge(facts: RepositoryFacts, keys: IdentityKey[], records: ProjectRecord[], taken: string[]): Judgement {
    const match = matchProject(keys, records)
    const name = match.kind === "known" ? match.project.name : projectFolderName(facts.name, keys, new Set(taken))
    const others = records.filter((other) => other.name !== name)
    const record = records.find((other) => other.name === name) ?? emptyRecord(name)
    const own = ownKeys(facts, keys)
    const isFree = (key: IdentityKey) =>
      own.some((mine) => sameKey(mine, key)) || !others.some((other) => holds(other, key))
    const learnt = keys.filter((key) => record[partOf(key)].content && !holds(record, key) && isFree(key))
    const isContested = match.kind === "new" || match.formerly.length > 0
    const unseenToday = record.local.content !== undefined && record.local.content.seen !== today()
    return { match, record, others, learnt, hasNews: learnt.length > 0 || unseenToday || isContested }
  }

  function answer({ match, record }: Judgement, failure?: string): ResolvedProject {
    const notice = noticeOf(match, record.name, failure)
    const folder = join(memoryDir, PROJECTS, record.name)
    const resolved = { name: record.name, folder, isNew: match.kind === "new", reason: match.reason }
    return notice === undefined ? resolved : { ...resolved, notice }
  }

  return {
    async resolve(directory) {
      const facts = await readRepository(directory)
      const project = (await recall(facts)) ?? (await settle(facts))
      return { ...project, worktree: facts.worktree, directory: facts.directory }
    },
    async list() {
      const known = (await readRecords(memoryDir, log)).filter(hasFiles)
      const listed = known.map(({ name, keys }) => {
        const remote = keys.findLast(({ kind }) => kind === "remote")?.value
        return remote === undefined ? { name } : { name, remote }
      })
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
  }
}

function waitMs({ match }: Judgement): number {
  return match.kind === "known" ? WAIT_KNOWN_MS : WAIT_NEW_MS
}

function noticeOf(match: ProjectMatch, name: string, failure: string | undefined): string | undefined {
  if (match.kind === "new" && failure !== undefined) return `the memory of "${name}" cannot be written: ${failure}`
  if (match.reason === "ambiguous") return `started a memory of its own, "${name}", because ${match.detail}`
  if (match.kind === "known" && match.formerly.length > 0) {
    return `this folder had the memory "${match.formerly.join('", "')}" so far; its remote belongs to "${name}"`
  }
  return undefined
}

/** Only where no server names the repository, see `identityKeys`. */
function needsRoot(facts: RepositoryFacts, keys: readonly IdentityKey[]): boolean {
  return facts.gitCommonDir !== undefined && !keys.some(({ kind }) => kind === "remote")
}

/** The keys of this machine that describe the folder itself, not the repository it was cloned from. */
function ownKeys(facts: RepositoryFacts, keys: readonly IdentityKey[]): IdentityKey[] {
  return keys.filter((key) => !isShared(key) && (key.kind !== "gitdir" || key.value === facts.gitCommonDir))
}
