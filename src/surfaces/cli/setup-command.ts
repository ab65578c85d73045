// Puts Cairn into OpenCode's configuration, takes it out again, or changes its version; shows what it changes.
import { dirname } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { ownCommand } from "../../model/own-command.ts"
import { type Paint, painter } from "../../model/paint.ts"
import {
  type HostConfig,
  isOwnEntry,
  type PluginEntry,
  pluginsIn,
  readHostConfigs,
  withEntry,
  withoutEntry,
  withSpec,
  writeHostConfig,
} from "../../setup/host-config.ts"
import { type FoundHost, findHosts, ownFolder, ownSpec } from "../../setup/install.ts"
import { configFile } from "../../store/layout.ts"
import { flag, inputOf, textOption } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { diffLines } from "./line-diff.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { visibleJson, visibleText } from "./visible-text.ts"

const KNOWN = [
  flag("undo", "take Cairn out of the configuration again; your notes stay"),
  flag("upgrade", "replace the configured version with this one"),
  textOption("to", "with --upgrade: another version, such as 0.2.0"),
  flag("dry-run", "only show what would be changed"),
  flag("json", "print the result as JSON"),
]

interface Change {
  readonly file: string
  readonly before: string
  readonly after: string
}

export const setupCommand: Command = {
  name: "setup",
  summary: "Add Cairn to OpenCode's configuration, whichever OpenCode is installed.",
  arguments: KNOWN,
  examples: ["setup", "setup --upgrade", "setup --undo"],
  isReading: false,
  async run(typed, cli) {
    const wish = inputOf(typed, KNOWN)
    refuseInHostShell(cli.env)
    const folder = dirname(configFile(cli.env))
    const configs = await readHostConfigs(folder)
    const own = configs.flatMap((config) =>
      pluginsIn(config)
        .filter((entry) => isOwnEntry(entry, ownFolder()))
        .map((entry) => ({ config, entry })),
    )
    const spec = typeof wish.to === "string" ? `opencode-cairn@${wish.to}` : ownSpec(cli.version)
    const added = wish.undo ? undefined : adding(configs, own, spec, wish.upgrade === true, folder)
    const changes = wish.undo ? undoing(own) : added ? [added] : []
    for (const { file, before, after } of wish["dry-run"] ? [] : changes)
      await writeHostConfig({ file, text: before }, after)
    const hosts = findHosts(cli.env)
    if (wish.json) cli.terminal.print(`${visibleJson({ spec, hosts, changes, isWritten: !wish["dry-run"] })}\n`)
    else cli.terminal.print(told(cli, { wish, spec, changes, hosts, own }))
    return true
  },
}

type Own = readonly { readonly config: HostConfig; readonly entry: PluginEntry }[]

/** All of them: OpenCode would go on loading one that is left. */
function undoing(own: Own): Change[] {
  return [...new Set(own.map(({ config }) => config))].map((config) => {
    const entries = own.filter((one) => one.config === config).map(({ entry }) => entry)
    // From the last one on, so that the places of the others still hold.
    const after = entries
      .toReversed()
      .reduce((text, entry) => withoutEntry({ ...config, text }, entry), config.text ?? "")
    return changeOf(config, after)
  })
}

function adding(
  configs: readonly HostConfig[],
  own: Own,
  spec: string,
  isUpgrade: boolean,
  folder: string,
): Change | undefined {
  const last = own.at(-1)
  if (last?.entry.spec === spec) return undefined
  if (last && !isUpgrade)
    throw new CairnError(
      "already_set_up",
      `${last.config.file} loads ${last.entry.spec} already`,
      `"${ownCommand("setup --upgrade")}" puts ${spec} in its place`,
    )
  if (last) return changeOf(last.config, withSpec(last.config, last.entry, spec))
  const withPlugins = configs.findLast((config) => pluginsIn(config).length > 0)
  const config = withPlugins ?? configs.at(-1) ?? { file: `${folder}/opencode.json`, text: undefined }
  return changeOf(config, withEntry(config, spec))
}

function changeOf({ file, text = "" }: HostConfig, after: string): Change {
  return { file, before: text, after }
}

interface Told {
  readonly wish: Record<string, unknown>
  readonly spec: string
  readonly changes: readonly Change[]
  readonly hosts: readonly FoundHost[]
  readonly own: Own
}

function told({ terminal }: Cli, { wish, spec, changes, hosts, own }: Told): string {
  const host =
    hosts.length > 0
      ? hosts.map(({ program, version }) => `OpenCode ${version} (${program})`)
      : ["No OpenCode is on your PATH; the configuration is for the one you install."]
  if (changes.length === 0) {
    const nothing = wish.undo
      ? "Cairn is not in OpenCode's configuration."
      : `${own.at(-1)?.config.file} loads ${spec} already.`
    return `${nothing}\n`
  }
  const lines = [
    ...host,
    ...changes.flatMap((change) => [
      "",
      `${change.file}${wish["dry-run"] ? " would be changed:" : ":"}`,
      ...diffOf(change, terminal.hasColour),
    ]),
  ]
  if (wish["dry-run"]) return `${lines.join("\n")}\n`
  const next = wish.undo
    ? [
        "Cairn is out of the configuration. Your notes stay where they are.",
        `"${ownCommand("uninstall")}" says what is left where.`,
      ]
    : [
        "Done. Restart OpenCode; with OpenCode 2, restart its background service too.",
        `Then "${ownCommand("status")}" shows what it remembers, and "${ownCommand("setup --undo")}" takes it out again.`,
      ]
  return `${[...lines, "", ...next].join("\n")}\n`
}

function diffOf({ before, after }: Change, hasColour: boolean): string[] {
  const paint = painter(hasColour)
  const paints: Record<string, Paint> = { "+": "green", "-": "red" }
  const lines =
    before === ""
      ? after
          .trimEnd()
          .split("\n")
          .map((text) => ({ mark: "+", text }))
      : diffLines(before, after)
  return lines
    .filter(({ mark }) => mark !== " ")
    .map(({ mark, text }) => visibleText(paint(paints[mark] ?? "dim", `  ${mark} ${text}`), hasColour))
}
