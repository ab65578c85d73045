// Where OpenCode keeps its sessions. `OPENCODE_DB` names the file, absolute or in the data folder; a release channel other than the usual ones
// has a file of its own there, whose name is in no variable, so every one that is there counts.
import { readdir } from "node:fs/promises"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"

type Env = Readonly<Record<string, string | undefined>>

/** As OpenCode finds it: XDG on every system. */
export function hostDataFolder(env: Env, home: string = homedir()): string {
  const data = env.XDG_DATA_HOME
  return join(data && isAbsolute(data) ? data : join(home, ".local", "share"), "opencode")
}

/** Sessions that a host keeps in memory cannot be read by anybody else. */
export async function databaseFiles(env: Env, home: string = homedir()): Promise<string[]> {
  const folder = hostDataFolder(env, home)
  if (env.OPENCODE_DB === ":memory:") return []
  if (env.OPENCODE_DB) return [resolve(folder, env.OPENCODE_DB)]
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}
