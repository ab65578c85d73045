// What a command takes, as `--help` prints it.
import { type Argument, shownArgument } from "./arguments.ts"

export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly arguments: readonly Argument[]
}

const PROGRAM = "opencode-cairn"

export function rootHelp(version: string, commands: readonly CommandHelp[], hasColour: boolean): string {
  const { bold } = painter(hasColour)
  return [
    `The long-term memory of OpenCode for this directory (${PROGRAM} ${version})`,
    `${bold("USAGE")} ${PROGRAM} <command> [options]`,
    section(
      bold("COMMANDS"),
      commands.map(({ name, summary }) => [name, summary]),
    ),
    `"${PROGRAM} <command> --help" shows a command's options.`,
  ].join("\n\n")
}

export function commandHelp({ name, summary, arguments: known }: CommandHelp, hasColour: boolean): string {
  const { bold } = painter(hasColour)
  const words = known.filter(({ kind }) => kind === "positional")
  const options = known.filter(({ kind }) => kind !== "positional")
  const needed = options.filter(({ isNeeded }) => isNeeded).map((option) => `${shownOption(option)}`)
  return [
    summary,
    [bold("USAGE"), PROGRAM, name, ...words.map(shownArgument), ...needed, "[options]"].join(" "),
    ...(words.length > 0
      ? [
          section(
            bold("ARGUMENTS"),
            words.map((one) => [shownArgument(one), one.description]),
          ),
        ]
      : []),
    section(
      bold("OPTIONS"),
      options.map((one) => [shownOption(one), [one.isNeeded && "needed", one.description].filter(Boolean).join("; ")]),
    ),
  ].join("\n\n")
}

function shownOption(option: Argument): string {
  const { kind, choices } = option
  return kind === "flag" ? shownArgument(option) : `${shownArgument(option)} <${choices?.join("|") ?? kind}>`
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return [title, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())].join("\n")
}

function painter(hasColour: boolean): { bold(text: string): string } {
  return { bold: (text) => (hasColour ? `\u001b[1m${text}\u001b[22m` : text) }
}
