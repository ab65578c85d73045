// The text of `--help`: fitted to the width of the terminal, with an example to copy.
import type { Screen } from "../../operations/operation.ts"
import { rowsOf } from "../../text/columns.ts"
import { type Argument, shownArgument } from "./arguments.ts"
import { aliasesOf, type Command, type Commands } from "./commands.ts"

export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly arguments: readonly Argument[]
  /** Without the program's name. */
  readonly examples: readonly string[]
}

interface HelpFor extends Screen {
  readonly program: string
}

export function rootHelp(version: string, groups: ReturnType<typeof commandGroups>, view: HelpFor): string {
  const { bold } = painter(view)
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)))
  return [
    `The memory of OpenCode for this directory (Cairn ${version})`,
    `${bold("USAGE")} ${view.program} <command> [options]`,
    ...groups.map(({ title, commands }) =>
      section(
        bold(title),
        commands.map(({ name, summary }) => [name, summary]),
        view.columns,
        width,
      ),
    ),
    `"${view.program} <command> --help" shows a command's options and an example.`,
  ].join("\n\n")
}

export function commandHelp({ name, summary, arguments: known, examples }: CommandHelp, view: HelpFor): string {
  const { bold } = painter(view)
  const words = known.filter(({ kind }) => kind === "positional")
  const options = known.filter(({ kind }) => kind !== "positional")
  const needed = options.filter(({ isNeeded }) => isNeeded).map(shownOption)
  const optional = (one: Argument) => (one.isNeeded ? shownArgument(one) : `[${shownArgument(one)}]`)
  const table = (title: string, rows: (readonly [string, string])[]) =>
    rows.length > 0 ? [section(bold(title), rows, view.columns)] : []
  return [
    ...rowsOf(summary, view.columns),
    "",
    [bold("USAGE"), view.program, name, ...words.map(optional), ...needed, "[options]"].join(" "),
    ...table(
      "\nARGUMENTS",
      words.map((one) => [shownArgument(one), described(one)]),
    ),
    ...table(
      "\nOPTIONS",
      options.map((one) => [shownOption(one), described(one)]),
    ),
    `\n${bold(examples.length === 1 ? "EXAMPLE" : "EXAMPLES")}`,
    ...examples.map((example) => `  ${view.program} ${example}`),
  ].join("\n")
}

function described({ isNeeded, kind, choices, description }: Argument): string {
  const among = kind === "positional" && choices && `one of ${choices.join(", ")}`
  return [isNeeded && kind !== "positional" && "needed", among, description].filter(Boolean).join("; ")
}

function shownOption(option: Argument): string {
  const { kind, choices } = option
  return kind === "flag" ? shownArgument(option) : `${shownArgument(option)} <${choices?.join("|") ?? kind}>`
}

function section(title: string, rows: readonly (readonly [string, string])[], columns: number, least = 0): string {
  const width = Math.max(least, ...rows.map(([left]) => left.length))
  const room = Math.max(20, columns - width - 4)
  const lines = rows.flatMap(([left, right]) =>
    rowsOf(right, room).map((row, at) => `  ${(at === 0 ? left : "").padEnd(width)}  ${row}`.trimEnd()),
  )
  return [title, ...lines].join("\n")
}

function painter({ hasColour }: Screen): { bold(text: string): string } {
  return { bold: (text) => (hasColour ? `\u001b[1m${text}\u001b[22m` : text) }
}

/** A command without a group goes into the last one. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["EVERY DAY", ["status", "search", "save", "review", "why", "undo"]],
  ["NOTES", ["tree", "read", "edit", "write", "delete", "promote", "demote", "rejected"]],
  ["HISTORY", ["history", "diff", "rollback"]],
  [
    "SESSIONS",
    [
      "sessions",
      "messages",
      "session",
      "resume",
      "summary",
      "plans",
      "compactions",
      "compare",
      "session-export",
      "context",
    ],
  ],
  [
    "SETUP AND UPKEEP",
    ["setup", "doctor", "projects", "project", "import", "export", "erase", "uninstall", "completion"],
  ],
]

export function commandGroups(commands: Commands) {
  const grouped = new Set(GROUPS.flatMap(([, names]) => names))
  const others = [...commands.keys()].filter((name) => !grouped.has(name))
  const groups = GROUPS.map(([title, names], at) => ({
    title,
    commands: (at === GROUPS.length - 1 ? [...names, ...others] : names)
      .flatMap((name) => commands.get(name) ?? [])
      .map(withAliases),
  }))
  return groups.filter((group) => group.commands.length > 0)
}

function withAliases(command: Command): Command {
  // "projects list" is what one tries who does not know that "projects" is enough.
  const also = aliasesOf(command.name).filter((name) => name !== `${command.name} list`)
  return also.length === 0 ? command : { ...command, summary: `${command.summary} Also: ${also.join(", ")}.` }
}
