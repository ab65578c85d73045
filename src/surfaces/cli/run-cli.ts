// One command line, from its words to its exit code: 0 done, 1 it could not be done, 2 it was not understood.
import { stripVTControlCharacters } from "node:util"
import { type CommandDef, renderUsage } from "citty"
import { CairnError, messageOf } from "../../model/errors.ts"
import { badUsage } from "./arguments.ts"
import { allCommands, asCommands, type Cli, type Command } from "./commands.ts"
import { nearestOf } from "./nearest.ts"
import { visibleText } from "./visible-text.ts"

const NAME = "opencode-cairn"
const BAD_USAGE = new Set(["bad_usage", "bad_arguments"])

export async function runCli(words: readonly string[], cli: Cli): Promise<number> {
  const commands = allCommands()
  try {
    await answer(words, cli, commands)
    return 0
  } catch (error) {
    complain(cli, error)
    return error instanceof CairnError && BAD_USAGE.has(error.code) ? 2 : 1
  }
}

async function answer(words: readonly string[], cli: Cli, commands: ReadonlyMap<string, Command>): Promise<void> {
  const [name = "--help", ...typed] = words[0] === "help" ? [...words.slice(1, 2), "--help"] : words
  if (name === "--version" || name === "-v") return cli.terminal.print(`${cli.version}\n`)
  if (name === "--help" || name === "-h") return printHelp(cli, rootOf(cli, commands))
  const command = commands.get(name)
  if (!command) throw unknownCommand(name, [...commands.keys()])
  if (asksForHelp(typed)) return printHelp(cli, command.usage, rootOf(cli, commands))
  await command.run(typed, cli)
}

function asksForHelp(typed: readonly string[]): boolean {
  const end = typed.indexOf("--")
  return typed.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h")
}

function rootOf({ version }: Cli, commands: ReadonlyMap<string, Command>): CommandDef {
  return {
    meta: { name: NAME, version, description: "The long-term memory of OpenCode for this directory" },
    subCommands: Object.fromEntries([...commands].map(([name, { usage }]) => [name, usage])),
  }
}

async function printHelp({ terminal }: Cli, command: CommandDef, parent?: CommandDef): Promise<void> {
  const help = (await renderUsage(command, parent)).replace(/ +$/gm, "")
  terminal.print(`${terminal.hasColour ? help : stripVTControlCharacters(help)}\n`)
}

function unknownCommand(name: string, names: readonly string[]): CairnError {
  const near = nearestOf(name, names)
  return badUsage(
    `there is no command "${name}"`,
    near ? `did you mean "${near}"? "${NAME} --help" lists them` : `"${NAME} --help" lists them`,
  )
}

function complain({ terminal }: Cli, error: unknown): void {
  const code = error instanceof CairnError ? error.code : "unexpected"
  const hint = error instanceof CairnError ? error.hint : ""
  const message = stripVTControlCharacters(messageOf(error))
  terminal.complain(`error (${code}): ${visibleText(message)}\n${hint && `hint: ${visibleText(asCommands(hint))}\n`}`)
}
