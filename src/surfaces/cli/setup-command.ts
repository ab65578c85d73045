// Adds Cairn to OpenCode's configuration, removes it or changes its version, and shows what it changes.
import { dirname } from "node:path"
import { rivalOf } from "../../doctor/host-checks.ts"
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
import { type FoundHost, findHosts, ownSpec } from "../../setup/install.ts"
import {
  type ConfigEdit,
  editBetween,
  readSetupRecord,
  textBefore,
  writeSetupRecord,
} from "../../setup/setup-record.ts"
import { configFile, findRoot, layoutOf } from "../../store/layout.ts"
import { refuseForeign } from "../../store/own-folder.ts"
import { flag, inputOf, textOption } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { type DiffLine, diffLines, linesMarked } from "./line-diff.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"

const KNOWN = [
  flag("undo", "take Cairn out of the configuration again; your notes stay"),
  flag("upgrade", "replace the configured version with this one"),
  textOption("to", "with --upgrade: another version, such as 0.2.0"),
  flag("dry-run", "only show what would be changed"),
  flag("json", "print the result as JSON"),
]

interface Change {
  readonly file: string
  /** Undefined if there is no such file. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export const setupCommand: Command = {
  name: "setup",
  summary: "Add Cairn to OpenCode's configuration, whichever OpenCode is installed.",
  arguments: KNOWN,
  examples: ["setup", "setup --upgrade", "setup --undo"],
  isReading: false,
  async run(typed, cli) {
    await runSetup(typed, cli)
    return true
  },
}

/** Returns how many files it changed, or would change. `uninstall` does the same, and says itself what is left. */
export async function runSetup(typed: readonly string[], cli: Cli, isUninstall = false): Promise<number> {
  const wish = inputOf(typed, KNOWN)
  refuseInHostShell(cli.env)
  const folder = dirname(configFile(cli.env))
  const configs = await readHostConfigs(folder, "own")
  const own = configs.flatMap((config) =>
    pluginsIn(config)
      .filter((entry) => isOwnEntry(entry))
      .map((entry) => ({ config, entry })),
  )
  const spec = typeof wish.to === "string" ? `opencode-cairn@${wish.to}` : ownSpec(cli.version)
  const edits = await readSetupRecord(findRoot(cli.env))
  const added = wish.undo ? undefined : adding(configs, own, spec, wish.upgrade === true, folder)
  const changes = wish.undo ? undoing(own, edits) : added ? [added] : []
  if (!wish["dry-run"]) await carryOut(changes, edits, cli, wish.undo === true)
  const hosts = await whileWaiting(cli.terminal, "looking for OpenCode", () => findHosts(cli.env))
  if (wish.json) cli.terminal.print(`${visibleJson({ spec, hosts, changes, isWritten: !wish["dry-run"] })}\n`)
  else
    cli.terminal.print(
      told(cli, { ...wish, isUninstall }, changes, hosts, `${own.at(-1)?.config.file} loads ${spec} already.`),
    )
  if (!wish.json && !wish.undo) cli.terminal.print(rivalLines(configs))
  return changes.length
}

/** Other plugins that would do the same in each request. */
function rivalLines(configs: readonly HostConfig[]): string {
  const loaded = configs.flatMap(pluginsIn).map(({ spec }) => ({ spec, rival: rivalOf(spec) }))
  const lines = loaded.flatMap(({ spec, rival }) =>
    rival ? [visibleText(`Note: ${rival[1]} is loaded too (${spec}): ${rival[2]}.\n`)] : [],
  )
  return lines.length > 0 ? `\n${lines.join("")}` : ""
}

type Own = readonly { readonly config: HostConfig; readonly entry: PluginEntry }[]

async function carryOut(changes: readonly Change[], edits: readonly ConfigEdit[], cli: Cli, isUndo: boolean) {
  let record = edits
  // The record is kept in the memory's folder, which must not be somebody else's.
  if (!isUndo) await refuseForeign(layoutOf(findRoot(cli.env)))
  for (const { file, before, after } of changes) {
    const earlier = record.filter((edit) => edit.file === file)
    // If somebody changed the file since, undo goes back to that version.
    const kept = textBefore(before ?? "", earlier) === undefined ? [] : earlier
    const own = isUndo ? [] : [...kept, editBetween(file, before, after ?? "")]
    record = [...record.filter((edit) => edit.file !== file), ...own]
    // A record without its change does no harm; a change without its record could not be undone exactly.
    if (isUndo) await writeHostConfig({ file, text: before }, after)
    await writeSetupRecord(findRoot(cli.env), record)
    if (!isUndo) await writeHostConfig({ file, text: before }, after)
  }
}

/** Removes all entries: OpenCode would go on loading one that is left. */
function undoing(own: Own, edits: readonly ConfigEdit[]): Change[] {
  return [...new Set(own.map(({ config }) => config))].map((config) => {
    const exact = textBefore(
      config.text ?? "",
      edits.filter(({ file }) => file === config.file),
    )
    if (exact === "absent") return { file: config.file, before: config.text, after: undefined }
    const isOut = exact !== undefined && !pluginsIn({ ...config, text: exact }).some((entry) => isOwnEntry(entry))
    if (isOut) return changeOf(config, exact)
    const entries = own.filter((one) => one.config === config).map(({ entry }) => entry)
    // From the last one on, so that the positions of the others stay valid.
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

function changeOf({ file, text }: HostConfig, after: string): Change {
  return { file, before: text, after }
}

function told(
  { terminal }: Cli,
  wish: Readonly<Record<string, unknown>>,
  changes: readonly Change[],
  hosts: readonly FoundHost[],
  isThere: string,
): string {
  const host =
    hosts.length > 0
      ? hosts.map(({ program, version }) => `OpenCode ${version} (${program})`)
      : ["No OpenCode is on your PATH; the configuration is for the one you install."]
  if (changes.length === 0) return `${wish.undo ? "Cairn is not in OpenCode's configuration." : isThere}\n`
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
        "Cairn is out of the configuration. Restart OpenCode; with OpenCode 2 its background service too:",
        "  opencode service restart",
        "Your notes stay where they are.",
        ...(wish.isUninstall ? [] : [`"${ownCommand("uninstall")}" says what is left where.`]),
      ]
    : [
        "Done. Restart OpenCode; with OpenCode 2 its background service too:",
        "  opencode service restart",
        `Then "${ownCommand("status")}" shows what it remembers.`,
        `"${ownCommand("setup --undo")}" takes it out again.`,
      ]
  return `${[...lines, "", ...next].join("\n")}\n`
}

function diffOf({ before, after }: Change, hasColour: boolean): string[] {
  const paint = painter(hasColour)
  const paints: Record<string, Paint> = { "+": "green", "-": "red" }
  const whole = (mark: DiffLine["mark"], text: string) => linesMarked(mark, text.trimEnd().split("\n"))
  const lines = !before ? whole("+", after ?? "") : after ? diffLines(before, after) : whole("-", before)
  return lines
    .filter(({ mark }) => mark !== " ")
    .map(({ mark, text }) => visibleText(paint(paints[mark] ?? "dim", `  ${mark} ${text}`), hasColour))
}
