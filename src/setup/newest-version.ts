// Compares what npm has with the version that OpenCode is configured to load, which may differ from that of the command line.
import { execFile } from "node:child_process"
import { isOlderVersion } from "../model/version-order.ts"
import type { PluginEntry } from "./host-config.ts"

export interface VersionCheck {
  /** The version that OpenCode loads; if the entry names none, that of the command line. */
  readonly used: string
  /** Undefined if npm did not answer. */
  readonly newest?: string | undefined
  readonly isOld: boolean
}

const NPM_MS = 20_000

export async function checkVersion(
  own: readonly PluginEntry[],
  version: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<VersionCheck> {
  const pinned = own.flatMap(({ spec }) => /^opencode-cairn@(\d+\.\d+\.\d+\S*)$/.exec(spec)?.[1] ?? [])
  const used = pinned.at(-1) ?? version
  const newest = await newestOnNpm(env)
  return { used, newest, isOld: newest !== undefined && isOlderVersion(used, newest) }
}

function newestOnNpm(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: { ...env }, encoding: "utf8", timeout: NPM_MS } as const
    const asked = execFile("npm", ["view", "opencode-cairn", "version"], options, (_, stdout) =>
      resolve(/^\d+\.\d+\.\d+\S*/.exec(stdout.trim())?.[0]),
    )
    asked.stdin?.end()
  })
}
