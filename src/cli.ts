// The entry of the command line; the launcher in bin/ calls it once it knows that the runtime is new enough.

import { resolve } from "node:path"
import { openApp } from "./app.ts"
import { errnoOf } from "./model/errors.ts"
import { noticeText } from "./model/notice.ts"
import { systemClock } from "./platform/clock.ts"
import { readSettings } from "./store/settings-file.ts"
import { runCli } from "./surfaces/cli/run-cli.ts"
import { openTerminal } from "./surfaces/cli/terminal.ts"

export async function main(): Promise<void> {
  const { env, stdin, stdout, stderr } = process
  // Whatever is started from here (an editor, git) is itself and not a runtime.
  delete env.BUN_BE_BUN
  // Whoever reads our output may stop reading, which is not an error; the command goes on to its end either way.
  // What was printed last may fail after the command has ended.
  const failed = (error: Error) => {
    if (errnoOf(error) !== "EPIPE") process.exitCode ||= 1
  }
  for (const stream of [stdout, stderr]) stream.on("error", failed)
  const code = await runCli(process.argv.slice(2), {
    terminal: openTerminal({ stdin, stdout, stderr }, env),
    env,
    version: process.env.CAIRN_VERSION ?? "source",
    directory: process.cwd(),
    async open(onlyReads, project) {
      const settings = await readSettings({ env })
      for (const problem of settings.problems) stderr.write(`settings: ${noticeText(problem)}\n`)
      const host = { name: "cli", database: "" }
      // A name is a project's, anything with a slash or a dot at its front a folder.
      const isFolder = project !== undefined && /^\.|[\\/]/.test(project)
      const directory = isFolder ? resolve(project) : process.cwd()
      const named = isFolder ? undefined : project
      return openApp({ directory, env, clock: systemClock, settings, host, onlyReads, project: named })
    },
  })
  process.exitCode = code || process.exitCode
}
