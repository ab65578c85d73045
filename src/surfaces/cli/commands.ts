// The commands: every operation in the registry that a person may use, and those that need a terminal, an editor or OpenCode's own files. Aliases
// are other names for a command.
import { resolve } from "node:path"
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated-lists.ts"
import { CairnError } from "../../model/errors.ts"
import { asCommands, commandName } from "../../operations/audience.ts"
import { isFor, type Operation } from "../../operations/operation.ts"
import { operations as registered, type ToolName } from "../../operations/registry.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import { type Argument, argumentsOf, badUsage, flag, inputOf, PROJECT_OPTION, textOption } from "./arguments.ts"
import { completionCommand } from "./completion.ts"
import { doctorCommand } from "./doctor-command.ts"
import { editCommand } from "./edit-note.ts"
import type { CommandHelp } from "./help.ts"
import { argumentWords, examplesOf } from "./help-words.ts"
import { importCommand } from "./import-command.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { runReview } from "./review.ts"
import { setupCommand } from "./setup-command.ts"
import type { Terminal } from "./terminal.ts"
import { uninstallCommand } from "./uninstall-command.ts"
import { printAnswer, withApp } from "./with-app.ts"

export interface Cli {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly directory: string
  /** The memory of the current directory, or of the project with this name or folder; opening it only to read creates none. */
  open(onlyReads: boolean, project?: string): Promise<App>
}

export interface Command extends CommandHelp {
  /** Whether it only shows something; such commands also work in OpenCode's shell. */
  readonly isReading: boolean
  /** False if it was understood but refused. Throws `CairnError`; `bad_usage` if what was typed is not understood. */
  run(typed: readonly string[], cli: Cli): Promise<boolean>
}

/** Available only in the review, where the words in question are on the screen. */
const IN_REVIEW: readonly ToolName[] = ["memory_approve", "memory_reject"]

const JSON_OPTION = flag("json", "print the result as JSON")
const LIST_OPTION = flag("list", "only show what waits; works without a terminal")
const FILE_OPTION = textOption("file", "read the content from this file; - means standard input")

/** Other names, and verbs after a noun ("projects rename"). */
const ALIASES: Readonly<Record<string, string>> = {
  show: "read",
  ls: "tree",
  "sessions list": "sessions",
  "sessions read": "messages",
  "sessions compare": "compare",
  "sessions export": "session-export",
  "projects list": "projects",
  "projects rename": "project rename",
  "projects join": "project join",
  "projects split": "project split",
  "projects forget": "project forget",
}

export type Commands = ReadonlyMap<string, Command>

export function allCommands(operations: readonly Operation[] = registered, program?: string): Commands {
  const asked = operations.filter(isFor("person")).filter(({ name }) => !IN_REVIEW.includes(name))
  const derived = asked.map((operation) => {
    const plain = commandOf(operation, program)
    return SPECIAL[operation.name]?.(plain, operation) ?? plain
  })
  const commands: Command[] = [
    ...derived,
    setupCommand,
    doctorCommand,
    uninstallCommand,
    completionCommand(() => [...commands, ...byOtherNames(commands)]),
  ]
  return new Map(commands.map((command) => [command.name, command]))
}

function byOtherNames(commands: readonly Command[]): Command[] {
  return Object.keys(ALIASES).flatMap((name) =>
    commands.filter((command) => aliasesOf(command.name).includes(name)).map((command) => ({ ...command, name })),
  )
}

export function aliasesOf(name: string): string[] {
  return Object.keys(ALIASES).filter((alias) => ALIASES[alias]?.split(" ")[0] === name)
}

/** The command that the words begin with, and the remaining words. */
export function findCommand(
  commands: Commands,
  words: readonly string[],
): { command?: Command; typed: readonly string[] } {
  const [first = "", second = ""] = words
  const [pair = "", ...more] = (ALIASES[`${first} ${second}`] ?? "").split(" ")
  const pairOf = commands.get(pair)
  if (pairOf) return { command: pairOf, typed: [...more, ...words.slice(2)] }
  const command = commands.get(first) ?? commands.get(ALIASES[first] ?? "")
  return { ...(command && { command }), typed: words.slice(1) }
}

const SPECIAL: Partial<Record<ToolName, (plain: Command, operation: Operation) => Command>> = {
  memory_review: reviewCommand,
  memory_edit: editCommand,
  memory_import: importCommand,
}

function commandOf(operation: Operation, program: string | undefined): Command {
  const name = commandName(operation.name)
  const own = argumentsOf(operation).map((one) => ({
    ...one,
    description: argumentWords(name, one.property, one.description),
    isNeeded: one.isNeeded && one.property !== "content",
  }))
  const hasContent = own.some(({ property }) => property === "content")
  const hasProject = own.some(({ property }) => property === "project")
  const known = [...own, ...(hasContent ? [FILE_OPTION] : []), ...(hasProject ? [] : [PROJECT_OPTION]), JSON_OPTION]
  return {
    name,
    summary: asCommands(operation.summary, program),
    arguments: known,
    examples: examplesOf(name, known),
    isReading: operation.effect === "read",
    async run(typed, cli) {
      const { json, file, ...given } = inputOf(typed, known)
      const effect = operation.effectOf(given)
      if (effect !== "read") refuseInHostShell(cli.env)
      const { project, ...rest } = given
      const input = hasProject ? given : rest
      if (hasContent) input.content = await textFrom(input.content, file, cli)
      const elsewhere = hasProject ? undefined : (project as string | undefined)
      return withApp(cli, { ...operation, effect }, elsewhere, async (app) => {
        const result = await printAnswer(operation, app, input, cli.terminal, json === true)
        if (effect !== "read") await refreshLists(app)
        return !operation.isRefusal(result)
      })
    },
  }
}

const MAX_BYTES = 1024 * 1024

/** A text that is too long for a command line comes from a file or standard input. */
async function textFrom(content: unknown, file: unknown, { terminal, directory }: Cli): Promise<string> {
  if (typeof content === "string" && file === undefined) return content
  if (content !== undefined) throw badUsage("give either --content or --file, not both")
  if (typeof file !== "string")
    throw badUsage("--content is missing", "give the text itself, or --file <path>; - means standard input")
  if (file === "-") return terminal.input(MAX_BYTES)
  const found = await readOutsideFile(resolve(directory, file), { maxBytes: MAX_BYTES, links: "own" })
  if ("fault" in found) throw new CairnError("file_unreadable", `${file} cannot be read: ${found.why}`)
  if (found.truncated) throw new CairnError("file_too_large", `${file} is larger than a note may be (1 MB)`)
  return found.text
}

function reviewCommand(listing: Command): Command {
  const known: Argument[] = [LIST_OPTION, PROJECT_OPTION, JSON_OPTION]
  return {
    ...listing,
    summary: "Decide about the notes waiting in quarantine, one by one, in all projects.",
    arguments: known,
    async run(typed, cli) {
      const { json, list, project } = inputOf(typed, known)
      await runReview(cli, { listOnly: list === true, asJson: json === true, project: project as string | undefined })
      return true
    },
  }
}
