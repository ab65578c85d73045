// What a call was about, so that a later call for the same can be recognised: the file it read or changed, the command it ran, the search it
// made.
import { changesFiles, filesChanged, patchIn, pathIn } from "../../commands/changed-files.ts"
import { categoryOfCommand } from "../../commands/error-category.ts"
import { fileShown } from "../../commands/file-read.ts"
import { inWorktree } from "../../commands/shell-files.ts"
import type { ShownOutput } from "./shown-output.ts"

type Call = Pick<ShownOutput, "tool" | "args"> & Partial<Pick<ShownOutput, "text" | "argument">>

/** Outputs of one kind are needed again about equally often; if the agent asks for one again, its kind is kept longer. */
export type OutputKind = "read" | "check" | "listing" | "search" | "command" | "report" | "replaced" | "other"

/** What stays the same from request to request. */
export interface OutputFacts {
  readonly kind: OutputKind
  /** Equal for calls that ask for the same. */
  readonly key: string
  readonly path?: string | undefined
  /** The lines that a read covers. */
  readonly lines?: { readonly from: number; readonly to: number } | undefined
  /** Whether it read source code. Documents and data are read for information, sources to change them. */
  readonly isSource: boolean
  /** A read of a part of a file: the agent asked for just these lines. */
  readonly isPart: boolean
  /** The files that the call changes. */
  readonly changes: readonly string[]
  /** The text that it replaces in them; undefined if that is all of it, or not known. */
  readonly replaces?: string | undefined
}

/** What a patch takes out. */
const REMOVED = /^-.*$/gm
const MINUS = /^-/gm
const DOCUMENT = /\.(?:mdx?|txt|rst|adoc|json[c5l]?|ya?ml|toml|lock|csv|tsv|log|xml|svg)$/i
const LISTING = /^\s*(?:ls|find|fd|tree|rg --files|git (?:status|ls-files|log|branch))\b/
const KINDS: Readonly<Record<string, OutputKind>> = {
  read: "read",
  glob: "listing",
  list: "listing",
  grep: "search",
  task: "report",
}
/** Longer command lines are scripts; no check is recognised in them. */
const MAX_COMMAND = 2000

const REPLACED: OutputFacts = { kind: "replaced", key: "", isSource: false, isPart: false, changes: [] }

const OLD_FIELDS = ["oldString", "old_string"]
/** Programs that show a part of a file. */
const PART = /\b(?:sed|head|tail|awk|gawk|select-object)\b/i

/**
 * Paths inside `root` are made relative to it, because tools name the same file differently. `directory`: where commands run that name no folder
 * of their own, and what relative paths start from.
 */
export function factsOf(call: Call, root = "", directory = root): OutputFacts {
  if (call.argument !== undefined) return REPLACED
  const within = (path: string) => inWorktree(path, { root, cwd: directory })
  const cwd = folderOf(call, directory)
  const command = commandRun(call)
  const shown = command === undefined || command.length > MAX_COMMAND ? undefined : fileShown(command, { root, cwd })
  const named = pathIn(call.args)
  const path = shown ?? (named === undefined ? undefined : within(named))
  const kind = shown === undefined ? kindOf(call) : "read"
  return {
    kind,
    key: keyOf(call, cwd),
    path,
    ...(call.tool === "read" && { lines: linesRead(call) }),
    isSource: kind === "read" && path !== undefined && !DOCUMENT.test(path),
    isPart: kind === "read" && (shown === undefined ? isPartAsked(call.args) : PART.test(command ?? "")),
    changes: filesChanged(call).map(within),
    replaces: textReplaced(call),
  }
}

/** The same command in another folder is another command. */
function folderOf({ args: { workdir } }: Call, directory: string): string {
  return typeof workdir === "string" ? inWorktree(workdir, { cwd: directory }) : directory
}

/** The files that these outputs show. */
export function pathsRead(facts: readonly OutputFacts[]): Set<string> {
  return new Set(facts.flatMap(({ kind, path }) => (kind === "read" && path !== undefined ? [path] : [])))
}

export function commandRun({ tool, args }: Call): string | undefined {
  return tool === "bash" && typeof args.command === "string" ? args.command.trim() : undefined
}

/** How a retired line names what the call was about. */
export function targetText(call: Call): string {
  const { pattern, url, description } = call.args
  const target = commandRun(call) ?? (typeof pattern === "string" ? pattern : pathIn(call.args)) ?? url ?? description
  return typeof target === "string" ? target : ""
}

function kindOf(call: Call): OutputKind {
  const command = commandRun(call)
  if (command === undefined) return KINDS[call.tool] ?? "other"
  if (LISTING.test(command)) return "listing"
  const check = command.length > MAX_COMMAND ? undefined : categoryOfCommand(command)
  return check && check.category !== "runtime" ? "check" : "command"
}

/** Empty for calls that change files: these are known by their paths. */
function keyOf(call: Call, folder: string): string {
  const command = commandRun(call)
  const fields = Object.entries(call.args).filter(([name]) => name !== "description")
  if (changesFiles(call.tool)) return ""
  if (command !== undefined) return `${call.tool} ${folder} ${command}`
  return `${call.tool} ${JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

function isPartAsked({ offset, limit }: Call["args"]): boolean {
  return typeof offset === "number" || typeof limit === "number"
}

function textReplaced({ tool, args }: Call): string | undefined {
  if (tool === "apply_patch") return patchIn(args).match(REMOVED)?.join("\n").replace(MINUS, "") ?? ""
  if (tool === "multiedit")
    return Array.isArray(args.edits) ? args.edits.map((edit) => oldTextIn(Object(edit)) ?? "").join("\n") : undefined
  return tool === "edit" ? oldTextIn(args) : undefined
}

/** Hosts take an edit of an empty text for a new content of the whole file. */
function oldTextIn(args: Call["args"]): string | undefined {
  const text = OLD_FIELDS.map((name) => args[name]).find((value) => typeof value === "string")
  return typeof text === "string" && text !== "" ? text : undefined
}

/** Hosts number the lines of a file and show only part of it at once. After the file they may quote instruction files. */
const NUMBERED = /^ {0,8}(\d{1,9})[:|→]/gm
const END = "</content>"
/** Twice the longest line that a host shows. */
const MAX_TAIL = 4000

function linesRead({ args, text = "" }: Call): { readonly from: number; readonly to: number } {
  const number = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise)
  const from = number(args.offset, 0)
  const closed = text.lastIndexOf(END)
  const end = closed < 0 ? text.length : closed
  const last = [...text.slice(Math.max(0, end - MAX_TAIL), end).matchAll(NUMBERED)].at(-1)?.[1]
  const shown = last === undefined ? Number.POSITIVE_INFINITY : Number(last) + 1
  return { from, to: Math.min(shown, from + number(args.limit, Number.POSITIVE_INFINITY)) }
}
