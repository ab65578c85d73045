// What stays on the machine when Cairn is removed from OpenCode's configuration: places, each with what it is and, if one command removes it,
// that command.
import { existsSync } from "node:fs"
import { realpath, stat } from "node:fs/promises"
import { basename, delimiter, dirname, isAbsolute, join } from "node:path"
import { readOutsideFile } from "../../platform/outside-file.ts"
import { walkFiles } from "../../platform/walk-files.ts"
import { isOwnEntry, pluginsIn, projectConfigFolders, readHostConfigs } from "../../setup/host-config.ts"
import { configFile, findRoot, type UserFolders, userFolders } from "../../store/layout.ts"
import { namesBelow } from "../../store/own-folder.ts"
import type { Cli } from "./commands.ts"

export interface LeftPlace {
  readonly path: string
  readonly what: string
  readonly bytes?: number | undefined
  /** The command that removes it; absent if somebody may want to keep it. */
  readonly remove?: string | undefined
}

export async function leftPlaces(cli: Cli): Promise<LeftPlace[]> {
  const { env } = cli
  const folders = userFolders(env)
  const data = join(folders.data, "opencode")
  const places: LeftPlace[] = [
    { path: findRoot(env), what: "your notes, their history and the state of sessions" },
    ...(await asides(findRoot(env))),
    { path: configFile(env), what: "Cairn's settings" },
    ...(await projectEntries(cli)),
    ...(await commands(env)),
    ...(await cachedPackages(folders)),
    ...(await completions(folders)),
  ]
  const there = await Promise.all(
    places.filter(({ path }) => existsSync(path)).map(async (place) => ({ ...place, bytes: await sizeOf(place) })),
  )
  const hosts = { path: data, what: "OpenCode's own data: its sessions contain what models were shown of your memory" }
  return existsSync(data) ? [...there, hosts] : there
}

/** A store with only seed notes that an archive has replaced. */
async function asides(root: string): Promise<LeftPlace[]> {
  const name = `${basename(root)}.before`
  return (await namesBelow(dirname(root)))
    .filter((one) => one.startsWith(name) && /^(?:-\d+)?$/.test(one.slice(name.length)))
    .map((one) => join(dirname(root), one))
    .map((path) => ({ path, what: "the empty memory that an archive replaced", remove: `rm -r ${path}` }))
}

/** Configurations of the known projects and of this folder. They may be shared in a repository, so they are not edited here. */
async function projectEntries(cli: Cli): Promise<LeftPlace[]> {
  const found = new Map<string, LeftPlace>()
  for (const folder of [cli.directory, ...(await knownFolders(cli))])
    for (const config of projectConfigFolders(folder, folder))
      for (const { file, specs } of await ownEntries(folder, config))
        if (dirname(file) !== dirname(configFile(cli.env)))
          found.set(file, {
            path: file,
            what: `a project's configuration loads ${specs.join(", ")}: take it out by hand`,
          })
  return [...found.values()]
}

async function ownEntries(below: string, folder: string): Promise<{ file: string; specs: string[] }[]> {
  // A file that cannot be read loads nothing either.
  const configs = await readHostConfigs(folder, { below }).catch(() => [])
  const entries = configs.map((config) => ({
    file: config.file,
    specs: pluginsIn(config).flatMap((entry) => (isOwnEntry(entry) ? [entry.spec] : [])),
  }))
  return entries.filter(({ specs }) => specs.length > 0)
}

/** Empty if memory cannot be opened; then only this folder is checked. */
async function knownFolders(cli: Cli): Promise<string[]> {
  if (!existsSync(findRoot(cli.env))) return []
  const app = await cli.open(true).catch(() => undefined)
  try {
    return ((await app?.store.projects.list()) ?? []).flatMap(({ paths }) => paths)
  } finally {
    await app?.close()
  }
}

/** What `npm i -g` put on the search path. */
async function commands(env: Cli["env"]): Promise<LeftPlace[]> {
  const found = new Set<string>()
  for (const folder of (env.PATH ?? "").split(delimiter).filter(isAbsolute))
    for (const name of ["cairn", "opencode-cairn"]) {
      const real = await realpath(join(folder, name)).catch(() => "")
      const installed = /^(.*[\\/]node_modules[\\/]opencode-cairn)[\\/]bin[\\/]/.exec(real)?.[1]
      if (installed && !installed.includes("_npx")) found.add(installed)
    }
  const what = "the command cairn, as npm installed it"
  return [...found].map((path) => ({ path, what, remove: "npm rm -g opencode-cairn" }))
}

/** OpenCode 1 keeps packages in the first of these folders, OpenCode 2 in the second, npx in the third. */
async function cachedPackages({ home, cache: caches }: UserFolders): Promise<LeftPlace[]> {
  const cache = join(caches, "opencode")
  const hosts = await Promise.all(
    ["packages", "npm"].map(async (name) =>
      (await namesBelow(join(cache, name)))
        .filter((one) => one.startsWith("opencode-cairn"))
        .map((one) => join(cache, name, one)),
    ),
  )
  const npx = join(home, ".npm", "_npx")
  const hasPackage = (folder: string) => existsSync(join(folder, "node_modules", "opencode-cairn"))
  const runs = (await namesBelow(npx)).map((one) => join(npx, one)).filter(hasPackage)
  return [
    ...hosts.flat().map((path) => ({ path, what: "the package, as OpenCode has installed it" })),
    ...runs.map((path) => ({ path, what: "the package, as npx has fetched it" })),
  ].map((place) => ({ ...place, remove: `rm -r ${place.path}` }))
}

const MAX_BASHRC = 1_000_000

async function completions({ home, config }: UserFolders): Promise<LeftPlace[]> {
  const fish = join(config, "fish", "completions")
  const files = [
    ...["cairn.fish", "opencode-cairn.fish"].map((name) => join(fish, name)),
    join(home, ".zsh", "completions", "_cairn"),
  ]
  const bashrc = join(home, ".bashrc")
  const read = await readOutsideFile(bashrc, { maxBytes: MAX_BASHRC, links: "own" })
  const isInBashrc = "text" in read && read.text.includes("-F _cairn ")
  return [
    ...files.map((path) => ({ path, what: "completion for your shell", remove: `rm ${path}` })),
    ...(isInBashrc ? [{ path: bashrc, what: "completion for bash, from _cairn() to complete … cairn" }] : []),
  ]
}

async function sizeOf({ path }: LeftPlace): Promise<number> {
  const found = await stat(path)
  if (found.isFile()) return found.size
  const sizeIfThere = async (file: string) => (await stat(join(path, file)).catch(() => undefined))?.size ?? 0
  const sizes = await Promise.all((await walkFiles(path)).map(sizeIfThere))
  return sizes.reduce((sum, size) => sum + size, 0)
}
