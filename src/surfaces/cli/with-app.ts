// An operation as a command: the memory of the current directory, or of another project, is open for its duration, and its answer is printed.
import type { App } from "../../app.ts"
import { ownCommand } from "../../model/own-command.ts"
import { paintless } from "../../model/paint.ts"
import { commandName } from "../../operations/audience.ts"
import type { Operation, Screen } from "../../operations/operation.ts"
import type { ToolName } from "../../operations/registry.ts"
import type { Cli } from "./commands.ts"
import type { Terminal } from "./terminal.ts"
import { inColumns, visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"

const NO_MEMORY = "This folder has no memory yet; there are only the notes of the global scope.\n"

/** A command that only reads does not create a memory. */
export async function withApp<T>(
  cli: Cli,
  { effect, needsNoMemory }: Pick<Operation, "effect" | "needsNoMemory">,
  project: string | undefined,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const onlyReads = effect === "read"
  const app = await whileWaiting(cli.terminal, "opening memory", () => cli.open(onlyReads, project))
  try {
    if (onlyReads && !needsNoMemory && !app.project.isMade)
      cli.terminal.complain(
        app.isBegun ? NO_MEMORY : `Nothing is kept yet; "${ownCommand("status")}" says how to begin.\n`,
      )
    return await work(app)
  } finally {
    await app.close()
  }
}

/**
 * Their output is somebody's text or code, which may be copied from the screen: it is not wrapped, because a terminal breaks lines without
 * changing them.
 */
const AS_IT_IS: readonly ToolName[] = [
  "memory_read",
  "memory_diff",
  "memory_messages",
  "memory_export",
  "memory_session_export",
]

/** An export to a file, or one that only lists what could be exported, answers in our own words. */
function isSomebodysText({ name }: Operation, result: unknown): boolean {
  const isOurs =
    typeof result === "object" &&
    result !== null &&
    (("to" in result && typeof result.to === "string") || "choices" in result)
  return AS_IT_IS.includes(name) && !isOurs
}

/** A file or a pipe has room for everything. */
function screenOf({ isInteractive, columns, hasColour }: Terminal): Screen {
  return { columns: isInteractive ? columns : Number.POSITIVE_INFINITY, hasColour }
}

export async function printAnswer(
  operation: Operation,
  app: App,
  input: Readonly<Record<string, unknown>>,
  terminal: Terminal,
  asJson: boolean,
): Promise<unknown> {
  const isUnattended = !terminal.isInteractive
  const result = await whileWaiting(terminal, commandName(operation.name), ({ progress }) =>
    operation.run({ app, by: "person", isUnattended, progress }, input),
  )
  const text = visibleText(operation.toText(paintless(result), "person", screenOf(terminal)), terminal.hasColour)
  const shown = isSomebodysText(operation, result) ? text : inColumns(text, terminal)
  terminal.print(`${asJson ? visibleJson(result, operation.internal) : shown}\n`)
  return result
}
