// Runs git as a tool that obeys nothing but its arguments. Every setting git would take from the person's account, the caller's environment or a
// hostile directory is either absent or overridden. Settings that no override can reach (filter and diff drivers have arbitrary names) must not be
// in the git directory's config at all: its owner ensures that.
import { type ChildProcess, spawn } from "node:child_process"
import { accessSync, constants, statSync } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"

export interface GitPlace {
  readonly gitDir: string
  readonly workTree: string
}

export interface GitOptions {
  readonly input?: Uint8Array | string
  readonly timeoutMs?: number
  /** More output than this ends the run with an error. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

export interface GitResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Git ran and gave no answer. `missing`: git is not installed. `ended`: killed for time, size, by the caller or from outside. */
export class GitRunError extends Error {
  override readonly name = "GitRunError"
  readonly kind: "missing" | "ended"

  constructor(kind: "missing" | "ended", message: string) {
    super(message)
    this.kind = kind
  }
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
const MAX_STDERR_BYTES = 64 * 1024
/** Git removes its lock files on SIGTERM and cannot on SIGKILL. */
const KILL_GRACE_MS = 1_000
const NOTHING = "/dev/null"

const OVERRIDES = [
  `core.hooksPath=${NOTHING}`,
  `core.attributesFile=${NOTHING}`,
  `core.excludesFile=${NOTHING}`,
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.autocrlf=false",
  "core.fileMode=false",
  "core.quotePath=false",
  "core.sshCommand=false",
  "core.askPass=",
  "commit.gpgSign=false",
  "tag.gpgSign=false",
  "log.showSignature=false",
  "diff.external=",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting])

export async function runGit(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const git = findGit()
  if (!git) throw new GitRunError("missing", "git is not installed")
  const child = spawnGit(git, place, args)
  return collect(child, args[0] ?? "git", options)
}

function spawnGit(git: string, place: GitPlace, args: readonly string[]): ChildProcess {
  const flags = ["--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"]
  const where = [`--git-dir=${place.gitDir}`, `--work-tree=${place.workTree}`]
  const argv = [...flags, ...where, ...OVERRIDES, ...args]
  const options = { cwd: place.gitDir, env: environment(place), stdio: "pipe" as const, windowsHide: true }
  if (process.platform === "win32") return spawn(git, argv, options)
  // A umask is per process and this process is not ours alone, so the child sets its own.
  return spawn("/bin/sh", ["-c", 'umask 077; exec "$0" "$@"', git, ...argv], options)
}

function environment(place: GitPlace): Record<string, string> {
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: place.gitDir,
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_GLOBAL: NOTHING,
    GIT_CONFIG_SYSTEM: NOTHING,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
  }
  if (process.platform !== "win32") return env
  for (const name of ["SystemRoot", "TEMP", "TMP", "PATHEXT"]) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

export function isGitInstalled(): boolean {
  return findGit() !== undefined
}

/** Looked up on every run, so that installing git is noticed; relative entries of PATH would depend on the caller's folder. */
function findGit(): string | undefined {
  const name = process.platform === "win32" ? "git.exe" : "git"
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function collect(child: ChildProcess, command: string, options: GitOptions): Promise<GitResult> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, signal } = options
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let outBytes = 0
    let errBytes = 0
    let ended: string | undefined

    const end = (why: string) => {
      if (ended) return
      ended = why
      child.kill("SIGTERM")
      setTimeout(() => child.kill("SIGKILL"), KILL_GRACE_MS).unref()
    }
    const timer = setTimeout(() => end(`gave no answer within ${Math.round(timeoutMs / 100) / 10} s`), timeoutMs)
    const onAbort = () => end("was stopped")
    signal?.addEventListener("abort", onAbort, { once: true })
    if (signal?.aborted) onAbort()

    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", onAbort)
      finish()
    }
    child.stdout?.on("data", (chunk: Buffer) => {
      outBytes += chunk.length
      if (outBytes > maxBytes) end(`answered with more than ${maxBytes} bytes`)
      else stdout.push(chunk)
    })
    child.stderr?.on("data", (chunk: Buffer) => {
      if (errBytes < MAX_STDERR_BYTES) stderr.push(chunk)
      errBytes += chunk.length
    })
    child.on("error", (error) => settle(() => reject(new GitRunError("ended", `git did not start: ${error.message}`))))
    child.on("close", (code, killedBy) =>
      settle(() => {
        const why = ended ?? (code === null ? `was ended by ${killedBy}` : undefined)
        if (why !== undefined) return reject(new GitRunError("ended", `git ${command} ${why}`))
        resolve({ code: code ?? 1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8") })
      }),
    )
    // If git ends before it has read everything, the pipe breaks; its exit code tells the rest.
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(options.input ?? "")
  })
}
