// Opens the memory of the current directory, or of another project, for the duration of one command.
import type { App } from "../../app.ts"
import { ownCommand } from "../../model/own-command.ts"
import type { Operation } from "../../operations/operation.ts"
import type { Cli } from "./commands.ts"
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
