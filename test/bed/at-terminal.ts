// The built command line at a pseudo terminal, as a person sits before it: only there does it let anybody decide.
import { spawn, spawnSync } from "node:child_process"
import { join } from "node:path"

export const LAUNCHER = join(process.cwd(), "bin/cairn.mjs")

export const hasTerminal = spawnSync("script", ["--version"]).status === 0
if (!hasTerminal) process.stderr.write("no `script` (util-linux) here: the review at a real terminal is not tested\n")

export interface Place {
  readonly cwd: string
  readonly env: Record<string, string | undefined>
}

/** Presses a key at each prompt; answers what was on the screen, and the exit code. */
export async function reviewAtTerminal({ cwd, env }: Place, runtime: string, keys: string): Promise<string> {
  const command = [runtime, LAUNCHER, "review"].map((word) => `'${word}'`).join(" ")
  const child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env: { ...env, TERM: "xterm" } })
  const left = [...keys]
  let output = ""
  let answered = 0
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
    const prompts = output.split(/(?:\[q\]uit|key ends) > /).length - 1
    if (prompts <= answered) return
    answered = prompts
    child.stdin.write(left.shift() ?? "q")
  })
  const [code] = await new Promise<[number | null]>((resolve) => child.on("close", (status) => resolve([status])))
  return `${output}exit ${code}`
}

/** What is inherited from whoever runs the tests must not decide what the program does. */
export function cleanTerminalEnv(): Record<string, string | undefined> {
  const own = /^(OPENCODE|CAIRN|NO_COLOR|FORCE_COLOR|CI$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}
