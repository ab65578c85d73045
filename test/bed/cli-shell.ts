// The command line without a process: its words in, what it prints and its exit code out, on a store of its own.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { openApp } from "../../src/app.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { readSettings } from "../../src/store/settings-file.ts"
import { runCli } from "../../src/surfaces/cli/run-cli.ts"
import type { Terminal } from "../../src/surfaces/cli/terminal.ts"
import { tempDir } from "./sandbox.ts"

export interface Shell {
  run(...words: string[]): Promise<{ code: number; out: string; err: string }>
  /** The same at a terminal where these keys are pressed, each when one is waited for. */
  press(
    keys: string | (() => Iterable<string>),
    ...words: string[]
  ): Promise<{ code: number; out: string; err: string }>
  file(path: string): string
  put(path: string, text: string): void
  readonly env: Record<string, string | undefined>
  readonly directory: string
  /** The same store, seen from another folder. */
  at(directory: string): Shell
}

export function shell(options: Partial<Terminal> = {}, given?: Pick<Shell, "env" | "directory">): Shell {
  const env: Record<string, string | undefined> = given?.env ?? {
    CAIRN_HOME: join(tempDir("root"), "cairn"),
    XDG_CONFIG_HOME: tempDir("config"),
    PATH: process.env.PATH,
    HOME: process.env.HOME,
  }
  const directory = given?.directory ?? tempDir("project")
  async function run(words: string[], over: Partial<Terminal>) {
    let [out, err] = ["", ""]
    const terminal: Terminal = {
      print(text) {
        out += text
      },
      complain(text) {
        err += text
      },
      isInteractive: false,
      hasColour: false,
      showsProgress: false,
      columns: 80,
      rows: 40,
      listen: () => {
        throw new Error("no keys here")
      },
      input: async () => "from the standard input",
      ...options,
      ...over,
    }
    const open = async (onlyReads: boolean, project?: string) =>
      openApp({
        onlyReads,
        project,
        directory,
        env,
        clock: systemClock,
        settings: await readSettings({ env }),
        host: { name: "cli", database: "" },
      })
    const code = await runCli(words, { terminal, env, version: "1.2.3", directory, open })
    return { code, out, err }
  }
  const file = (path: string) => join(env.CAIRN_HOME as string, "memory/global", path)
  return {
    env,
    directory,
    at: (other) => shell(options, { env, directory: other }),
    file,
    run: (...words) => run(words, {}),
    press(keys, ...words) {
      const left = (typeof keys === "string" ? keys : keys())[Symbol.iterator]()
      const listen = () => ({ next: async () => left.next().value as string | undefined, close: () => undefined })
      return run(words, { isInteractive: true, listen })
    },
    put(path, text) {
      mkdirSync(dirname(file(path)), { recursive: true })
      writeFileSync(file(path), text)
    },
  }
}

/** Where there is a memory already. */
export async function begunShell(): Promise<Shell> {
  const begun = shell()
  await begun.run("write", "begun", "--content", "x")
  return begun
}
