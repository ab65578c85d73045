// Where OpenCode keeps its sessions. `OPENCODE_DB` names the file, absolute or relative to the data folder. Release channels have their own files
// there, whose names no variable tells, so every `opencode*.db` counts.
import { readdir } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, isAbsolute, join, resolve } from "node:path"

type Env = Readonly<Record<string, string | undefined>>

/** Found the way OpenCode does: XDG on every system. */
export function hostDataFolder(env: Env, home: string = homedir()): string {
  const data = env.XDG_DATA_HOME
  return join(data && isAbsolute(data) ? data : join(home, ".local", "share"), "opencode")
}

/** Sessions that a host keeps in memory cannot be read from outside. */
export async function databaseFiles(env: Env, home: string = homedir()): Promise<string[]> {
  const folder = hostDataFolder(env, home)
  if (env.OPENCODE_DB === ":memory:") return []
  if (env.OPENCODE_DB) return [resolve(folder, env.OPENCODE_DB)]
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^opencode.*\.db$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Named otherwise than OpenCode itself names its files, `opencode.db` and `opencode-<channel>.db`: it counts if it has OpenCode's tables. */
export function isGuess(file: string, env: Env): boolean {
  return !env.OPENCODE_DB && !/^opencode(?:-[\w.-]+)?\.db$/.test(basename(file))
}
