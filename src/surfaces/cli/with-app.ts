// The memory of the current directory, or of another project, open for as long as one command takes.
import type { App } from "../../app.ts"
import type { Cli } from "./commands.ts"

const NO_MEMORY = "This folder has no memory yet; there are only the notes of the global scope.\n"

/** `onlyReads`: where there is no memory, none is made. */
export async function withApp<T>(
  cli: Cli,
  onlyReads: boolean,
  project: string | undefined,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const app = await cli.open(onlyReads, project)
  try {
    if (onlyReads && !app.project.isMade) cli.terminal.complain(NO_MEMORY)
    return await work(app)
  } finally {
    await app.close()
  }
}
