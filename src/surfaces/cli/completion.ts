// Completion scripts for the usual shells. They are printed and know all commands and options by heart, so that a Tab starts no program.
import { CairnError } from "../../model/errors.ts"
import { type Argument, inputOf, word } from "./arguments.ts"
import type { Command } from "./commands.ts"
import type { CommandHelp } from "./help.ts"

const SHELLS = ["bash", "zsh", "fish"] as const
const KNOWN: readonly Argument[] = [{ ...word("shell", "whose script is printed", true), choices: SHELLS }]

export function completionCommand(commands: () => readonly CommandHelp[]): Command {
  return {
    name: "completion",
    summary: "Print the completion script of a shell.",
    arguments: KNOWN,
    examples: [
      "completion bash >> ~/.bashrc",
      "completion zsh > ~/.zsh/completions/_cairn",
      "completion fish > ~/.config/fish/completions/cairn.fish",
    ],
    isReading: true,
    async run(typed, { terminal }) {
      const { shell } = inputOf(typed, KNOWN)
      const script = { bash, zsh, fish }[shell as (typeof SHELLS)[number]]
      if (!script) throw new CairnError("bad_arguments", `there is no script for ${shell}`)
      terminal.print(script(commands()))
      return true
    },
  }
}

/** `show` and `ls` are completed as well. */
const SHORT = [
  { alias: "show", of: "read" },
  { alias: "ls", of: "tree" },
]

function named(commands: readonly CommandHelp[]): readonly CommandHelp[] {
  const also = SHORT.flatMap(({ alias, of }) =>
    commands.filter(({ name }) => name === of).map((command) => ({ ...command, name: alias })),
  )
  return [...commands, ...also]
}

function optionsOf({ arguments: known }: CommandHelp): string[] {
  return [...known.filter(({ kind }) => kind !== "positional").map(({ name }) => `--${name}`), "--help"]
}

function bash(commands: readonly CommandHelp[]): string {
  const cases = named(commands).map((command) => `    ${command.name}) words="${optionsOf(command).join(" ")}" ;;`)
  return `_cairn() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words
  case "\${COMP_CWORD}:\${COMP_WORDS[1]}" in
    1:*) words="${named(commands)
      .map(({ name }) => name)
      .join(" ")}" ;;
  esac
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _cairn cairn opencode-cairn
`
}

function zsh(commands: readonly CommandHelp[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(":", "\\:")
  const names = named(commands).map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const cases = named(commands).map((command) => `    ${command.name}) compadd -- ${optionsOf(command).join(" ")} ;;`)
  return `#compdef cairn opencode-cairn
_cairn() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
  _files
}
compdef _cairn cairn opencode-cairn
`
}

function fish(commands: readonly CommandHelp[]): string {
  const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")
  const lines = named(commands).flatMap((command) => [
    `complete -c cairn -n __fish_use_subcommand -f -a ${command.name} -d '${quoted(command.summary)}'`,
    ...command.arguments
      .filter(({ kind }) => kind !== "positional")
      .map(
        ({ name, kind, description }) =>
          `complete -c cairn -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${kind === "flag" ? "" : " -r"} -d '${quoted(description)}'`,
      ),
  ])
  return `${lines.join("\n")}\n`
}
