// The commands: every operation that a person may ask for. The review is more than its operation: one key a note.
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import { asCommands, commandName } from "../../operations/audience.ts"
import { isFor, type Operation } from "../../operations/operation.ts"
import { operations as registered, type ToolName } from "../../operations/registry.ts"
import { type Argument, argumentsOf, inputOf } from "./arguments.ts"
import type { CommandHelp } from "./help.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { runReview } from "./review.ts"
import type { Terminal } from "./terminal.ts"
import { visibleJson, visibleText } from "./visible-text.ts"
import { withApp } from "./with-app.ts"

export interface Cli {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The memory of the current directory; a command that only reads makes none. */
  open(onlyReads: boolean): Promise<App>
}

export interface Command extends CommandHelp {
  /** Whether it only shows something: those work in OpenCode's shell too. */
  readonly isReading: boolean
  /** False: understood, and refused. Throws `CairnError`; `bad_usage` when what was typed is not understood. */
  run(typed: readonly string[], cli: Cli): Promise<boolean>
}

/** Decided in the review, where the words they are about are on the screen. */
const IN_REVIEW: readonly string[] = ["memory_approve", "memory_reject"] satisfies ToolName[]
const REVIEW = "memory_review" satisfies ToolName

const JSON_OPTION: Argument = flag("json", "print the result as JSON")
const LIST_OPTION: Argument = flag("list", "only show what waits; works without a terminal")

export function allCommands(operations: readonly Operation[] = registered): ReadonlyMap<string, Command> {
  const asked = operations.filter(isFor("person")).filter(({ name }) => !IN_REVIEW.includes(name))
  return new Map(
    asked.map((operation) => {
      const command = operation.name === REVIEW ? reviewCommand(operation) : commandOf(operation)
      return [command.name, command]
    }),
  )
}

function commandOf(operation: Operation): Command {
  const known = [...argumentsOf(operation.input), JSON_OPTION]
  return {
    name: commandName(operation.name),
    summary: asCommands(operation.summary),
    arguments: known,
    isReading: operation.effect === "read",
    async run(typed, cli) {
      const { json, ...input } = inputOf(typed, known)
      if (operation.effect !== "read") refuseInHostShell(cli.env)
      return withApp(cli, operation.effect === "read", async (app) => {
        const isUnattended = !cli.terminal.isInteractive
        const result = await operation.run({ app, by: "person", isUnattended }, input)
        cli.terminal.print(`${json ? visibleJson(result) : visibleText(operation.toText(result, "person"))}\n`)
        if (operation.effect !== "read") await refreshLists(app)
        return !operation.isRefusal(result)
      })
    },
  }
}

function reviewCommand(operation: Operation): Command {
  const known = [LIST_OPTION, JSON_OPTION]
  const listing = commandOf(operation)
  return {
    ...listing,
    summary: "Decide about the notes that wait in quarantine, one by one.",
    arguments: known,
    async run(typed, cli) {
      const { json, list } = inputOf(typed, known)
      if (json) return listing.run(["--json"], cli)
      await runReview(cli, list === true)
      return true
    },
  }
}

function flag(name: string, description: string): Argument {
  return { property: name, name, kind: "flag", description, isNeeded: false }
}
