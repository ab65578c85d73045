// The commands: every operation on long-term memory that a person may ask for, and the review of what waits for one.
import type { CommandDef } from "citty"
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import type { Operation } from "../../operations/operation.ts"
import { operations } from "../../operations/registry.ts"
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
/** What it renders anew belongs to a session. */
const OF_A_SESSION = new Set(["memory_flush"])
/** The others change something. */
const READING = new Set(["memory_read", "memory_tree", "memory_history", "memory_why"])

export function allCommands(): ReadonlyMap<string, Command> {
  const asked = operations.filter(
    ({ name, askedBy }) => askedBy.includes("person") && name.startsWith(PREFIX) && !OF_A_SESSION.has(name),
  )
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
      if (!READING.has(operation.name)) refuseInHostShell(cli.env)
      const app = await cli.open()
      try {
        const answer = await operation.answer({ app, by: "person" }, input)
        cli.terminal.print(`${visibleText(isQuoting(operation) ? answer : asCommands(answer))}\n`)
        if (!READING.has(operation.name)) await refreshLists(app)
      } finally {
        await app.close()
      }
    },
  }
}

/** What it prints is somebody's text, to be shown as it is. */
function isQuoting({ name }: Operation): boolean {
  return READING.has(name)
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
