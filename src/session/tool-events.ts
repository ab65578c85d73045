// What a tool call means for the session's memory: the files it touched, the command it ran and how that ended, the packages it installed.
import { posix } from "node:path"
import { commandEvent } from "../commands/command-event.ts"
import { installedPackages, manifestDependencies } from "../commands/dependencies.ts"
import type { ProjectScripts } from "../commands/project-scripts.ts"
import { type ShellPlace, shellFiles } from "../commands/shell-files.ts"
import { type CleanText, pieceOf } from "../redaction/clean-text.ts"
import type { CleanEvent } from "./clean-event.ts"
import { fromToolResult } from "./extract.ts"
import type { CheckRun, EventOf, FileTouch } from "./memory-event.ts"

export interface EndedTool {
  readonly tool: string
  /** Only the arguments in `KEPT_ARGUMENTS`. */
  readonly args: Readonly<Partial<Record<KeptArgument, CleanText>>>
  readonly ok: boolean
  /** For a call that failed, or may have failed. */
  readonly output: CleanText
  readonly exit?: number | null | undefined
  readonly files: readonly CleanFile[]
  readonly added?: CleanText | undefined
}

export const KEPT_ARGUMENTS = ["filePath", "path", "command", "url", "pattern", "workdir"] as const
type KeptArgument = (typeof KEPT_ARGUMENTS)[number]

export interface CleanFile extends FileTouch {
  readonly path: CleanText
  readonly to?: CleanText | undefined
}

export interface ToolEventSettings {
  readonly place: ShellPlace
  /** The user's own categories of commands. */
  readonly categories: Readonly<Record<string, string>>
  /** What the project's scripts run, if the command names one. */
  readonly scripts?: ProjectScripts | undefined
  readonly workingMemory: boolean
  readonly activity: boolean
}

export function toolEvents(ended: EndedTool, settings: ToolEventSettings): CleanEvent[] {
  const command = ended.tool === "bash" ? ended.args.command : undefined
  const place = placeOf(ended, settings)
  const touched = command !== undefined && ended.exit === 0 ? cleanFiles(command, shellFiles(command, place)) : []
  const files = [...ended.files, ...touched]
  return [
    ...(settings.activity ? activityEvents(ended, command, files, { ...settings, place }) : []),
    ...(settings.workingMemory ? itemEvents(ended, command) : []),
  ]
}

function activityEvents(
  { tool, args, ok, output, exit }: EndedTool,
  command: CleanText | undefined,
  files: readonly CleanFile[],
  { place, categories, scripts }: ToolEventSettings,
): CleanEvent[] {
  if (!ok)
    return [{ kind: "failure", tool, target: targetOf(args), message: pieceOf(output, output.slice(0, MAX_KEPT)) }]
  return [
    ...(files.length > 0 ? [{ kind: "files", files } as const] : []),
    ...(command !== undefined && exit !== undefined
      ? [cleanCommand(command, commandEvent({ command, exit, output, place, categories, scripts }))]
      : []),
  ]
}

function cleanFiles(command: CleanText, files: readonly FileTouch[]): CleanFile[] {
  return files.map(({ path, to, ...file }) => ({
    ...file,
    path: pieceOf(command, path),
    ...(to !== undefined && { to: pieceOf(command, to) }),
  }))
}

/** Everything it reports comes from the command, a script it ran or its output, all of which are clean. */
function cleanCommand(command: CleanText, { errors, passed, ...event }: EventOf<"command">): CleanEvent {
  const piece = (text: string) => pieceOf(command, text)
  const cleanCheck = ({ name, targets, folder, ...check }: CheckRun) => ({
    ...check,
    ...(name !== undefined && { name: piece(name) }),
    ...(targets && { targets: targets.map(piece) }),
    ...(folder !== undefined && { folder: piece(folder) }),
  })
  const told = errors?.map(({ summary, file, check, ...error }) => ({
    ...error,
    summary: piece(summary),
    ...(file !== undefined && { file: piece(file) }),
    ...(check && { check: cleanCheck(check) }),
  }))
  return {
    ...event,
    command: piece(event.command),
    ...(passed && { passed: passed.map((one) => (typeof one === "string" ? piece(one) : cleanCheck(one))) }),
    ...(told && { errors: told }),
  }
}

function itemEvents({ tool, ok, exit, files, added }: EndedTool, command: CleanText | undefined): CleanEvent[] {
  if (!ok) return []
  const packages = [
    ...(command !== undefined && exit === 0 ? installedPackages(command).map((name) => pieceOf(command, name)) : []),
    ...(added === undefined
      ? []
      : files.flatMap(({ path }) => manifestDependencies(path, added)).map((name) => pieceOf(added, name))),
  ]
  const dependencies = [...new Set(packages)].map((text) => ({ slot: "dependency", text, why: `tool:${tool}` }))
  return [...fromToolResult(tool, files), ...dependencies].map((finding) => ({ kind: "item", ...finding }) as const)
}

function placeOf({ args }: EndedTool, { place }: ToolEventSettings): ShellPlace {
  const folder = args.workdir
  return folder === undefined ? place : { ...place, cwd: posix.resolve(place.cwd ?? "/", folder) }
}

/** Enough to recognise a secret as a whole; the fold keeps less. */
const MAX_KEPT = 2000

/** What a call was about, for the list of failures. */
function targetOf(args: EndedTool["args"]): CleanText | undefined {
  const named = args.filePath ?? args.path ?? args.command ?? args.url ?? args.pattern
  return named && pieceOf(named, named.slice(0, MAX_KEPT))
}
