// The commands: every operation on long-term memory that a person may ask for, and the review of what waits for one.
import type { CommandDef } from "citty"
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import { isFor, type Operation } from "../../operations/operation.ts"
import { operations, type ToolName } from "../../operations/registry.ts"
import { argumentsOf, inputOf, parseTyped } from "./arguments.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { REVIEW_ARGUMENTS, runReview } from "./review.ts"
import type { Terminal } from "./terminal.ts"
import { visibleText } from "./visible-text.ts"

export interface Cli {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The memory of the current directory. */
  open(): Promise<App>
}

export interface Command {
  /** For the help text; running it is ours. */
  readonly usage: CommandDef
  /** Throws `CairnError`; `bad_usage` when what was typed is not understood. */
  run(typed: readonly string[], cli: Cli): Promise<void>
}

const PREFIX = "memory_"
/** Part of the review, which shows what is decided about. */
const IN_REVIEW = new Set<string>(["memory_review", "memory_approve", "memory_reject"] satisfies ToolName[])

export function allCommands(): ReadonlyMap<string, Command> {
  const asked = operations.filter(isFor("person")).filter(({ name }) => !IN_REVIEW.has(name))
  return new Map([...asked.map((operation) => [commandName(operation), commandOf(operation)] as const), review])
}

function commandName({ name }: Operation): string {
  return name.slice(PREFIX.length).replaceAll("_", "-")
}

function commandOf(operation: Operation): Command {
  return {
    usage: {
      meta: { name: commandName(operation), description: asCommands(operation.summary) },
      args: argumentsOf(operation.input),
    },
    async run(typed, cli) {
      const input = inputOf(typed, operation.input)
      if (operation.effect === "write") refuseInHostShell(cli.env)
      const app = await cli.open()
      try {
        const answer = operation.toText(await operation.run({ app, by: "person" }, input), "person")
        cli.terminal.print(`${visibleText(isQuoting(operation) ? answer : asCommands(answer))}\n`)
        if (operation.effect === "write") await refreshLists(app)
      } finally {
        await app.close()
      }
    },
  }
}

/** What it prints is somebody's text, to be shown as it is. */
function isQuoting({ effect }: Operation): boolean {
  return effect === "read"
}

const review: readonly [string, Command] = [
  "review",
  {
    usage: {
      meta: { name: "review", description: "Decide about the notes that wait in quarantine, one by one." },
      args: REVIEW_ARGUMENTS,
    },
    run: async (typed, cli) => runReview(cli, parseTyped(typed, REVIEW_ARGUMENTS).list === true),
  },
]

/** The operations' own words name the agent's tools. */
export function asCommands(text: string): string {
  return text.replace(/\bmemory_([a-z_]+)/g, (_, name: string) => `"opencode-cairn ${name.replaceAll("_", "-")}"`)
}
