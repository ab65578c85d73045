// What a tool call means for the session's memory: the files it touched, the command it ran and how that ended, the packages it installed.
import { posix } from "node:path"
import { commandEvent } from "../commands/command-event.ts"
import { installedPackages, manifestDependencies } from "../commands/dependencies.ts"
import type { ProjectScripts } from "../commands/project-scripts.ts"
import { type ShellPlace, shellFiles } from "../commands/shell-files.ts"
import { pieceOf, piecesOf } from "../redaction/clean-text.ts"
import type { Clean, CleanText } from "../text/known-clean.ts"
import type { CleanEvent } from "./event-kinds.ts"
import { asItems, fromToolResult } from "./extract.ts"
import type { FileTouch } from "./memory-event.ts"

export interface EndedTool {
  readonly tool: string
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

export type CleanFile = Clean<FileTouch>

export interface ToolEventSettings {
  readonly place: ShellPlace
  readonly categories: Readonly<Record<string, string>>
  /** What the project's scripts run, if the command names one. */
  readonly scripts?: ProjectScripts | undefined
  readonly workingMemory: boolean
  readonly activity: boolean
}

export function toolEvents(ended: EndedTool, settings: ToolEventSettings): CleanEvent[] {
  const command = ended.tool === "bash" ? ended.args.command : undefined
  const { workdir } = ended.args
  const cwd = workdir === undefined ? settings.place.cwd : posix.resolve(settings.place.cwd ?? "/", workdir)
  const place = { ...settings.place, cwd }
  const touched = command !== undefined && ended.exit === 0 ? piecesOf(command, shellFiles(command, place)) : []
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
      ? // All of it comes from the command, a script it ran or its output, which are clean.
        [piecesOf(command, commandEvent({ command, exit, output, place, categories, scripts }))]
      : []),
  ]
}

function itemEvents({ tool, ok, exit, files, added }: EndedTool, command: CleanText | undefined): CleanEvent[] {
  if (!ok) return []
  const packages = [
    ...(command !== undefined && exit === 0 ? piecesOf(command, installedPackages(command)) : []),
    ...(added === undefined ? [] : files.flatMap(({ path }) => piecesOf(added, manifestDependencies(path, added)))),
  ]
  const dependencies = [...new Set(packages)].map((text) => ({ slot: "dependency", text, why: `tool:${tool}` }))
  return asItems([...fromToolResult(tool, files), ...dependencies])
}

/** Enough to recognise a secret as a whole; the fold keeps less. */
const MAX_KEPT = 2000

function targetOf(args: EndedTool["args"]): CleanText | undefined {
  const named = args.filePath ?? args.path ?? args.command ?? args.url ?? args.pattern
  return named && pieceOf(named, named.slice(0, MAX_KEPT))
}
