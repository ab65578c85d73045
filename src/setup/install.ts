// Where this Cairn is installed, how OpenCode is configured to load it, and which OpenCode there is.
import { execFile } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

type Env = Readonly<Record<string, string | undefined>>

/** The folder of the package. */
export function ownFolder(url: string = import.meta.url): string {
  return /^(.*)[\\/](?:dist|src)[\\/]/.exec(fileURLToPath(url))?.[1] ?? ""
}

/** By version if npm installed it, otherwise by its folder. */
export function ownSpec(version: string, folder = ownFolder()): string {
  return /[\\/]node_modules[\\/]opencode-cairn$/.test(folder) ? `opencode-cairn@${version}` : folder
}

export interface FoundHost {
  readonly program: string
  readonly version: string
}

const VERSION_MS = 15_000

/** Every OpenCode on the search path, and the one that its installer puts into the home folder. */
export async function findHosts(env: Env, home = homedir()): Promise<FoundHost[]> {
  const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), join(home, ".opencode", "bin")]
  const programs = [
    ...(env.OPENCODE_BIN ? [env.OPENCODE_BIN] : []),
    ...folders.map((folder) => join(folder, "opencode")),
  ]
  const found = [...new Set(programs)].filter(isProgram)
  return Promise.all(found.map(async (program) => ({ program, version: await versionOf(program, env) })))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionOf(program: string, env: Env): Promise<string> {
  const { BUN_BE_BUN, ...plain } = env
  return new Promise((resolve) => {
    const options = { env: plain, encoding: "utf8", timeout: VERSION_MS } as const
    const asked = execFile(program, ["--version"], options, (_, stdout = "") =>
      resolve(/\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? "unknown"),
    )
    asked.stdin?.end()
  })
}
