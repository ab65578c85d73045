// Which of the host's databases has the sessions. A session's id does not say, and one machine can have several databases: of two generations, of a
// release channel, of a second data folder, of a test. A channel's name is in no variable, but its program is a different one. If the host keeps
// sessions in memory, they belong to this process alone.
import { randomUUID } from "node:crypto"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { sha256 } from "../model/sha256.ts"
import { ofProcess } from "../platform/process-wide.ts"

export function hostDatabase(
  generation: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
  program: string = process.execPath,
): string {
  const data = join(env.XDG_DATA_HOME || join(home, ".local", "share"), "opencode")
  const place =
    env.OPENCODE_DB === ":memory:"
      ? ofProcess("host-database", () => randomUUID())
      : resolve(data, env.OPENCODE_DB || "opencode.db")
  return sha256(`${generation}\0${program}\0${place}`).slice(0, 12)
}
