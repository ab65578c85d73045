// What a tool call means for the session's memory: the files it touched, the command it ran and how that ended, what it installed.
import { posix } from "node:path"
import { commandEvent } from "../commands/command-errors.ts"
import { installedPackages, manifestDependencies } from "../commands/dependencies.ts"
import { type ShellPlace, shellFiles } from "../commands/shell-files.ts"
import { fromToolResult } from "./extract.ts"
import type { FileTouch, MemoryEvent } from "./memory-event.ts"

export interface EndedTool {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly ok: boolean
  readonly output: string
  readonly exit?: number | null | undefined
  readonly files: readonly FileTouch[]
  readonly added?: string | undefined
}

export interface ToolEventSettings {
  readonly place: ShellPlace
  /** The user's own categories of commands. */
  readonly categories: Readonly<Record<string, string>>
  readonly workingMemory: boolean
  readonly activity: boolean
}

export function toolEvents(ended: EndedTool, settings: ToolEventSettings): MemoryEvent[] {
  const command = ended.tool === "bash" ? textOf(ended.args.command) : undefined
  const place = placeOf(ended, settings)
  const files = [...ended.files, ...(command !== undefined && ended.exit === 0 ? shellFiles(command, place) : [])]
  return [
    ...(settings.activity ? activityEvents(ended, command, files, { ...settings, place }) : []),
    ...(settings.workingMemory ? itemEvents(ended, command) : []),
  ]
}

function activityEvents(
  { tool, args, ok, output, exit }: EndedTool,
  command: string | undefined,
  files: readonly FileTouch[],
  { place, categories }: ToolEventSettings,
): MemoryEvent[] {
  if (!ok) return [{ kind: "failure", tool, target: targetOf(args), message: output.slice(0, MAX_KEPT) }]
  return [
    ...(files.length > 0 ? [{ kind: "files", files } as const] : []),
    ...(command !== undefined && exit !== undefined
      ? [commandEvent({ command, exit, output, place, categories })]
      : []),
  ]
}

function itemEvents({ tool, ok, exit, files, added }: EndedTool, command: string | undefined): MemoryEvent[] {
  if (!ok) return []
  const packages = [
    ...(command !== undefined && exit === 0 ? installedPackages(command) : []),
    ...(added === undefined ? [] : files.flatMap(({ path }) => manifestDependencies(path, added))),
  ]
  const dependencies = [...new Set(packages)].map((text) => ({ slot: "dependency", text, why: `tool:${tool}` }))
  return [...fromToolResult(tool, files), ...dependencies].map((finding) => ({ kind: "item", ...finding }) as const)
}

function placeOf({ args }: EndedTool, { place }: ToolEventSettings): ShellPlace {
  const folder = textOf(args.workdir)
  return folder === undefined ? place : { ...place, cwd: posix.resolve(place.cwd ?? "/", folder) }
}

/** Enough for a secret to be seen whole; the fold keeps less. */
const MAX_KEPT = 2000

/** What a call was about, for the account of failures. */
function targetOf(args: Readonly<Record<string, unknown>>): string | undefined {
  const named = [args.filePath, args.path, args.command, args.url, args.pattern].map(textOf)
  return named.find((text) => text !== undefined)?.slice(0, MAX_KEPT)
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
