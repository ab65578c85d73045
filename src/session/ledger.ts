// The session's account of what was really done: commands with their exit codes, changed files, failed tools. Summaries are checked against it,
// so it only grows by events, and clearing memory does not touch it.
import { oneLine } from "../text/text.ts"
import type { NotFor } from "./event-kinds.ts"
import type { FileAction, FileTouch, MemoryEvent } from "./memory-event.ts"

export const MAX_COMMANDS = 200
const MAX_CHANGED_FILES = 200
export const MAX_FAILURES = 20
const MAX_COMMAND_CHARS = 300
const MAX_FAILURE_CHARS = 200

type ChangeAction = Exclude<FileAction, "read" | "grep">

export interface LedgerCommand {
  readonly command: string
  /** Exit code of the last run; null if it was stopped. */
  readonly exit: number | null
  readonly times: number
}

export interface ChangedFile {
  readonly path: string
  readonly first: ChangeAction
  readonly last: ChangeAction
}

export interface LedgerFailure {
  readonly tool: string
  readonly target?: string | undefined
  readonly message: string
}

export interface Ledger {
  /** By last run, newest at the end. */
  readonly commands: readonly LedgerCommand[]
  /** By first change, newest at the end. */
  readonly changedFiles: readonly ChangedFile[]
  readonly failures: readonly LedgerFailure[]
}

export const emptyLedger: Ledger = { commands: [], changedFiles: [], failures: [] }

export function ledgerAfter(ledger: Ledger, event: MemoryEvent): Ledger {
  switch (event.kind) {
    case "command":
      return { ...ledger, commands: commandsAfter(ledger.commands, event.command, event.exit) }
    case "files":
      return { ...ledger, changedFiles: event.files.reduce(changesAfter, ledger.changedFiles) }
    case "failure": {
      const target = event.target === undefined ? {} : { target: oneLine(event.target, MAX_FAILURE_CHARS) }
      const failure = { tool: event.tool, ...target, message: oneLine(event.message, MAX_FAILURE_CHARS) }
      return { ...ledger, failures: [...ledger.failures, failure].slice(-MAX_FAILURES) }
    }
    default:
      event satisfies NotFor<"ledger">
      return ledger
  }
}

/** The commands that failed when they were last run. A stopped command has neither succeeded nor failed. */
export function failedLast(ledger: Ledger): LedgerCommand[] {
  return ledger.commands.filter(({ exit }) => exit !== null && exit !== 0)
}

/** A command as it is kept: runs with the same text are runs of one command. */
export function commandText(command: string): string {
  return oneLine(command, MAX_COMMAND_CHARS)
}

function commandsAfter(commands: readonly LedgerCommand[], text: string, exit: number | null): LedgerCommand[] {
  const command = commandText(text)
  const known = commands.find((one) => one.command === command)
  const others = commands.filter((one) => one !== known)
  return [...others, { command, exit, times: (known?.times ?? 0) + 1 }].slice(-MAX_COMMANDS)
}

function changesAfter(files: readonly ChangedFile[], touch: FileTouch): readonly ChangedFile[] {
  if (touch.action === "read" || touch.action === "grep") return files
  const changed = changeOf(files, touch.path, touch.action)
  if (touch.action !== "move" || touch.to === undefined) return changed
  return changeOf(changed, touch.to, "move")
}

function changeOf(files: readonly ChangedFile[], path: string, action: ChangeAction): ChangedFile[] {
  if (files.some((file) => file.path === path)) {
    return files.map((file) => (file.path === path ? { ...file, last: action } : file))
  }
  return [...files, { path, first: action, last: action }].slice(-MAX_CHANGED_FILES)
}
