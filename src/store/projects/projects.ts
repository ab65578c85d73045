// The register of projects: which memory folder belongs to a directory. The folders' own files are authoritative; the table in the state database
// only says which of them to read first.
import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { join, sep } from "node:path"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import { tried } from "../../model/fields.ts"
import { type IdentityKey, identityKeys, projectFolderName } from "../../model/project-identity.ts"
import type { Clock } from "../../platform/clock.ts"
import { type RepositoryFacts, readRepository } from "../../platform/repository.ts"
import { utcDay } from "../../text/local-time.ts"
import type { WriteLock } from "../lock/write-lock.ts"
import { openProjectChanges, type ProjectChangesOptions } from "./project-changes.ts"
import {
  hasIdentityKey,
  listTaken,
  PROJECTS,
  type ProjectRecord,
  projectNamed,
  readProjects,
  readRecord,
  readRecords,
  releaseKeys,
  writeRecord,
} from "./project-files.ts"
import {
  allKeysOf,
  claimOf,
  isClaimed,
  type Judgement,
  judgeProject,
  type KeyedFolder,
  needsRoot,
  newProofs,
  ownKeys,
  type ResolvedProject,
  resolvedProject,
} from "./project-judgement.ts"
import { openKeyIndex } from "./project-keys.ts"
import { createProjectPlaces } from "./project-places.ts"

/** Where the project is on this disk, by real paths. */
export interface Checkout {
  readonly worktree: string
  readonly directory: string
}

export interface FoundProject extends ResolvedProject, Checkout {
  /** Makes a project that is not on disk yet. The caller is the only writer. */
  readonly make?: () => Promise<void>
}

export type ListedProject = ReturnType<typeof listedProject>

export type Projects = ReturnType<typeof openProjects>

export interface ProjectsOptions extends ProjectChangesOptions {
  readonly lock: WriteLock
  readonly clock: Clock
  readonly home?: string
}

/** Without the lock, a known project only misses an update of where it was seen; but a new one must not be made twice. */
const WAIT_KNOWN_MS = 150
const WAIT_NEW_MS = 5000

export function openProjects(options: ProjectsOptions) {
  const { memoryDir, lock, log } = options
  const projectsOf = createProjectPlaces()
  const named = options.home ?? homedir()
  const home = tried(() => realpathSync(named)) ?? named
  const register = openRegister(options)

  /** Checks every project, and again under the lock before anything is written. */
  async function settle(folder: KeyedFolder): Promise<ResolvedProject> {
    let seen = register.judge(folder, [], [])
    try {
      seen = await register.look(folder)
      const waitMs = seen.match.kind === "known" ? WAIT_KNOWN_MS : WAIT_NEW_MS
      if (seen.hasNews) seen = await lock.hold(waitMs, async () => register.write(await register.look(folder), folder))
      else register.index([...seen.others, seen.record])
      return resolvedProject(seen, memoryDir)
    } catch (error) {
      // Another process may have made it while this one waited for the lock.
      const now = seen.match.kind === "new" ? await register.look(folder).catch(() => seen) : seen
      if (seen.match.kind === "new" && now.match.kind === "known") return resolvedProject(now, memoryDir)
      log.warn("project.unwritable", { project: seen.record.name, cause: messageOf(error) })
      return resolvedProject(
        seen,
        memoryDir,
        error instanceof CairnError ? error.message : (errnoOf(error) ?? messageOf(error)),
      )
    }
  }

  /** The writer of the first note makes the project. */
  async function makeLater(folder: KeyedFolder, seen: Judgement): Promise<void> {
    const now = await register.look(folder)
    if (now.match.kind === "new") await register.write({ ...now, record: seen.record }, folder)
  }

  async function find(facts: RepositoryFacts): Promise<FoundProject> {
    const folder = await allKeysOf(facts)
    // A name that is not on disk yet is not reserved: another project of this name would share the notes.
    const reserved = isHomeOrAbove(facts, home) ? [projectFolderName(facts.name, folder.keys, new Set())] : []
    const seen = await register.look(folder, reserved).catch(() => register.judge(folder, [], reserved))
    const { notice, ...found } = { ...resolvedProject(seen, memoryDir), ...checkoutOf(facts) }
    return seen.match.kind === "new" ? { ...found, make: () => makeLater(folder, seen) } : found
  }

  return {
    /**
     * The project of a directory; makes one for a new directory, unless that is the home folder or above it: a host may start there without anybody
     * working there. Never throws. Takes the write lock if there is something to record.
     */
    async resolve(directory: string): Promise<FoundProject> {
      const facts = await readRepository(directory)
      if (isHomeOrAbove(facts, home)) {
        const found = await find(facts)
        if (found.make) return found
      }
      return { ...((await register.recall(facts)) ?? (await settle(await allKeysOf(facts)))), ...checkoutOf(facts) }
    },
    /** The same, but nothing is written. */
    find: async (directory: string) => find(await readRepository(directory)),
    changes: openProjectChanges(options, () => utcDay(options.clock.now())),
    /** One that is known, wherever it is. Throws `no_such_project`. */
    async named(name: string): Promise<FoundProject> {
      const record = projectNamed(name, await readProjects(memoryDir, log))
      const path = record.keys.findLast(({ kind }) => kind === "path")?.value ?? ""
      const folder = join(memoryDir, PROJECTS, name)
      return { name, folder, isNew: false, reason: "path", worktree: path, directory: path }
    },
    /** The project of each directory, where it has one; nothing is written. */
    async ofDirectories(directories: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return projectsOf(directories, await readProjects(memoryDir, log))
    },
    /** By name. */
    async list(): Promise<ListedProject[]> {
      const known = await readProjects(memoryDir, log)
      return known.map(listedProject).sort((a, b) => (a.name < b.name ? -1 : 1))
    },
  }
}

/** What is on disk about the projects, and which of them a folder is. */
function openRegister({ memoryDir, db, lock, log, clock }: ProjectsOptions) {
  const keyIndex = openKeyIndex(db, log)
  const read = (name: string) => readRecord(memoryDir, name, log)
  const today = () => utcDay(clock.now())
  const judge = (folder: KeyedFolder, records: readonly ProjectRecord[], taken: readonly string[]) =>
    judgeProject(folder, records, taken, today())

  /** The files, and if one is damaged or gone, what the table has kept of it. */
  function healed(record: ProjectRecord): ProjectRecord {
    if (record.shared.content && record.local.content && record.local.bytes) return record
    const kept = keyIndex.keysOf(record.name).filter((key) => !hasIdentityKey(record, key))
    return { ...record, keys: [...record.keys, ...kept] }
  }

  async function markSeen(name: string, proofs: readonly IdentityKey[]): Promise<void> {
    try {
      await lock.hold(WAIT_KNOWN_MS, async () => writeRecord(memoryDir, await read(name), proofs, today()))
    } catch (error) {
      log.warn("project.unwritable", { project: name, cause: messageOf(error) })
    }
  }

  return {
    judge,
    index: keyIndex.replace,
    /** Compares with every project. `reserved` are names that a new one may not have, besides those on disk. */
    async look(folder: KeyedFolder, reserved: readonly string[] = []): Promise<Judgement> {
      const records = (await readRecords(memoryDir, log)).map(healed)
      const taken = [...reserved, ...(await listTaken(memoryDir, records))]
      const claimed = judge(folder, records, taken)
      const claim = isClaimed(folder, claimed) ? await claimOf(folder, claimed) : undefined
      // Until there is git, nothing is recorded about it.
      if (claim?.holds === "no git") return { ...claimed, claim, learnt: [], hasNews: false }
      const seen = claim?.holds === false ? judge(withoutRemote(folder), records, taken) : claimed
      // A folder that only claims to be the project proves nothing to the next one.
      const proofs = seen.hasNews && !claim?.holds ? await newProofs(folder, seen) : []
      return { ...seen, claim, learnt: [...seen.learnt, ...proofs] }
    },
    /** The ordinary start: the table names the folder, its files confirm it, and only the day may be new. */
    async recall(facts: RepositoryFacts): Promise<ResolvedProject | undefined> {
      const folder = { facts, keys: identityKeys(facts) }
      const found = judge(folder, await Promise.all(keyIndex.find(folder.keys).map(read)), [])
      if (found.match.kind === "new" || found.match.formerly.length > 0 || found.learnt.length > 0) return undefined
      if (needsRoot(folder) && !found.record.keys.some(({ kind }) => kind === "root")) return undefined
      if (found.hasNews) await markSeen(found.record.name, await newProofs(folder, found))
      return resolvedProject(found, memoryDir)
    },
    /** The caller is the only writer. */
    async write(judgement: Judgement, folder: KeyedFolder): Promise<Judgement> {
      const { record, others, learnt, match } = judgement
      await writeRecord(memoryDir, record, learnt, today())
      log.info(match.kind === "new" ? "project.new" : "project.learnt", { project: record.name, reason: match.reason })
      const left = await releaseKeys(memoryDir, others, ownKeys(folder))
      keyIndex.replace([{ name: record.name, keys: [...record.keys, ...learnt] }, ...left])
      return judgement
    },
  }
}

/** A remote that the folder only claims is not recorded as its own: the next clone of it would belong to two projects. */
function withoutRemote({ facts, keys }: KeyedFolder): KeyedFolder {
  const isRemote = ({ kind, value }: IdentityKey) =>
    kind === "remote" || (kind === "gitdir" && value !== facts.gitCommonDir)
  return { facts, keys: keys.filter((key) => !isRemote(key)) }
}

function checkoutOf({ worktree, directory }: RepositoryFacts): Checkout {
  return { worktree, directory }
}

/** A home folder under git is somebody's project. */
function isHomeOrAbove({ gitCommonDir, directory }: RepositoryFacts, home: string): boolean {
  if (gitCommonDir !== undefined) return false
  return directory === home || home.startsWith(directory.endsWith(sep) ? directory : directory + sep)
}

/** With the most recent remote and path, the ISO day on which it was last seen, and all places where it was, the last one last. */
function listedProject({ name, keys, local }: ProjectRecord) {
  const last = (kind: IdentityKey["kind"]) => keys.findLast((key) => key.kind === kind)?.value
  const [remote, path, seen] = [last("remote"), last("path"), local.content?.seen]
  const paths = keys.filter(({ kind }) => kind === "path").map(({ value }) => value)
  return { name, paths, ...(remote && { remote }), ...(path && { path }), ...(typeof seen === "string" && { seen }) }
}
