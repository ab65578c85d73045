// One command line, from its words to its exit code: 0 done, 1 could not be done, 2 not understood.
import { stripVTControlCharacters } from "node:util"
import { CairnError, messageOf } from "../../model/errors.ts"
import { ownProgram } from "../../model/own-command.ts"
import { asCommands } from "../../operations/audience.ts"
import { nearestOf } from "../../text/nearest-name.ts"
import { badUsage } from "./arguments.ts"
import { aliasesOf, allCommands, type Cli, type Command, type Commands, findCommand } from "./commands.ts"
import { commandGroups, commandHelp, rootHelp } from "./help.ts"
import type { Terminal } from "./terminal.ts"
import { inColumns, visibleJson, visibleText } from "./visible-text.ts"

const BAD_USAGE = new Set(["bad_usage", "bad_arguments"])

export async function runCli(words: readonly string[], cli: Cli): Promise<number> {
  try {
    return (await answer(words, cli, allCommands())) ? 0 : 1
  } catch (error) {
    report(cli, error, beforeDashes(words).includes("--json"))
    return error instanceof CairnError && BAD_USAGE.has(error.code) ? 2 : 1
  }
}

async function answer(words: readonly string[], cli: Cli, commands: Commands): Promise<boolean> {
  const { terminal, version } = cli
  const view = { columns: terminal.columns, hasColour: terminal.hasColour, program: ownProgram() }
  const show = (text: string) => {
    terminal.print(`${text}\n`)
    return true
  }
  const [name = "--help", ...rest] = words[0] === "help" ? [...words.slice(1), "--help"] : words
  if (name === "--version" || name === "-v") return show(version)
  if (name === "--help" || name === "-h") return show(rootHelp(version, commandGroups(commands), view))
  const { command, typed } = findCommand(commands, [name, ...rest])
  if (!command) throw unknownCommand([name, ...rest], commands)
  return asksForHelp(beforeDashes(typed), command) ? show(commandHelp(command, view)) : command.run(typed, cli)
}

/** As a separate word, not as the value of the option before it. */
function asksForHelp(words: readonly string[], { arguments: known }: Command): boolean {
  const takesValue = (word = "") =>
    known.some(({ kind, name, property }) => kind !== "flag" && [`--${name}`, `--${property}`].includes(word))
  return words.some((word, at) => (word === "--help" || word === "-h") && !takesValue(words[at - 1]))
}

/** What follows `--` is text, whatever it looks like. */
function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--")
  return words.slice(0, end < 0 ? undefined : end)
}

function unknownCommand([name = "", ...rest]: readonly string[], commands: Commands): CairnError {
  if (name === "version") return badUsage(`there is no command "${name}"`, 'did you mean "--version"?')
  if (name.startsWith("-")) {
    const known = rest.find((word) => commands.has(word))
    const example = known === undefined ? "" : `, as in "${ownProgram()} ${known} ${name}"`
    return badUsage(`${name} stands before the command`, `options come after it${example}`)
  }
  const names = [...commands.keys(), ...[...commands.keys()].flatMap(aliasesOf)]
  const near = nearestOf(name, names)
  const list = `"${ownProgram()} --help" lists them`
  return badUsage(`there is no command "${name}"`, near ? `did you mean "${near}"? ${list}` : list)
}

/** A line on stderr, wrapped if that is a screen. */
export function complain(terminal: Terminal, line: string): void {
  const { showsProgress, columns } = terminal
  terminal.complain(`${inColumns(visibleText(line), { isInteractive: showsProgress, columns })}\n`)
}

function report({ terminal }: Cli, error: unknown, asJson: boolean): void {
  const code = error instanceof CairnError ? error.code : "unexpected"
  const message = stripVTControlCharacters(messageOf(error))
  const hint = error instanceof CairnError ? asCommands(error.hint) : ""
  if (asJson) terminal.complain(`${visibleJson({ error: { code, message, hint } })}\n`)
  else {
    complain(terminal, `error (${code}): ${message}`)
    if (hint) complain(terminal, `hint: ${hint}`)
  }
}
