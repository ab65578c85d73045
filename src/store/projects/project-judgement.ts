// Which of the known projects a folder belongs to, and what to record about it.

import { join } from "node:path"
import { type Notice, notice } from "../../model/notice.ts"
import { ownCommand } from "../../model/own-command.ts"
import {
  type IdentityKey,
  identityKeys,
  isProof,
  isShared,
  matchProject,
  type ProjectMatch,
  type ProofKind,
  projectFolderName,
  sameKey,
} from "../../model/project-identity.ts"
import { holdsCommit, type RepositoryFacts, readRootCommit, readSeenCommits } from "../../platform/repository.ts"
import { emptyRecord, hasIdentityKey, PROJECTS, type ProjectRecord } from "./project-files.ts"

export type ResolvedProject = Readonly<ReturnType<typeof resolvedProject>>

export interface Judgement {
  readonly match: ProjectMatch
  readonly record: ProjectRecord
  readonly others: readonly ProjectRecord[]
  readonly learnt: readonly IdentityKey[]
  readonly hasNews: boolean
  readonly claim?: Claim | undefined
}

/** The folder names the project, or its remote, but cannot show that it is the same: a stranger gets a memory of its own. */
interface Claim {
  readonly of: string
  readonly holds: false | keyof typeof UNCHECKED
}

/** Believed all the same, and why it cannot be checked. */
const UNCHECKED = {
  shallow: { why: "this clone is shallow", hint: "run git fetch --unshallow and start OpenCode again" },
  borrowed: { why: "its commits lie in another repository on this disk", hint: "git repack -a -d makes them its own" },
  "no git": { why: "git is not installed or does not run", hint: "install git and start OpenCode again" },
  "no commits": { why: "no commit of it is known yet", hint: "" },
} as const

export interface KeyedFolder {
  readonly facts: RepositoryFacts
  readonly keys: readonly IdentityKey[]
}

/** With the root commit, if needed; only git can tell it. */
export async function allKeysOf(facts: RepositoryFacts): Promise<KeyedFolder> {
  const keys = identityKeys(facts)
  return { facts, keys: needsRoot({ facts, keys }) ? identityKeys(facts, await readRootCommit(facts)) : keys }
}

/** Only where no server names the repository, see `identityKeys`. */
export function needsRoot({ facts, keys }: KeyedFolder): boolean {
  return facts.gitCommonDir !== undefined && !keys.some(({ kind }) => kind === "remote")
}

/** Whether only its remote, which anybody can write into a file, says which project the folder is; it may be the project's own folder. */
export function isClaimed(folder: KeyedFolder, { match, record }: Judgement): boolean {
  return (
    (match.reason === "remote" || match.reason === "gitdir") &&
    !ownKeys(folder).some((key) => hasIdentityKey(record, key))
  )
}

/** Undefined: nothing speaks against it. */
export async function claimOf({ facts }: KeyedFolder, { record }: Judgement): Promise<Claim | undefined> {
  const proofs = record.keys.filter(isProof).map(({ value }) => value)
  const holds = proofs.length === 0 ? "no commits" : await holdsCommit(facts, proofs)
  return holds === true ? undefined : { of: record.name, holds }
}

/** A later folder that claims to be this project must have one of these. */
export async function newProofs({ facts }: KeyedFolder, { record }: Judgement): Promise<IdentityKey[]> {
  const commits = await readSeenCommits(facts)
  const kinds: ProofKind[] = record.keys.some(({ kind }) => kind === "first") ? ["commit"] : ["first", "commit"]
  const proofs = kinds.flatMap((kind) => commits.map((value) => ({ kind, value })))
  return proofs.filter((key) => !hasIdentityKey(record, key))
}

/** The keys of this machine that describe the folder itself, not the repository it was cloned from. */
export function ownKeys({ facts, keys }: KeyedFolder): IdentityKey[] {
  return keys.filter(
    (key) => !isShared(key) && key.kind !== "own" && (key.kind !== "gitdir" || key.value === facts.gitCommonDir),
  )
}

/** `taken` are names that a new project may not have; `today` is the day it is seen. */
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
  const learnt = keys.filter((key) => key.kind !== "own" && !hasIdentityKey(record, key) && isFree(key))
  const isContested = match.kind === "new" || match.formerly.length > 0
  const unseenToday = record.local.content?.seen !== today
  const hasNews = learnt.length > 0 || unseenToday || isContested || isDamaged(record)
  return { match, record, others, learnt, hasNews }
}

/** `failure` is why it could not be recorded. */
export function resolvedProject(judgement: Judgement, memoryDir: string, failure?: string) {
  const { match, record } = judgement
  const told = noticeOf(judgement, failure)
  return {
    name: record.name,
    /** Absolute; it may not exist yet if the store could not be written. */
    folder: join(memoryDir, PROJECTS, record.name),
    isNew: match.kind === "new",
    reason: match.reason,
    ...(told && { notice: told }),
  }
}

function noticeOf({ match, record, others, claim }: Judgement, failure: string | undefined): Notice | undefined {
  const { name } = record
  if (match.kind === "new" && failure !== undefined)
    return notice("project_unwritable", `the memory of "${name}" cannot be written: ${failure}`)
  if (claim && match.kind === "known" && claim.holds !== false)
    return notice(
      "project_unchecked",
      `this folder uses the memory of "${name}" because it has its remote; that it is the same project cannot be checked: ${UNCHECKED[claim.holds].why}`,
      UNCHECKED[claim.holds].hint,
    )
  if (claim && match.kind === "new")
    return notice(
      "project_unproven",
      `this folder has the remote of "${claim.of}" but git finds none of its commits here; it got a memory of its own, "${name}"`,
      `if it is the same project, run git fetch and start OpenCode again, or ${ownCommand(`projects join ${name} ${claim.of}`)}`,
    )
  if (match.reason === "ambiguous")
    return notice("project_ambiguous", `started a memory of its own, "${name}", because ${match.detail}`)
  if (match.kind === "known" && match.formerly.length > 0) {
    const formerly = match.formerly.join('", "')
    return notice(
      "project_moved",
      `this folder had the memory "${formerly}" so far; its remote belongs to "${name}"`,
      `to have both in one: ${ownCommand(`projects join ${match.formerly[0]} ${name}`)}`,
    )
  }
  const lost = others.filter(isDamaged).map((other) => other.name)
  if (match.kind === "new" && lost.length > 0) return noticeOfLost(name, lost)
  if (!isDamaged(record)) return undefined
  return notice(
    "project_damaged",
    `the file that identifies "${name}" was damaged and has been rebuilt`,
    "the damaged file is kept beside it, with the ending .damaged",
  )
}

/** A project that can no longer be recognised may be this one. */
function noticeOfLost(name: string, [first = "", ...more]: readonly string[]): Notice {
  const which = more.length > 0 ? `"${first}" and ${more.length} more` : `"${first}"`
  return notice(
    "project_lost",
    `this folder got a new memory, "${name}"; but files that identify ${which} are damaged, and it may be that project`,
    `if it is: ${ownCommand(`projects join ${name} ${first}`)}`,
  )
}

function isDamaged({ shared, local }: ProjectRecord): boolean {
  return shared.content === undefined || local.content === undefined
}
