// Where this Cairn is installed, how OpenCode is configured to load it, which OpenCode there is, and whether npm has a newer Cairn.
import { execFile } from "node:child_process"
import { homedir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { isOlderVersion } from "../model/version-order.ts"
import { isExecutable } from "../platform/git.ts"
import type { PluginEntry } from "./host-config.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The folder of the package. */
export function ownFolder(url: string = import.meta.url): string {
  return /^(.*)[\\/](?:dist|src)[\\/]/.exec(fileURLToPath(url))?.[1] ?? ""
}

/** By version if npm installed it, otherwise by its folder. */
export function ownSpec(version: string, folder = ownFolder()): string {
  return /[\\/]node_modules[\\/]opencode-cairn$/.test(folder) ? `opencode-cairn@${version}` : folder
}

export type FoundHost = Awaited<ReturnType<typeof findHosts>>[number]

const VERSION_MS = 15_000
const NPM_MS = 20_000

/** Every OpenCode on the search path, and the one that its installer puts into the home folder. */
export async function findHosts(env: Env, home = homedir()) {
  const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), join(home, ".opencode", "bin")]
  const programs = [
    ...(env.OPENCODE_BIN ? [env.OPENCODE_BIN] : []),
    ...folders.map((folder) => join(folder, "opencode")),
  ]
  const found = [...new Set(programs.map((program) => resolve(program)))].filter(isExecutable)
  return Promise.all(found.map(async (program) => ({ program, version: await versionOf(program, env) })))
}

async function versionOf(program: string, env: Env): Promise<string> {
  const { BUN_BE_BUN, ...plain } = env
  return /\d+\.\d+\.\d+\S*/.exec(await answerOf(program, ["--version"], plain, VERSION_MS))?.[0] ?? "unknown"
}

export type VersionCheck = Awaited<ReturnType<typeof checkVersion>>

/** Compares what npm has, if it answers, with the version that OpenCode is configured to load. */
export async function checkVersion(own: readonly PluginEntry[], version: string, env: Env) {
  const pinned = own.flatMap(({ spec }) => /^opencode-cairn@(\d+\.\d+\.\d+\S*)$/.exec(spec)?.[1] ?? [])
  // If the entry names none, that of the command line.
  const used = pinned.at(-1) ?? version
  const answer = await answerOf("npm", ["view", "opencode-cairn", "version"], env, NPM_MS)
  const newest = /^\d+\.\d+\.\d+\S*/.exec(answer.trim())?.[0]
  return { used, newest, isOld: newest !== undefined && isOlderVersion(used, newest) }
}

/**
 * What a program prints; empty if it fails. It is run in the package's own folder: in the current one, which may be anybody's repository, npm would obey
 * an `.npmrc`, and OpenCode would read a `package.json` of any size.
 */
function answerOf(program: string, args: string[], env: Env, timeout: number): Promise<string> {
  return new Promise((answer) => {
    const options = { cwd: ownFolder(), env: { ...env }, encoding: "utf8", timeout } as const
    const asked = execFile(program, args, options, (_, stdout = "") => answer(stdout))
    asked.stdin?.end()
  })
}
