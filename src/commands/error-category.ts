// Which kind of check a command line is, by what it really runs. An exit code of 0 closes the errors of its kind, so a wrong guess here would
// hide errors: a name counts only where a program, script or task stands, never as a file, a branch or a quoted text.
import { readPattern } from "../model/pattern.ts"
import { afterFlags, commandsIn, gitVerb, type RanCommand } from "./command.ts"

export interface ErrorCategory {
  readonly category: string
  /** Exit code 0 of the whole line means that this command succeeded. Not so for `tsc | head` or `tsc; true`. */
  readonly exitTells: boolean
  /** Nothing runs after it, so a failing line has failed at it or before it. */
  readonly isLast: boolean
}

export const RUNTIME = "runtime"
const MAX_MATCHED = 2000

const CATEGORIES: readonly (readonly [string, ReadonlySet<string>])[] = [
  ["typecheck", new Set(["tsc", "typecheck"])],
  ["test", new Set(["test", "tests", "vitest", "jest", "mocha", "pytest"])],
  ["lint", new Set(["eslint", "biome", "lint", "ruff", "clippy"])],
  ["build", new Set(["build", "webpack", "tsup", "make"])],
]

const words = (text: string) => new Set(text.split(/\s+/))

/** They show what is there, or steer the shell: their exit code says nothing about the project. */
const QUIET =
  words(`cat head tail less more bat grep egrep fgrep rg ag ack ls eza find fd echo printf which type whereis wc stat file tree
  jq yq awk gawk sed sort uniq cut tr column nl tac tee diff cmp comm basename dirname realpath readlink date pwd whoami id uname
  env printenv du df ps md5sum sha256sum xxd hexdump od strings cd pushd popd export set unset alias true false : exit return break
  continue test [ [[ sleep wait command xargs for case select function read local declare fi done esac } then else do`)
const QUIET_GIT = words("log show diff status blame shortlog reflog ls-files rev-parse grep describe")

/** Their arguments are names of files, branches, hosts or databases. */
const TAKES_NAMES =
  words(`git gh rm rmdir mkdir cp mv touch ln chmod chown tar zip unzip gzip rsync scp ssh curl wget vim vi nvim nano emacs
  code open kill pkill killall psql mysql sqlite3 redis-cli createdb dropdb kubectl helm dd install`)
/** Each argument is a task. */
const TAKES_TASKS = words("make gmake just task gradle gradlew mvn mvnw rake ninja")
const VALUED = new Set(["-C", "--dir", "--cwd", "--prefix", "--workspace", "--filter", "-F"])

/** Of the last command that matters. Undefined for a line that only reads. */
export function categoryOfCommand(
  line: string,
  custom: Readonly<Record<string, string>> = {},
): ErrorCategory | undefined {
  return checksIn(line, custom).at(-1)
}

/** All commands of a line that do more than read. `custom` maps a category to a regular expression on the line, for the last of them. */
export function checksIn(line: string, custom: Readonly<Record<string, string>> = {}): ErrorCategory[] {
  const commands = commandsIn(line)
  const last = commands.findLastIndex((command) => !isQuiet(command))
  const own = customCategory(line.slice(0, MAX_MATCHED), custom)
  return commands.flatMap((command, at) => {
    if (isQuiet(command)) return []
    const category = (at === last ? own : undefined) ?? categoryOf(command)
    return [{ category, exitTells: exitTells(commands, at), isLast: at === commands.length - 1 }]
  })
}

function customCategory(line: string, custom: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(custom).find((name) => readPattern(custom[name] as string)?.test(line))
}

function isQuiet({ program, isScript, args }: RanCommand): boolean {
  if (isScript) return false
  if (program === "") return true
  if (program === "git") return QUIET_GIT.has(gitVerb(args).verb)
  if (program === "sed") return !args.some(({ text }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(text))
  return QUIET.has(program)
}

function exitTells(commands: readonly RanCommand[], at: number): boolean {
  const pipefail = commands.some(
    ({ program, args }) => program === "set" && args.some(({ text }) => text === "pipefail"),
  )
  // In `a || b` success may mean that b never ran.
  if (commands[at - 1]?.connector === "||") return false
  const rest = commands.slice(at)
  return rest.every(({ connector, negated }, index) => {
    if (negated || connector === "&") return false
    return index === rest.length - 1 || connector === "&&" || (connector === "|" && pipefail)
  })
}

function categoryOf(command: RanCommand): string {
  const program = categoryOfName(command.program)
  const tasks = taskNames(command).map(categoryOfName)
  const task = CATEGORIES.find(([category]) => tasks.includes(category))?.[0]
  const found = TAKES_TASKS.has(command.program) ? (task ?? program) : (program ?? task)
  return found ?? RUNTIME
}

/** `cargo test`, `vite build`, `make lint`: what stands where a task may stand. */
function taskNames({ program, args }: RanCommand): string[] {
  if (TAKES_NAMES.has(program)) return []
  if (program === "node" && args.some(({ text }) => text === "--test")) return ["test"]
  const first = afterFlags(args, 0, VALUED)
  const candidates = TAKES_TASKS.has(program) ? args.slice(first) : args.slice(first, first + 1)
  return candidates
    .filter(({ text, plain, quoted }) => plain && !quoted && /^[A-Za-z][\w:-]*$/.test(text))
    .map(({ text }) => text)
}

function categoryOfName(name: string): string | undefined {
  const stem = name.slice(0, 200).toLowerCase()
  const parts = new Set([...stem.split(/[^a-z0-9]+/), stem.replace(/[-_]/g, "")])
  return CATEGORIES.find(([, names]) => [...names].some((one) => parts.has(one)))?.[0]
}
