// The user's file of settings, as an editor has written it some time ago.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { configFile } from "../../src/store/layout.ts"
import { tempDir } from "./sandbox.ts"

/** `env` is where it is looked for, and what else is in the environment. */
export function userFile(others: Record<string, string> = {}) {
  const env = { XDG_CONFIG_HOME: tempDir("config"), ...others }
  const path = configFile(env)
  let age = 3600
  return {
    env,
    path,
    write(text: string) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      const time = Date.now() / 1000 - age--
      utimesSync(path, time, time)
    },
  }
}
