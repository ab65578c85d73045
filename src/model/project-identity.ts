// Which project a folder belongs to. No single mark lasts: a path changes with a rename, a remote is added late, a plain folder has
// neither. So a project is known by several keys, strongest first, and the first one that points to exactly one project decides.
import { isFolderName } from "./note-path.ts"
import { sha256 } from "./sha256.ts"

/** `own`: a person has said that this folder has a memory of its own, whatever its remote is. */
export type KeyKind = "own" | "remote" | "dir" | "root" | "gitdir" | "path" | ProofKind
/** Commits that the project had: not a key by itself, but a folder that claims its remote must have one of them. */
export type ProofKind = "first" | "commit"

export interface IdentityKey {
  readonly kind: KeyKind
  readonly value: string
}

export interface KnownProject {
  readonly name: string
  readonly keys: readonly IdentityKey[]
}

/** What identity looks at in a folder and its repository; all paths are real paths. */
export interface IdentityFacts {
  readonly worktree: string
  readonly gitCommonDir?: string
  readonly dirStamp?: { readonly ino: string; readonly birthtimeMs: number }
  /** The remote's URL as configured: it may contain a password. */
  readonly remote?: string
  /** The git directory of a remote that is a folder on this machine. */
  readonly remoteGitDir?: string
}

export type ProjectMatch =
  | { kind: "known"; project: KnownProject; reason: KeyKind; formerly: readonly string[] }
  | { kind: "new"; reason: "unseen" | "ambiguous"; detail: string }

/**
 * The keys of a folder, strongest first. `dir` is the folder itself whatever its name: inode and birth time, without the device number, which many
 * systems assign again at each start. The root commit counts only if no server names the repository, because a fork has the root of its original.
 */
export function identityKeys(facts: IdentityFacts, rootCommit?: string): IdentityKey[] {
  const { dirStamp, gitCommonDir, remoteGitDir } = facts
  const remote = facts.remote === undefined ? undefined : normaliseRemote(facts.remote)
  const keys: IdentityKey[] = []
  const add = (kind: KeyKind, value: string | undefined) => {
    if (value !== undefined) keys.push({ kind, value })
  }
  const stamp = dirStamp && `${dirStamp.ino}@${dirStamp.birthtimeMs}`
  add("own", stamp)
  add("remote", remote)
  add("dir", stamp)
  if (remote === undefined) add("root", rootCommit)
  add("gitdir", gitCommonDir)
  if (remoteGitDir !== gitCommonDir) add("gitdir", remoteGitDir)
  add("path", facts.worktree)
  return keys
}

/** Keys that mean the same on every machine; the others are valid on one machine only. */
export function isShared(key: IdentityKey): boolean {
  return key.kind === "remote" || key.kind === "root" || key.kind === "first"
}

export function isProof({ kind }: IdentityKey): boolean {
  return kind === "first" || kind === "commit"
}

export function sameKey(a: IdentityKey, b: IdentityKey): boolean {
  return a.kind === b.kind && a.value === b.value
}

/**
 * | the folder                                       | the answer                      |
 * |--------------------------------------------------|---------------------------------|
 * | has a remote that one project has                | that project, if it has one of  |
 * |                                                  | its commits or is known there   |
 * | was renamed or moved                             | known by `dir`                  |
 * | has a new or another remote, same folder         | known by `dir`, else `gitdir`   |
 * | is a linked worktree                             | known by `dir`, else `gitdir`   |
 * | is a copy or clone of a repository on this disk  | known by `root`, else `gitdir`  |
 * | stands where a project stood, nothing against it | known by `gitdir` or `path`     |
 * | stands there, but with another folder stamp and  | new, ambiguous                  |
 * | another remote or another root commit            |                                 |
 * | has only keys that several projects have         | new, ambiguous                  |
 * | has no known key                                 | new, unseen                     |
 */
export function matchProject(keys: readonly IdentityKey[], known: readonly KnownProject[]): ProjectMatch {
  const doubts: string[] = []
  for (const key of keys) {
    const owners = known.filter((project) => holds(project, key))
    const [project] = owners
    if (!project) continue
    if (owners.length > 1) doubts.push(`several projects have ${described(key)}: ${quoted(owners)}`)
    else if (isPlace(key) && wasReplaced(project, keys)) doubts.push(`another repository stood here: ${quoted(owners)}`)
    else return { kind: "known", project, reason: key.kind, formerly: otherOwners(project, keys, known) }
  }
  if (doubts.length === 0) return { kind: "new", reason: "unseen", detail: "" }
  return { kind: "new", reason: "ambiguous", detail: [...new Set(doubts)].join("; ") }
}

function holds(project: KnownProject, key: IdentityKey): boolean {
  return project.keys.some((held) => sameKey(held, key))
}

/** A place can be filled with something else, a folder stamp or a commit cannot. */
function isPlace(key: IdentityKey): boolean {
  return key.kind === "gitdir" || key.kind === "path"
}

function wasReplaced(project: KnownProject, keys: readonly IdentityKey[]): boolean {
  return differ("dir", project, keys) && (differ("remote", project, keys) || differ("root", project, keys))
}

/** Both sides have keys of this kind and share none; a side without any says nothing. */
function differ(kind: KeyKind, project: KnownProject, keys: readonly IdentityKey[]): boolean {
  const mine = keys.filter((key) => key.kind === kind)
  return mine.length > 0 && project.keys.some((key) => key.kind === kind) && !mine.some((key) => holds(project, key))
}

/** Projects that this folder belonged to until a stronger key decided otherwise. */
function otherOwners(owner: KnownProject, keys: readonly IdentityKey[], known: readonly KnownProject[]): string[] {
  const stamps = keys.filter((key) => key.kind === "dir")
  return known
    .filter((project) => project !== owner && stamps.some((key) => holds(project, key)))
    .map((project) => project.name)
}

const WORDS: Partial<Record<KeyKind, string>> = {
  own: "the folder ",
  remote: "the remote ",
  gitdir: "the git directory ",
  root: "the root commit ",
}

function described({ kind, value }: IdentityKey): string {
  return kind === "dir" ? "this folder" : `${WORDS[kind] ?? ""}${value}`.trim()
}

function quoted(projects: readonly KnownProject[]): string {
  return projects.map((project) => `"${project.name}"`).join(", ")
}

const NETWORK_SCHEME = /^(?:https?|ssh|git|ftps?|git\+ssh|ssh\+git|git\+https?):\/\/(.*)$/i
const HOST_AND_PATH = /^(\[[^\]/]+\]|[^/:]+)(?::\d*)?\/(.+)$/
/** `user@host:path`; one letter before the colon is a Windows drive. */
const SCP_LIKE = /^(?:[^/]*@)?(\[[^\]/]+\]|[^/:@[\]]{2,}):(?!\/\/)(.+)$/
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/
/** These hosts have a separate name for ssh through the https port. */
const SSH_ALIAS = /^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/
const CASELESS_FORGES = new Set(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"])
const MAX_URL = 2048

/**
 * One spelling for all URLs of a repository on a server, `github.com/owner/repo`, or undefined for anything else (a local folder,
 * a remote helper). Protocol, user, password, port and query are dropped: they differ between clones, and may be secret.
 */
export function normaliseRemote(url: string): string | undefined {
  const text = url.trim()
  if (text.length > MAX_URL || /[\x00-\x1f\x7f\\]/.test(text) || /^\w+::/.test(text)) return undefined
  const [, rawHost, rawPath] = (/^[^/]*:\/\//.test(text) ? splitUrl(text) : SCP_LIKE.exec(text)) ?? []
  if (rawHost === undefined || rawPath === undefined) return undefined
  const host = normaliseHost(rawHost)
  const path = normaliseRepositoryPath(rawPath)
  if (!HOST.test(host) || path === undefined) return undefined
  return `${host}/${CASELESS_FORGES.has(host) ? path.toLowerCase() : path}`
}

/** People leave `@` and `/` unescaped in passwords; if there is a password, only the last `@` reliably ends it. */
function splitUrl(url: string): RegExpExecArray | null {
  const rest = NETWORK_SCHEME.exec(url)?.[1]?.replace(/[?#].*$/, "") ?? ""
  const authority = rest.slice(0, rest.indexOf("/") + 1)
  const hasPassword = /:.*@/.test(authority)
  return HOST_AND_PATH.exec(rest.slice((hasPassword ? rest : authority).lastIndexOf("@") + 1))
}

function normaliseHost(raw: string): string {
  const inner = raw.replace(/^\[(.*)\]$/, "$1").toLowerCase()
  const isIpv6 = inner.split(":").length > 2
  return isIpv6 ? `[${inner}]` : inner.replace(/:\d*$/, "").replace(/\.+$/, "").replace(SSH_ALIAS, "")
}

function normaliseRepositoryPath(raw: string): string | undefined {
  const segments = raw
    .replace(/[?#].*$/, "")
    .split("/")
    .map((segment) => segment.trim())
    .filter((segment) => segment !== "" && segment !== ".")
  // `/srv/app/.git` and `/srv/app.git` are `/srv/app` to git.
  for (let last = segments.pop(); last !== undefined; last = segments.pop()) {
    const name = last.replace(/(?:\s*\.git)+$/i, "")
    if (name === "" || name === ".") continue
    segments.push(name)
    return segments.includes("..") ? undefined : segments.join("/")
  }
  return undefined
}

const MAX_NAME = 60
const FALLBACK = "project"

/**
 * The folder name of a new project: its basename as far as every file system can hold it. `taken` is compared without case; on a
 * clash a few digits of the strongest key's hash are added, so that the name says nothing about order.
 */
export function projectFolderName(basename: string, keys: readonly IdentityKey[], taken: ReadonlySet<string>): string {
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const base = readableName(basename)
  const hash = sha256(keys[0] ? `${keys[0].kind}:${keys[0].value}` : basename)
  const endings = ["", ...[4, 5, 6, 7, 8].map((digits) => `-${hash.slice(0, digits)}`)]
  for (const ending of endings) {
    const name = withEnding(base, ending)
    if (!used.has(name.toLowerCase())) return name
  }
  let count = 2
  while (used.has(withEnding(base, `-${hash.slice(0, 8)}-${count}`).toLowerCase())) count += 1
  return withEnding(base, `-${hash.slice(0, 8)}-${count}`)
}

function readableName(basename: string): string {
  const name = basename
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
  const cut = withEnding(name, "")
  if (cut === "") return FALLBACK
  return isFolderName(cut) ? cut : withEnding(`${FALLBACK}-${cut}`, "")
}

function withEnding(base: string, ending: string): string {
  return base.slice(0, MAX_NAME - ending.length).replace(/[.-]+$/, "") + ending
}
