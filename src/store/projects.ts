// The register of projects. What is known about a project lies in its own folder, so that it moves, syncs and disappears with it: keys
// that hold on every machine in `.identity.json`, those of this machine and the day it was last seen in `.local.json`, which stays out
// of git. The table in the state database only says which folders to look into first.
import type { Dirent } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { CairnError, errnoOf, messageOf } from "../model/errors.ts"
import { isFolderName } from "../model/note-path.ts"
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
} from "../model/project-identity.ts"
import type { Clock } from "../platform/clock.ts"
import { readFileBelow, replaceFile } from "../platform/durable-file.ts"
import type { Log } from "../platform/log.ts"
import { type RepositoryFacts, readRepository, readRootCommit } from "../platform/repository.ts"
import type { Sqlite } from "../platform/sqlite.ts"
import type { WriteLock } from "./write-lock.ts"

export interface ResolvedProject {
  readonly name: string
  /** Absolute; not there yet when the store could not be written. */
  readonly folder: string
  readonly isNew: boolean
  readonly reason: KeyKind | "unseen" | "ambiguous"
  /** Worth telling the person, once. */
  readonly notice?: string
}

export interface Projects {
  /** The project of a directory; makes one for a directory never seen. Never throws. Takes the write lock when there is news. */
  resolve(directory: string): Promise<ResolvedProject>
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

export const projectTables =
  "CREATE TABLE IF NOT EXISTS project_key(key TEXT, project TEXT, PRIMARY KEY(key, project));"

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
  const index = openIndex(options.db, log)
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
      const records = await readAll()
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

  async function readAll(): Promise<ProjectRecord[]> {
    const names = await listFolders(memoryDir)
    const records: ProjectRecord[] = []
    for (let start = 0; start < names.length; start += MAX_PARALLEL) {
      records.push(...(await Promise.all(names.slice(start, start + MAX_PARALLEL).map(read))))
    }
    return records
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
      return (await recall(facts)) ?? (await settle(facts))
    },
    async list() {
      const known = (await readAll()).filter(hasFiles)
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

const PROJECTS = "projects"
const MAX_FILE_BYTES = 256 * 1024
const MAX_VALUE_CHARS = 4096
/** Worktrees come and go; their paths would pile up. */
const MAX_VALUES = 50
/** Files open at a time while all projects are read. */
const MAX_PARALLEL = 32

const KEY_FILES = {
  shared: { file: ".identity.json", kinds: ["remote", "root"] },
  local: { file: ".local.json", kinds: ["dir", "gitdir", "path"] },
} as const
type Part = keyof typeof KEY_FILES

interface ProjectRecord extends KnownProject {
  readonly shared: KeyFile
  readonly local: KeyFile
}

interface KeyFile {
  /** Undefined when there is no such file. */
  readonly bytes: Uint8Array | undefined
  /** Undefined when the file is damaged: it is never written over. */
  readonly content: Readonly<Record<string, unknown>> | undefined
}

function emptyRecord(name: string): ProjectRecord {
  return { name, keys: [], shared: NO_FILE, local: NO_FILE }
}

const NO_FILE: KeyFile = { bytes: undefined, content: {} }

function hasFiles({ shared, local }: ProjectRecord): boolean {
  return shared !== NO_FILE || local !== NO_FILE
}

function partOf(key: IdentityKey): Part {
  return isShared(key) ? "shared" : "local"
}

function holds(record: KnownProject, key: IdentityKey): boolean {
  return record.keys.some((held) => sameKey(held, key))
}

async function readRecord(memoryDir: string, name: string, log: Log): Promise<ProjectRecord> {
  const shared = await readKeyFile(memoryDir, name, "shared", log)
  const local = await readKeyFile(memoryDir, name, "local", log)
  return { name, keys: [...keysIn("shared", shared), ...keysIn("local", local)], shared, local }
}

async function readKeyFile(memoryDir: string, name: string, part: Part, log: Log): Promise<KeyFile> {
  const { file, kinds } = KEY_FILES[part]
  let bytes: Uint8Array | undefined
  try {
    const found = await readFileBelow(memoryDir, [PROJECTS, name], file, MAX_FILE_BYTES)
    if (!found) return NO_FILE
    bytes = found.bytes
    if (found.truncated) throw new Error(`larger than ${MAX_FILE_BYTES} bytes`)
    const content: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    if (!isKeyContent(content, kinds)) throw new Error("not of the expected form")
    return { bytes, content }
  } catch (error) {
    log.warn("project.damaged", { project: name, file, cause: messageOf(error) })
    return { bytes, content: undefined }
  }
}

function isKeyContent(content: unknown, kinds: readonly KeyKind[]): content is Record<string, unknown> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return false
  const lists = kinds.map((kind) => (content as Record<string, unknown>)[kind] ?? [])
  return lists.every((list) => Array.isArray(list) && list.every(isKeyValue))
}

function isKeyValue(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_VALUE_CHARS
}

function keysIn(part: Part, { content }: KeyFile): IdentityKey[] {
  return KEY_FILES[part].kinds.flatMap((kind) =>
    ((content?.[kind] ?? []) as string[]).map((value) => ({ kind, value })),
  )
}

/** This machine's file first: it alone is enough to find the project again after a crash between the two. */
async function writeRecord(
  memoryDir: string,
  record: ProjectRecord,
  learnt: readonly IdentityKey[],
  seen: string,
): Promise<void> {
  const keys = [...record.keys, ...learnt]
  await writeKeys(memoryDir, record, "local", keys, { seen })
  await writeKeys(memoryDir, record, "shared", keys, {})
}

/** Fields that a newer version added stay as they are. */
async function writeKeys(
  memoryDir: string,
  record: ProjectRecord,
  part: Part,
  keys: readonly IdentityKey[],
  fields: Record<string, string>,
): Promise<void> {
  const { bytes, content } = record[part]
  const { file, kinds } = KEY_FILES[part]
  if (!content) return
  const lists = kinds.map((kind) => [
    kind,
    keys
      .filter((key) => key.kind === kind)
      .map(({ value }) => value)
      .slice(-MAX_VALUES),
  ])
  const next = Buffer.from(
    `${JSON.stringify({ version: 1, ...content, ...fields, ...Object.fromEntries(lists) }, null, 2)}\n`,
  )
  if (bytes && next.equals(bytes)) return
  await replaceFile(memoryDir, [PROJECTS, record.name], file, next, {
    maxBytes: MAX_FILE_BYTES,
    expect(current) {
      const isAsRead = current ? bytes && Buffer.from(bytes).equals(current.bytes) : !bytes
      if (!isAsRead) throw new Error(`${file} of "${record.name}" was changed by somebody else meanwhile`)
    },
  })
}

async function listEntries(memoryDir: string): Promise<Dirent[]> {
  try {
    return await readdir(join(memoryDir, PROJECTS), { withFileTypes: true })
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return []
    throw new CairnError("projects_unreadable", `the projects cannot be listed: ${messageOf(error)}`, "", {
      cause: error,
    })
  }
}

async function listFolders(memoryDir: string): Promise<string[]> {
  const entries = await listEntries(memoryDir)
  return entries.filter((entry) => entry.isDirectory() && isFolderName(entry.name)).map(({ name }) => name)
}

/** All names but those of empty folders, which are what a crash or a full disk leaves of a project that never was. */
async function listTaken(memoryDir: string, records: readonly ProjectRecord[]): Promise<string[]> {
  const taken = new Set(records.filter(hasFiles).map(({ name }) => name))
  for (const entry of await listEntries(memoryDir)) {
    if (taken.has(entry.name)) continue
    const inside = entry.isDirectory() && (await readdir(join(memoryDir, PROJECTS, entry.name)).catch(() => undefined))
    if (!inside || inside.length > 0) taken.add(entry.name)
  }
  return [...taken]
}

interface KeyIndex {
  find(keys: readonly IdentityKey[]): string[]
  replace(known: readonly KnownProject[]): void
}

/** Derived, so a database that is missing, locked or broken only costs time. */
function openIndex(db: Sqlite | undefined, log: Log): KeyIndex {
  const asText = ({ kind, value }: IdentityKey) => `${kind}:${value}`

  function guarded<T>(work: (db: Sqlite) => T): T | undefined {
    try {
      return db && work(db)
    } catch (error) {
      log.warn("project.index", { cause: messageOf(error) })
      return undefined
    }
  }

  guarded((db) => db.exec(projectTables))
  return {
    find(keys) {
      const marks = keys.map(() => "?").join(", ")
      const query = `SELECT DISTINCT project FROM project_key WHERE key IN (${marks}) ORDER BY project`
      const rows = guarded((db) => db.all<{ project: string }>(query, ...keys.map(asText)))
      return (rows ?? []).map(({ project }) => project).filter(isFolderName)
    },
    replace(known) {
      guarded((db) =>
        db.transaction(() => {
          db.run("DELETE FROM project_key")
          for (const { name, keys } of known) {
            for (const key of keys) db.run("INSERT OR IGNORE INTO project_key VALUES (?, ?)", asText(key), name)
          }
        }),
      )
    },
  }
}
