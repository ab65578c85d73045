// Completion scripts for the usual shells. All commands and options are written into the script, so that Tab starts no program.
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
      "completion fish > ~/.config/fish/completions/opencode-cairn.fish",
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

/** Commands of one word; verbs of a noun are completed after it. */
function firstWords(commands: readonly CommandHelp[]): readonly CommandHelp[] {
  return commands.filter(({ name }) => !name.includes(" "))
}

function verbsOf(noun: string, commands: readonly CommandHelp[]): string[] {
  return commands.filter(({ name }) => name.startsWith(`${noun} `)).map(({ name }) => name.slice(noun.length + 1))
}

/** What may follow each command, as branches of a shell's `case`. */
function branches(commands: readonly CommandHelp[], line: (words: string) => string): string {
  return commands
    .map(
      (command) =>
        `    "${command.name}") ${line([...verbsOf(command.name, commands), ...optionsOf(command)].join(" "))} ;;`,
    )
    .join("\n")
}

function optionsOf({ arguments: known }: CommandHelp): string[] {
  return [...known.filter(({ kind }) => kind !== "positional").map(({ name }) => `--${name}`), "--help"]
}

function bash(commands: readonly CommandHelp[]): string {
  const names = firstWords(commands).map(({ name }) => name)
  const nouns = names.filter((name) => verbsOf(name, commands).length > 0)
  return `_cairn() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} words
  case "$COMP_CWORD:$command" in
    1:*) command="" words="${names.join(" ")}" ;;
    2:*) ;;
    *:${nouns.join("|*:")}) [[ \${COMP_WORDS[2]} == -* ]] || command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
${branches(commands, (words) => `words="${words}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _cairn cairn opencode-cairn
`
}

/** In a folder of `fpath` the file is the function itself, and the first Tab runs it; when sourced, it only defines the function. */
function zsh(commands: readonly CommandHelp[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(":", "\\:")
  const names = firstWords(commands).map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const nouns = firstWords(commands).filter(({ name }) => verbsOf(name, commands).length > 0)
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
  local command=$words[2]
  if (( CURRENT > 3 )) && [[ $command == (${nouns.map(({ name }) => name).join("|")}) && $words[3] != -* ]]; then
    command="$command $words[3]"
  fi
  case $command in
${branches(commands, (words) => `compadd -- ${words}`)}
  esac
  _files
}
if [ "$funcstack[1]" = "_cairn" ]; then
  _cairn "$@"
else
  compdef _cairn cairn opencode-cairn
fi
`
}

function fish(commands: readonly CommandHelp[]): string {
  const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")
  const lines = firstWords(commands).flatMap((command) => [
    `complete -c cairn -n __fish_use_subcommand -f -a ${command.name} -d '${quoted(command.summary)}'`,
    ...verbsOf(command.name, commands).map(
      (verb) => `complete -c cairn -n '__fish_seen_subcommand_from ${command.name}' -f -a ${verb}`,
    ),
    ...command.arguments
      .filter(({ kind }) => kind !== "positional")
      .map(
        ({ name, kind, description }) =>
          `complete -c cairn -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${kind === "flag" ? "" : " -r"} -d '${quoted(description)}'`,
      ),
  ])
  return `${lines.join("\n")}\ncomplete -c opencode-cairn -w cairn\n`
}
