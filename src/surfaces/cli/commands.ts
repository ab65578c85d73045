// The commands: every operation in the registry that a person may use, and those that need a terminal, an editor or OpenCode's own files. Aliases
// are other names for a command.
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import { paintless } from "../../model/paint.ts"
import { asCommands, commandName } from "../../operations/audience.ts"
import { isFor, type Operation } from "../../operations/operation.ts"
import { operations as registered, type ToolName } from "../../operations/registry.ts"
import { argumentWords } from "./argument-words.ts"
import { type Argument, argumentsOf, flag, inputOf, PROJECT_OPTION, textOption } from "./arguments.ts"
import { completionCommand } from "./completion.ts"
import { doctorCommand } from "./doctor-command.ts"
import { editCommand } from "./edit-note.ts"
import { examplesOf } from "./examples.ts"
import type { CommandHelp } from "./help.ts"
import { importCommand } from "./import-command.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { runReview } from "./review.ts"
import { setupCommand } from "./setup-command.ts"
import type { Terminal } from "./terminal.ts"
import { textFrom } from "./text-from.ts"
import { uninstallCommand } from "./uninstall-command.ts"
import { inColumns, visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"
import { withApp } from "./with-app.ts"

export interface Cli {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The person's current directory. */
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
const IN_REVIEW: readonly string[] = ["memory_approve", "memory_reject"] satisfies ToolName[]

/**
 * Their output is somebody's text or code, which may be copied from the screen: it is not wrapped, because a terminal breaks lines without
 * changing them.
 */
const AS_IT_IS: readonly string[] = [
  "memory_read",
  "memory_diff",
  "memory_messages",
  "memory_export",
  "memory_session_export",
] satisfies ToolName[]

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
  const derived = asked.map((operation) => specialCommand(operation, program) ?? commandOf(operation, program))
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

function specialCommand(operation: Operation, program: string | undefined): Command | undefined {
  const plain = () => commandOf(operation, program)
  if (operation.name === ("memory_review" satisfies ToolName)) return reviewCommand(plain())
  if (operation.name === ("memory_edit" satisfies ToolName)) return editCommand(plain())
  if (operation.name === ("memory_import" satisfies ToolName)) return importCommand(plain(), operation)
  return undefined
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
      if (operation.effect !== "read") refuseInHostShell(cli.env)
      const { project, ...rest } = given
      const input = hasProject ? given : rest
      if (hasContent) input.content = await textFrom(input.content, file, cli)
      const elsewhere = hasProject ? undefined : (project as string | undefined)
      return withApp(cli, operation, elsewhere, (app) => answerWith(operation, app, input, cli, json === true))
    },
  }
}

/** An export to a file, or one that only lists what could be exported, answers in our own words. */
function isSomebodysText({ name }: Operation, result: unknown): boolean {
  const isOurs = typeof result === "object" && result !== null && ("to" in result || "choices" in result)
  return AS_IT_IS.includes(name) && !isOurs
}

async function answerWith(
  operation: Operation,
  app: App,
  input: Record<string, unknown>,
  { terminal }: Cli,
  asJson: boolean,
): Promise<boolean> {
  const isUnattended = !terminal.isInteractive
  const result = await whileWaiting(terminal, commandName(operation.name), ({ progress }) =>
    operation.run({ app, by: "person", isUnattended, progress }, input),
  )
  const { columns, hasColour } = terminal
  const text = visibleText(operation.toText(paintless(result), "person", { columns, hasColour }), hasColour)
  const shown = isSomebodysText(operation, result) ? text : inColumns(text, terminal)
  terminal.print(`${asJson ? visibleJson(result) : shown}\n`)
  if (operation.effect !== "read") await refreshLists(app)
  return !operation.isRefusal(result)
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
