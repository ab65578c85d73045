// Completion scripts for the usual shells. All commands and options are written into the script, so that Tab starts no program.
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

/** What may follow each command, as the branches of a shell's `case` over the command and the word before the cursor. */
function branches(commands: readonly CommandHelp[], line: (words: string) => string): string {
  const branch = (pattern: string, words: readonly string[]) => `    ${pattern}) ${line(words.join(" "))} ;;`
  const optionsOf = (command: CommandHelp) => command.arguments.filter(({ kind }) => kind !== "positional")
  return [
    ...commands.flatMap((command) =>
      optionsOf(command).flatMap(({ name, choices }) =>
        choices ? [branch(`"${command.name} --${name}"`, choices)] : [],
      ),
    ),
    // The longer name first, because the shorter one would match its words too.
    ...commands
      .toSorted((a, b) => b.name.length - a.name.length)
      .map((command) =>
        branch(`"${command.name} "*`, [
          ...verbsOf(command.name, commands),
          ...positionalChoices(command),
          ...optionsOf(command).map(({ name }) => `--${name}`),
          "--help",
        ]),
      ),
  ].join("\n")
}

function positionalChoices({ arguments: known }: CommandHelp): readonly string[] {
  return known.find(({ kind }) => kind === "positional")?.choices ?? []
}

function nounsIn(commands: readonly CommandHelp[]): string[] {
  return firstWords(commands)
    .map(({ name }) => name)
    .filter((name) => verbsOf(name, commands).length > 0)
}

function bash(commands: readonly CommandHelp[]): string {
  return `_cairn() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=""
  case "$COMP_CWORD:$command" in
    1:*) command="" words="${firstWords(commands)
      .map(({ name }) => name)
      .join(" ")}" ;;
    2:*) ;;
    *:${nounsIn(commands).join("|*:")}) [[ \${COMP_WORDS[2]} == -* ]] || command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command $before" in
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
  if (( CURRENT > 3 )) && [[ $command == (${nounsIn(commands).join("|")}) && $words[3] != -* ]]; then
    command="$command $words[3]"
  fi
  case "$command $words[CURRENT-1]" in
${branches(commands, (words) => `compadd -- ${words} && return`)}
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

/** Options whose value is a file; fish would offer files for every other one too. */
const FILE_OPTIONS = new Set(["file", "to"])

function fish(commands: readonly CommandHelp[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
  const pairs = commands.filter(({ name }) => name.includes(" ")).map(({ name }) => quoted(name))
  const at = (command: CommandHelp) => `complete -c cairn -n ${quoted(`__cairn_at ${command.name}`)}`
  const given = ({ name, kind, choices }: Argument) => {
    if (kind === "flag") return ""
    return choices ? ` -x -a ${quoted(choices.join(" "))}` : FILE_OPTIONS.has(name) ? " -r" : " -x"
  }
  const lines = [
    ...firstWords(commands).map(
      ({ name, summary }) => `complete -c cairn -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap((command) => [
      ...[...verbsOf(command.name, commands), ...positionalChoices(command)].map(
        (word) => `${at(command)} -f -a ${word}`,
      ),
      ...command.arguments
        .filter(({ kind }) => kind !== "positional")
        .map((option) => `${at(command)} -l ${option.name}${given(option)} -d ${quoted(option.description)}`),
      `${at(command)} -l help -d 'options and an example'`,
    ]),
  ]
  return `function __cairn_at
  set -l words (commandline -opc)
  set -l command "$words[2]"
  if contains -- "$words[2] $words[3]" ${pairs.join(" ")}
    set command "$words[2] $words[3]"
  end
  test "$command" = "$argv"
end
${lines.join("\n")}
complete -c opencode-cairn -w cairn
`
}
