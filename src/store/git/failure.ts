// Why the history could not be written or read, in words for a person. Git only tells by text, always in English here because the runner sets the
// locale. The order matters: a full disk or a missing permission must not be mistaken for a broken history.
import { basename } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import { type GitResult, GitRunError } from "../../platform/git.ts"

/** `path`: one file could not be read, the others can. `broken`: git cannot work with its directory as it is. */
export type FailureKind = "no-git" | "path" | "locked" | "raced" | "broken" | "other"

export class HistoryFailure extends Error {
  override readonly name = "HistoryFailure"
  readonly kind: FailureKind
  /** The lock file in the way, when `kind` is `locked`. */
  readonly lockFile: string | undefined

  constructor(kind: FailureKind, reason: string, options: ErrorOptions & { lockFile?: string } = {}) {
    super(reason, options)
    this.kind = kind
    this.lockFile = options.lockFile
  }
}

const MACHINE: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|ENOSPC|disk is full|Out of diskspace/, "the disk is full"],
  [/Disk quota exceeded|EDQUOT/, "the disk quota is used up"],
  [/Read-only file system|EROFS|readonly database/, "the disk is read-only"],
  [
    /Permission denied|insufficient permission|Operation not permitted|EACCES|EPERM/,
    "no permission for a file of the history",
  ],
  [/Input\/output error|EIO/, "the disk reports an error"],
  [/Too many open files|EMFILE|ENFILE/, "too many files are open"],
  // Not "malloc failed": a damaged size makes git ask for too much.
  [
    /Cannot allocate memory|Resource temporarily unavailable|ENOMEM|EAGAIN/,
    "the machine has no memory or no process left",
  ],
]

const BAD_PATH = /fatal: Unable to process path/
const BAD_STORE =
  /insert into database|insufficient permission|No space left|quota exceeded|Read-only file|Too many open/
const LOCK_FILE = /Unable to create '([\s\S]*?\.lock)': File exists/
const RACED = /cannot lock ref [\s\S]*(but expected|reference already exists)/

export function failureOf(error: unknown): HistoryFailure {
  if (error instanceof HistoryFailure) return error
  if (error instanceof GitRunError) {
    return new HistoryFailure(error.kind === "missing" ? "no-git" : "other", error.message, { cause: error })
  }
  const disk = machineReason(`${errnoOf(error) ?? ""} ${messageOf(error)}`)
  return new HistoryFailure("other", disk ?? messageOf(error), { cause: error })
}

export function failureOfRun({ stderr }: GitResult): HistoryFailure {
  if (BAD_PATH.test(stderr) && !BAD_STORE.test(stderr)) return new HistoryFailure("path", firstLine(stderr))
  const disk = machineReason(stderr)
  if (disk) return new HistoryFailure("other", disk)
  const lockFile = LOCK_FILE.exec(stderr)?.[1]
  if (lockFile) return new HistoryFailure("locked", `${basename(lockFile)} is held by another git`, { lockFile })
  if (RACED.test(stderr)) return new HistoryFailure("raced", "another git changed the history meanwhile")
  return new HistoryFailure("broken", `git failed: ${verdict(stderr)}`)
}

function machineReason(text: string): string | undefined {
  return MACHINE.find(([pattern]) => pattern.test(text))?.[1]
}

/** Git's own verdict is on its `fatal:` line; the lines before it are the steps towards it. */
function verdict(stderr: string): string {
  const fatal = stderr.split("\n").find((line) => line.startsWith("fatal: "))
  return fatal ? firstLine(fatal) : firstLine(stderr)
}

function firstLine(stderr: string): string {
  const line = stderr.split("\n").find((each) => each.trim() !== "") ?? "it gave no reason"
  return line.replace(/^(fatal|error): /, "").slice(0, 200)
}
