// Which of the known projects a folder belongs to, and what is to be written down of it.

import { join } from "node:path"
import { type Notice, notice } from "../../model/notice.ts"
import {
  type IdentityKey,
  identityKeys,
  isShared,
  type KeyKind,
  matchProject,
  type ProjectMatch,
  projectFolderName,
  sameKey,
} from "../../model/project-identity.ts"
import { type RepositoryFacts, readRootCommit } from "../../platform/repository.ts"
import { emptyRecord, hasIdentityKey, PROJECTS, type ProjectRecord, partOf } from "./project-files.ts"

export interface ResolvedProject {
  readonly name: string
  /** Absolute; not there yet when the store could not be written. */
  readonly folder: string
  readonly isNew: boolean
  readonly reason: KeyKind | "unseen" | "ambiguous"
  /** Worth telling the person, once. */
  readonly notice?: Notice
}

export interface Judgement {
  readonly match: ProjectMatch
  readonly record: ProjectRecord
  readonly others: readonly ProjectRecord[]
  readonly learnt: readonly IdentityKey[]
  readonly hasNews: boolean
}

/** A folder and the keys by which it is known. */
export interface KeyedFolder {
  readonly facts: RepositoryFacts
  readonly keys: readonly IdentityKey[]
}

/** With the root commit, which only git can tell, where it is needed. */
export async function allKeysOf(facts: RepositoryFacts): Promise<KeyedFolder> {
  const keys = identityKeys(facts)
  return { facts, keys: needsRoot({ facts, keys }) ? identityKeys(facts, await readRootCommit(facts)) : keys }
}

/** Only where no server names the repository, see `identityKeys`. */
export function needsRoot({ facts, keys }: KeyedFolder): boolean {
  return facts.gitCommonDir !== undefined && !keys.some(({ kind }) => kind === "remote")
}

/** The keys of this machine that describe the folder itself, not the repository it was cloned from. */
export function ownKeys({ facts, keys }: KeyedFolder): IdentityKey[] {
  return keys.filter((key) => !isShared(key) && (key.kind !== "gitdir" || key.value === facts.gitCommonDir))
}

/** `taken` are the names that a new project may not have; `today` is when it is seen. */
export function judgeProject(
  folder: KeyedFolder,
  records: readonly ProjectRecord[],
  taken: readonly string[],
  today: string,
): Judgement {
  const { facts, keys } = folder
  const match = matchProject(keys, records)
  const name = match.kind === "known" ? match.project.name : projectFolderName(facts.name, keys, new Set(taken))
  const others = records.filter((other) => other.name !== name)
  const record = records.find((other) => other.name === name) ?? emptyRecord(name)
  const own = ownKeys(folder)
  const isFree = (key: IdentityKey) =>
    own.some((mine) => sameKey(mine, key)) || !others.some((other) => hasIdentityKey(other, key))
  const learnt = keys.filter((key) => record[partOf(key)].content && !hasIdentityKey(record, key) && isFree(key))
  const isContested = match.kind === "new" || match.formerly.length > 0
  const unseenToday = record.local.content !== undefined && record.local.content.seen !== today
  return { match, record, others, learnt, hasNews: learnt.length > 0 || unseenToday || isContested }
}

/** `failure` is why it could not be written down. */
export function resolvedProject({ match, record }: Judgement, memoryDir: string, failure?: string): ResolvedProject {
  const told = noticeOf(match, record.name, failure)
  const folder = join(memoryDir, PROJECTS, record.name)
  const resolved = { name: record.name, folder, isNew: match.kind === "new", reason: match.reason }
  return told === undefined ? resolved : { ...resolved, notice: told }
}

function noticeOf(match: ProjectMatch, name: string, failure: string | undefined): Notice | undefined {
  if (match.kind === "new" && failure !== undefined)
    return notice("project_unwritable", `the memory of "${name}" cannot be written: ${failure}`)
  if (match.reason === "ambiguous")
    return notice("project_ambiguous", `started a memory of its own, "${name}", because ${match.detail}`)
  if (match.kind === "known" && match.formerly.length > 0) {
    const formerly = match.formerly.join('", "')
    return notice("project_moved", `this folder had the memory "${formerly}" so far; its remote belongs to "${name}"`)
  }
  return undefined
}
