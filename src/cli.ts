// The entry of the command line; the launcher in bin/ calls it once it knows that the runtime is new enough.

import { resolve } from "node:path"
import { openApp } from "./app.ts"
import { errnoOf } from "./model/errors.ts"
import { noticeText } from "./model/notice.ts"
import { systemClock } from "./platform/clock.ts"
import { readSettings } from "./store/settings-file.ts"
import { complain, runCli } from "./surfaces/cli/run-cli.ts"
import { openTerminal } from "./surfaces/cli/terminal.ts"

export async function main(): Promise<void> {
  const { env, stdin, stdout, stderr } = process
  // Anything started from here (an editor, git) must run as itself, not as a runtime.
  delete env.BUN_BE_BUN
  // The reader of our output may stop reading, which is not an error; the command runs to its end either way.
  // What was printed last may fail after the command has ended.
  const failed = (error: Error) => {
    if (errnoOf(error) !== "EPIPE") process.exitCode ||= 1
  }
  for (const stream of [stdout, stderr]) stream.on("error", failed)
  const terminal = openTerminal({ stdin, stdout, stderr }, env)
  const code = await runCli(process.argv.slice(2), {
    terminal,
    env,
    version: process.env.CAIRN_VERSION ?? "source",
    directory: process.cwd(),
    async open(onlyReads, project) {
      const settings = await readSettings({ env })
      for (const problem of settings.problems) complain(terminal, `settings: ${noticeText(problem)}`)
      const host = { name: "cli", database: "" }
      // A name means a project, anything with a slash or a leading dot a folder.
      const isFolder = project !== undefined && /^\.|[\\/]/.test(project)
      const directory = isFolder ? resolve(project) : process.cwd()
      const named = isFolder ? undefined : project
      return openApp({ directory, env, clock: systemClock, settings, host, onlyReads, project: named })
    },
  })
  process.exitCode = code || process.exitCode
}
