// What is known about a project, in its own folder, so that it moves, syncs and disappears with it: keys that are valid on every machine in
// `.identity.json`, those of this machine and the day it was last seen in `.local.json`, which stays out of git. No
// change-set writes them, since they are no notes: a project is found before its notes are opened.
import type { Dirent } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { CairnError, errnoOf, messageOf } from "../../model/errors.ts"
import { isFolderName } from "../../model/note-path.ts"
import { type IdentityKey, type KeyKind, type KnownProject, sameKey } from "../../model/project-identity.ts"
import { moveFile, readFileBelow, removeFile, replaceFile } from "../../platform/durable-file.ts"
import type { Log } from "../../platform/log.ts"

export const PROJECTS = "projects"
/** Suffix for a file that could not be read and was replaced. */
const DAMAGED = ".damaged"
const MAX_FILE_BYTES = 256 * 1024
const MAX_VALUE_CHARS = 4096
/** Worktrees come and go; their paths would pile up. */
const MAX_VALUES = 50
/** Files open at a time while all projects are read. */
const MAX_PARALLEL = 32

const KEY_FILES = {
  shared: { file: ".identity.json", kinds: ["remote", "root", "first"] },
  local: { file: ".local.json", kinds: ["own", "dir", "gitdir", "path", "commit"] },
} as const
type Part = keyof typeof KEY_FILES

export interface ProjectRecord extends KnownProject {
  readonly shared: KeyFile
  readonly local: KeyFile
}

interface KeyFile {
  /** Undefined when there is no such file. */
  readonly bytes: Uint8Array | undefined
  /** Undefined when the file is damaged. */
  readonly content: Readonly<Record<string, unknown>> | undefined
}

export function emptyRecord(name: string): ProjectRecord {
  return { name, keys: [], shared: NO_FILE, local: NO_FILE }
}

const NO_FILE: KeyFile = { bytes: undefined, content: {} }

function hasFiles({ shared, local }: ProjectRecord): boolean {
  return shared !== NO_FILE || local !== NO_FILE
}

export function hasIdentityKey(record: KnownProject, key: IdentityKey): boolean {
  return record.keys.some((held) => sameKey(held, key))
}

export async function readRecord(memoryDir: string, name: string, log: Log): Promise<ProjectRecord> {
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
export async function writeRecord(
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
  const { content } = record[part]
  const { file, kinds } = KEY_FILES[part]
  const bytes = content && record[part].bytes
  if (!content) await setAside(memoryDir, record.name, file)
  const valuesOf = (kind: KeyKind) => keys.filter((key) => key.kind === kind).map(({ value }) => value)
  const lists = Object.fromEntries(kinds.map((kind) => [kind, valuesOf(kind).slice(-MAX_VALUES)]))
  const next = Buffer.from(`${JSON.stringify({ version: 1, ...content, ...fields, ...lists }, null, 2)}\n`)
  if (bytes && next.equals(bytes)) return
  await replaceFile(memoryDir, [PROJECTS, record.name], file, next, {
    maxBytes: MAX_FILE_BYTES,
    expect(current) {
      const isAsRead = current ? bytes && Buffer.from(bytes).equals(current.bytes) : !bytes
      if (!isAsRead) throw new Error(`${file} of "${record.name}" was changed by somebody else meanwhile`)
    },
  })
}

/** A place belongs to one project: a previous owner of it would make its keys ambiguous for ever. Returns what each of the others still has. */
export async function releaseKeys(
  memoryDir: string,
  others: readonly ProjectRecord[],
  taken: readonly IdentityKey[],
): Promise<KnownProject[]> {
  const left: KnownProject[] = []
  for (const other of others) {
    const keys = other.keys.filter((key) => !taken.some((mine) => sameKey(mine, key)))
    if (keys.length < other.keys.length) await writeKeys(memoryDir, other, "local", keys, {})
    left.push({ name: other.name, keys })
  }
  return left
}

/** Somebody who looks into it may find more than Cairn can. */
async function setAside(memoryDir: string, name: string, file: string): Promise<void> {
  const segments = [PROJECTS, name]
  const aside = `${file}${DAMAGED}`
  await removeFile(memoryDir, segments, aside, { maxBytes: MAX_FILE_BYTES })
  await moveFile(memoryDir, { segments, name: file }, { segments, name: aside })
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

/** All names except those of empty folders, which a crash or a full disk leaves of a project that was never made. */
export async function listTaken(memoryDir: string, records: readonly ProjectRecord[]): Promise<string[]> {
  const taken = new Set(records.filter(hasFiles).map(({ name }) => name))
  for (const entry of await listEntries(memoryDir)) {
    if (taken.has(entry.name)) continue
    const inside = entry.isDirectory() && (await readdir(join(memoryDir, PROJECTS, entry.name)).catch(() => undefined))
    if (!inside || inside.length > 0) taken.add(entry.name)
  }
  return [...taken]
}

/** Every project, a few files at a time. */
export async function readRecords(memoryDir: string, log: Log): Promise<ProjectRecord[]> {
  const folders = (await listEntries(memoryDir)).filter((entry) => entry.isDirectory() && isFolderName(entry.name))
  const records: ProjectRecord[] = []
  for (let start = 0; start < folders.length; start += MAX_PARALLEL) {
    const some = folders.slice(start, start + MAX_PARALLEL).map(({ name }) => readRecord(memoryDir, name, log))
    records.push(...(await Promise.all(some)))
  }
  return records
}

/** Without folders that have no such files. */
export async function readProjects(memoryDir: string, log: Log): Promise<ProjectRecord[]> {
  return (await readRecords(memoryDir, log)).filter(hasFiles)
}

export function projectNamed(name: string, known: readonly ProjectRecord[]): ProjectRecord {
  const found = known.find((one) => one.name === name)
  if (found) return found
  const names = known.map((one) => one.name).sort()
  const hint = names.length > 0 ? `the projects are ${names.join(", ")}` : "there is none yet"
  throw new CairnError("no_such_project", `there is no project "${name.slice(0, 60)}"`, hint)
}
