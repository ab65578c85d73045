// The checks that a command line really runs. A check that passes closes errors, so a wrong guess here would hide some: a name counts only in the
// position of a program, script or task, never as a file, a branch or a quoted text.
import { readPattern } from "../model/pattern.ts"
import { wordSet } from "../text/word-set.ts"
import { type KnownName, knownScript, knownTool, plainName, RUNTIME } from "./check-names.ts"
import { afterFlags, commandsIn, gitVerb, nestedIn, type RanCommand, ranBy } from "./command.ts"
import { expanded, type ProjectScripts } from "./project-scripts.ts"
import type { Word } from "./shell-line.ts"

export interface Check extends KnownName {
  readonly command: RanCommand
  /** Exit code 0 of the whole line means that this command succeeded. Not so for `tsc | head` or `tsc; true`. */
  readonly exitTells: boolean
  /** Nothing runs after it, so if the line fails, it failed there or earlier. */
  readonly isLast: boolean
  /** From a file, a heredoc or another command. */
  readonly hasInput?: boolean
  /** If a pipe hides its exit code: what is left of its output. */
  readonly shows?: Shown | undefined
}

/** The last `lines`, the first ones, or what a filter let through. */
export interface Shown {
  readonly part: "end" | "start" | "some"
  readonly lines: number
}

export interface CheckSettings {
  /** The user's own categories: name to regular expression on the command line. */
  readonly categories?: Readonly<Record<string, string>> | undefined
  readonly scripts?: ProjectScripts | undefined
}

const MAX_MATCHED = 2000

/** They show what is there, or control the shell: their exit code says nothing about the project. */
const QUIET =
  wordSet(`cat head tail less more bat grep egrep fgrep rg ag ack ls eza find fd echo printf which type whereis wc stat file tree
  jq yq awk gawk sed sort uniq cut tr column nl tac tee diff cmp comm basename dirname realpath readlink date pwd whoami id uname
  env printenv du df ps md5sum sha256sum xxd hexdump od strings cd pushd popd export set unset alias true false : exit return break
  continue test [ [[ sleep wait command xargs for case select function read local declare fi done esac } then else do`)
const QUIET_GIT = wordSet("log show diff status blame shortlog reflog ls-files rev-parse grep describe")

/** Their arguments are names of files, branches, hosts or databases. */
const TAKES_NAMES =
  wordSet(`git gh rm rmdir mkdir cp mv touch ln chmod chown tar zip unzip gzip rsync scp ssh curl wget vim vi nvim nano emacs
  code open kill pkill killall psql mysql sqlite3 redis-cli createdb dropdb kubectl helm dd install`)
const TAKES_TASKS = wordSet("make gmake just task gradle mvn rake ninja turbo run-s run-p npm-run-all")
const PACKAGE_MANAGERS = wordSet("npm pnpm yarn bun")
const RUNS_SCRIPTS = new Set([...PACKAGE_MANAGERS, ...TAKES_TASKS, "composer", "nx", "lerna", "tox", "nox"])
const INSTALLS = new Set(["npm ci", "pnpm ci", "yarn ci"])
/** A tool without a verb of its own builds or tests: the task that it is given says more. */
const TASK_FIRST = wordSet("make gmake tox nox ninja")
const VALUED = wordSet("-C --dir --cwd --prefix --workspace --filter -F")
const TASK_FLAG = /^(?:-t|-e|-s|--targets?|--session|--env)$/
const TAKES_TASK_FLAG = wordSet("nx tox nox")

/** For the last command that matters. Undefined for a line that only reads. */
export function categoryOfCommand(
  line: string,
  categories: Readonly<Record<string, string>> = {},
): Pick<Check, "category" | "exitTells" | "isLast"> | undefined {
  const last = checksIn(line, { categories }).at(-1)
  return last && { category: last.category, exitTells: last.exitTells, isLast: last.isLast }
}

/** All commands of a line that do more than read. A category of the user's applies to the last of them. */
export function checksIn(line: string, { categories = {}, scripts }: CheckSettings = {}): Check[] {
  const commands = expanded(commandsIn(line).flatMap(inContainer).map(byPackageManager), scripts)
  const last = commands.findLastIndex((command) => !isQuiet(command))
  const matched = line.slice(0, MAX_MATCHED)
  const own = Object.keys(categories).find((name) => readPattern(categories[name] as string)?.test(matched))
  return commands.flatMap((command, at) => {
    if (isQuiet(command)) return []
    const category = at === last ? own : undefined
    const known = category === undefined ? knownAs(command) : [{ category, name: category, isTool: false }]
    return known.map((one) => ({
      ...one,
      command,
      exitTells: exitTells(commands, at),
      isLast: at === commands.length - 1,
      hasInput: command.hasInput === true || commands[at - 1]?.connector === "|",
      shows: shownOf(commands, at),
    }))
  })
}

export function runsCheck(line: string): boolean {
  return checksIn(line).some(({ category }) => category !== RUNTIME)
}

function isQuiet({ program, isScript, args, hasPath, runner }: RanCommand): boolean {
  // `bin/test` and `hatch run test` are not the shell's own.
  if (isScript || ((hasPath || runner) && knownScript(program))) return false
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

const DEFAULT_LINES = 10

/** Only if nothing but pipes comes between its exit code and that of the line. */
function shownOf(commands: readonly RanCommand[], at: number): Shown | undefined {
  if (commands[at]?.connector !== "|" || commands[at - 1]?.connector === "||") return undefined
  let shown: Shown = { part: "end", lines: Number.POSITIVE_INFINITY }
  let end = at + 1
  for (; end < commands.length; end++) {
    const { program, args, connector } = commands[end] as RanCommand
    const cut = Number(/\d+/.exec(args.map(({ text }) => text).join(" "))?.[0] ?? DEFAULT_LINES)
    const lines = Math.min(cut, shown.lines)
    if (program === "head" && shown.part !== "some") shown = { part: "start", lines }
    else if (program === "tail" && shown.part === "end") shown = { part: "end", lines }
    else if (program !== "cat" && program !== "tee") shown = { part: "some", lines }
    if (connector !== "|") break
  }
  const rest = commands.slice(end)
  return rest.every(({ connector }, index) => index === rest.length - 1 || connector === "&&") ? shown : undefined
}

/** More than one if each argument is a task: `make lint test`. */
function knownAs(command: RanCommand): KnownName[] {
  const name = plainName(command.program)
  const tasks = taskNames(command, name)
  const scripts = tasks.flatMap((task) => byScript(task, name) ?? [])
  if (!command.isScript) {
    const tools = tasks.flatMap((task) => knownTool(name, task, "verb") ?? [])
    if (tools.length > 0) return tools
  }
  const own = (command.isScript ? undefined : knownTool(name, undefined)) ?? knownScript(command.program)
  if (own && (scripts.length === 0 || !TASK_FIRST.has(name))) return [own]
  if (scripts.length > 0) return scripts
  return [own ?? { category: RUNTIME, name: command.program, isTool: false }]
}

/** Only where projects write their own is it a project's script; elsewhere it is one of the program's verbs. */
function byScript(task: string, program: string): KnownName | undefined {
  const known = INSTALLS.has(`${program} ${task}`) ? undefined : knownScript(task)
  if (!known || RUNS_SCRIPTS.has(program)) return known
  return { category: known.category, name: `${program} ${task}`, isTool: true }
}

/** `cargo test`, `vite build`, `make lint`: the word in the position of a task. */
function taskNames({ args }: RanCommand, name: string): string[] {
  if (TAKES_NAMES.has(name)) return name === "helm" ? args.slice(0, 1).map(({ text }) => text) : []
  if (name === "node" && args.some(({ text }) => text === "--test")) return ["test"]
  const at = afterFlags(args, 0, VALUED)
  const first = args[at]?.text === "buildx" ? at + 1 : at
  const flagged = args.filter((_, at) => TAKES_TASK_FLAG.has(name) && TASK_FLAG.test(args[at - 1]?.text ?? ""))
  const candidates = TAKES_TASKS.has(name) ? args.slice(first) : [...flagged, ...args.slice(first, first + 1)]
  return candidates
    .filter(({ text, plain, quoted }) => plain && !quoted && /^:?[A-Za-z][\w:,-]*$/.test(text))
    .map(({ text }) => text)
}

/** `pnpm vitest run` and `yarn eslint .` run the tool itself. */
function byPackageManager(command: RanCommand): RanCommand {
  const { program, isScript, args } = command
  if (isScript || !PACKAGE_MANAGERS.has(program)) return command
  const at = afterFlags(args, 0, VALUED)
  const tool = args[at]?.text ?? ""
  if (!knownTool(tool, args[at + 1]?.text)) return command
  return { ...command, program: tool, args: args.slice(at + 1), runner: { program, flags: args.slice(0, at) } }
}

const CONTAINERS = wordSet("docker podman nerdctl docker-compose podman-compose")
const CONTAINER_FLAGS = wordSet("-e -u -w -v -f -p --env --user --workdir --name --file")

/** `docker compose exec -T app pytest` is pytest, but its files are elsewhere. */
function inContainer(command: RanCommand): RanCommand[] {
  const inner = CONTAINERS.has(command.program) ? afterService(command.args) : afterHost(command)
  if (inner.length === 0) return [command]
  const [first] = inner
  const isLine = inner.length === 1 && first !== undefined && /\s/.test(first.text)
  const commands = isLine ? commandsIn(first.text, 1) : ranBy({ ...command, words: inner }, 1)
  return nestedIn(command, commands)
}

function afterService(args: readonly Word[]): readonly Word[] {
  let at = afterFlags(args, 0, CONTAINER_FLAGS)
  if (args[at]?.text === "compose") at = afterFlags(args, at + 1, CONTAINER_FLAGS)
  if (!/^(?:exec|run)$/.test(args[at]?.text ?? "")) return []
  return args.slice(afterFlags(args, at + 1, CONTAINER_FLAGS) + 1)
}

function afterHost({ program, args }: RanCommand): readonly Word[] {
  if (program === "nix")
    return args.slice(args.findIndex(({ text }) => /^(?:-c|--command)$/.test(text)) + 1 || args.length)
  if (program === "wsl") return args.slice(args.findIndex(({ text }) => /^(?:-e|--exec|--)$/.test(text)) + 1)
  const dashes = program === "kubectl" && args[0]?.text === "exec" ? args.findIndex(({ text }) => text === "--") : -1
  return dashes < 0 ? [] : args.slice(dashes + 1)
}
