// What the scripts that a command names are: from package.json and the Makefile, where the command ran and in the worktree.
import { posix } from "node:path"
import type { App } from "../app.ts"
import { commandsIn } from "../commands/command.ts"
import { type ProjectScripts, projectScripts, runsScript } from "../commands/project-scripts.ts"
import { lastFolder } from "../commands/shell-files.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { readScriptsIn } from "../store/instruction-files.ts"
import type { ToolEnded } from "./contract.ts"

export function namesScript(app: App, { tool, args }: ToolEnded): boolean {
  return app.config.activity && tool === "bash" && typeof args.command === "string" && runsScript(args.command)
}

export async function namedScripts(app: App, { args }: ToolEnded): Promise<ProjectScripts> {
  const { worktree, directory } = app.project.checkout
  const cwd = typeof args.workdir === "string" ? posix.resolve(directory, args.workdir) : directory
  const folder = posix.normalize(lastFolder(commandsIn(String(args.command)), { root: worktree, cwd }) ?? directory)
  const inside = folder.startsWith(`${worktree}/`) ? [folder] : []
  const files = await readScriptsIn([...new Set([...inside, directory, worktree])])
  const { npm, make } = projectScripts(files)
  return { npm: cleaned(npm), make: cleaned(make) }
}

/** Parts of them are kept with the session. */
function cleaned(scripts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...scripts].map(([name, line]) => [name, cleanOutput(line).text]))
}
