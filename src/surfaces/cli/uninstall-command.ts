// `uninstall`: removes Cairn from OpenCode's configuration and says what is left where. Notes belong to the person: nothing here deletes them.
import { ownCommand } from "../../model/own-command.ts"
import { flag, inputOf } from "./arguments.ts"
import type { Command } from "./commands.ts"
import { type LeftPlace, leftPlaces } from "./left-places.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { runSetup } from "./setup-command.ts"
import { inColumns, visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"

const KNOWN = [
  flag("yes", "take Cairn out of OpenCode's configuration now"),
  flag("json", "print what is left as JSON"),
]

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "Take Cairn out of OpenCode's configuration, and say what is left where.",
  arguments: KNOWN,
  examples: ["uninstall", "uninstall --yes"],
  isReading: false,
  async run(typed, cli) {
    const { yes, json } = inputOf(typed, KNOWN)
    refuseInHostShell(cli.env)
    const left = await whileWaiting(cli.terminal, "looking for what is left", () => leftPlaces(cli))
    const terminal = json ? { ...cli.terminal, print: () => undefined } : cli.terminal
    const changes = await runSetup(yes ? ["--undo"] : ["--undo", "--dry-run"], { ...cli, terminal }, true)
    if (json) cli.terminal.print(`${visibleJson({ left, isDone: yes === true })}\n`)
    else
      cli.terminal.print(`\n${inColumns(visibleText(leftText(left, yes === true || changes === 0)), cli.terminal)}\n`)
    return true
  },
}

/** `isDone`: Cairn is in no configuration any more. */
function leftText(left: readonly LeftPlace[], isDone: boolean): string {
  const removals = [...new Set(left.flatMap(({ remove }) => remove ?? []))]
  return [
    ...(left.length > 0
      ? [
          "What is left, and stays until you delete it:",
          ...left.map(({ path, what, bytes }) => `  ${path}${shownSize(bytes)}\n    ${what}`),
          "",
          `The notes are plain markdown. To keep a copy: ${ownCommand("export")}.`,
        ]
      : ["Nothing is left."]),
    ...(removals.length > 0 ? ["Of no use without Cairn:", ...removals.map((command) => `  ${command}`)] : []),
    ...(isDone
      ? []
      : [`Nothing is changed yet: "${ownCommand("uninstall --yes")}" takes Cairn out of the configuration.`]),
  ].join("\n")
}

function shownSize(bytes: number | undefined): string {
  if (bytes === undefined) return ""
  return bytes < 50_000 ? ` (${(bytes / 1000).toFixed(1)} kB)` : ` (${(bytes / 1_000_000).toFixed(1)} MB)`
}
