// `uninstall`: takes Cairn out of OpenCode's configuration and says what is left where. Notes are a person's: nothing here deletes them.
import { existsSync } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { ownCommand } from "../../model/own-command.ts"
import { configFile, findRoot } from "../../store/layout.ts"
import { flag, inputOf } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { setupCommand } from "./setup-command.ts"
import { visibleJson } from "./visible-text.ts"

const KNOWN = [
  flag("yes", "take Cairn out of OpenCode's configuration now"),
  flag("json", "print what is left as JSON"),
]

interface Left {
  readonly path: string
  readonly what: string
  readonly bytes?: number | undefined
  /** Whether it is safe to delete without a thought. */
  readonly isOwn: boolean
}

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "Take Cairn out of OpenCode's configuration, and say what is left where.",
  arguments: KNOWN,
  examples: ["uninstall", "uninstall --yes"],
  isReading: false,
  async run(typed, cli) {
    const { yes, json } = inputOf(typed, KNOWN)
    refuseInHostShell(cli.env)
    const left = await leftOf(cli.env)
    const terminal = json ? { ...cli.terminal, print: () => undefined } : cli.terminal
    await setupCommand.run(yes ? ["--undo"] : ["--undo", "--dry-run"], { ...cli, terminal })
    if (json) {
      cli.terminal.print(`${visibleJson({ left, isDone: yes === true })}\n`)
      return true
    }
    cli.terminal.print(`\n${leftText(left, yes === true)}\n`)
    return true
  },
}

async function leftOf(env: Cli["env"]): Promise<Left[]> {
  const home = env.HOME ?? homedir()
  // OpenCode 1 keeps packages in the first of these, OpenCode 2 in the second.
  const caches = ["packages", "npm"].map((name) =>
    join(folderFrom(env.XDG_CACHE_HOME, join(home, ".cache")), "opencode", name),
  )
  const packages = (
    await Promise.all(
      caches.map(async (cache) =>
        (
          await readdir(cache).catch((): string[] => [])
        )
          .filter((name) => name.startsWith("opencode-cairn"))
          .map((name) => join(cache, name)),
      ),
    )
  ).flat()
  const data = folderFrom(env.XDG_DATA_HOME, join(home, ".local", "share"))
  const places: Omit<Left, "bytes">[] = [
    { path: findRoot(env), what: "your notes, their history and the state of sessions", isOwn: false },
    { path: configFile(env), what: "Cairn's settings", isOwn: false },
    ...packages.map((path) => ({
      path,
      what: "the package, as OpenCode has installed it",
      isOwn: true,
    })),
    {
      path: join(data, "opencode"),
      what: "OpenCode's own data: its sessions contain what models were shown of your memory",
      isOwn: false,
    },
  ]
  const there = places.filter(({ path }) => existsSync(path))
  return Promise.all(
    there.map(async (place) => ({
      ...place,
      bytes: place.path === join(data, "opencode") ? undefined : await sizeOf(place.path),
    })),
  )
}

function folderFrom(value: string | undefined, fallback: string): string {
  return value && isAbsolute(value) ? value : fallback
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (found.isFile()) return found.size
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function leftText(left: readonly Left[], isDone: boolean): string {
  const size = (bytes: number | undefined) => (bytes === undefined ? "" : ` (${(bytes / 1_000_000).toFixed(1)} MB)`)
  const removable = left.filter(({ isOwn }) => isOwn).map(({ path }) => path)
  return [
    ...(left.length > 0
      ? [
          "What is left, and stays until you delete it:",
          ...left.map(({ path, what, bytes }) => `  ${path}${size(bytes)}\n    ${what}`),
          "",
          `Export your notes first: ${ownCommand("export")}; they are plain markdown in any case.`,
        ]
      : ["Nothing is left."]),
    ...(removable.length > 0
      ? [
          `Of no use without Cairn: rm -rf ${removable
            .map((path) => join(dirname(path), "opencode-cairn@*"))
            .filter((path, at, all) => all.indexOf(path) === at)
            .join(" ")}`,
        ]
      : []),
    ...(isDone
      ? []
      : [`Nothing is changed yet: "${ownCommand("uninstall --yes")}" takes Cairn out of the configuration.`]),
  ].join("\n")
}
