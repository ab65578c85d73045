// How far a check reaches: the whole project, or the files and filters it was given. A narrow run that passes says nothing about what it left out,
// so it only closes errors within it; a wide one closes what a narrow one had shown.
import { posix } from "node:path"
import { sha256 } from "../model/sha256.ts"
import type { OpenError } from "../session/activity.ts"
import type { CheckRun } from "../session/memory-event.ts"
import { wordSet } from "../text/word-set.ts"
import { includesCheck, RUNTIME } from "./check-names.ts"
import type { Check } from "./error-category.ts"
import { inWorktree, type ShellPlace } from "./shell-files.ts"
import type { Word } from "./shell-line.ts"

const MAX_TARGETS = 20
const MAX_TARGET = 200
/** Each star of a pattern multiplies the time to match it. */
const MAX_STARS = 4

/** Flags whose value selects a part of what would be checked. */
const FILTERS = wordSet(
  "--filter -F --package --workspace -w --grep --tests --testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --spec --suite --testsuite --group --tags --example --since --changed-since --project -pl --projects",
)
const TEST_FILTERS = wordSet("-k -t -m -g -run -R -e -s -Dtest")
const FOLDERS = wordSet("-C --prefix --cwd --dir --manifest-path --project-dir")
const VERBS = wordSet("run test check lint ci build buildx exec watch format analyse analyze start tc")
const TAKES_TASKS = wordSet("make gmake just task gradle gradlew mvn mvnw rake ninja turbo nx")
/** Parts that the whole does not include: linting is not formatting. */
const APART = wordSet("#format #fmt #prettier")
const FORMATS = /\b(?:format|fmt|prettier)\b/
/** How tools name everything there is. */
const ALL = /^(?:\.\/?|\.\/\.\.\.|all|\*+|\.\/\*+|[\w.-]+\.(?:slnx?|xcworkspace))$/
/** How verbose a tool should be, and what it should build for. */
const LEVEL = /^(?:q|m|n|d|quiet|minimal|normal|detailed|diag(?:nostic)?|debug|release)$/i
const PATH = /[/\\]|\.[A-Za-z]\w{0,7}$|::/
/** Flags whose value is a path or a pattern, but not something to check. */
const NO_TARGET =
  /^--?(?:ext|ignore|exclude|cov|config|c$|root|out|o$|report|format|f$|log|junit|cache|env|ts|setting|plugin)/i
/** Flags without a value: what follows them is checked. */
const SWITCHES = wordSet(
  "--fix --check --write --noEmit --coverage --strict --quiet --verbose --silent --run --bail --unsafe --diff -x -v -vv -q -l",
)
const CONFIG = /config\b|\.\w+rc\b|\.(?:json|toml|ini|cfg|ya?ml|xml|log|txt|html)$/i

const SHOWS = wordSet("--version --help --init --print-config --showConfig --show-config --listTests")
/** Runs with these stop before the work. */
const STOPS = wordSet("--collect-only --co --no-run --list --list-tests -list --dry-run")
const MAKES = wordSet("make gmake")
/** They make what they are told to, or everything. */
const BUILDERS = wordSet("make gmake ninja")
const GOAL_FLAGS = wordSet("-f -C -I -o -W --file --makefile --directory --include-dir --old-file --what-if")
const PRETENDS = wordSet("-n -q --just-print --recon --question")
const CLEANS = wordSet("clean distclean mostlyclean help")
/** They build an image: the project's own build says nothing about it, nor the other way round. */
const IMAGE = /^(?:docker|podman|nerdctl)(?:-compose)? build$/
/** Without a file argument they run their standard input. */
const READS_SCRIPT =
  /^(?:python[\d.]*|node|deno|bun|tsx|ts-node|ruby|perl|php|(?:ba|z|da|k)?sh|psql|mysql|mariadb|sqlite3|ssh)$/

/** Whether success says nothing about the project. */
export function checksNothing({ category, name, command: { args, program } }: Check): boolean {
  const isAsked = ({ text }: Word) => SHOWS.has(text) || (isShort(text) && (category !== RUNTIME || args.length === 1))
  // Where others show their version, ctest shows more.
  const isShort = (text: string) => text === "-h" || (text === "-V" && name !== "ctest")
  if (args.some(isAsked)) return true
  if (!MAKES.has(program) && program !== "ninja") return false
  const tasks = args.filter(({ text }) => !text.startsWith("-"))
  return tasks.length > 0 && tasks.every(({ text }) => CLEANS.has(text))
}

/** `line` is everything that ran: for a script from standard input, only its own text may be there. */
export function checkRun(check: Check, place: ShellPlace, line: string): CheckRun {
  const { category, name, isTool, parts = [] } = check
  const { targets, folder } = narrowed(check, place)
  const script = readsScript(check) ? [`<${sha256(line).slice(0, 12)}`] : []
  const all = [...script, ...parts.map((part) => `#${part}`), ...targets].slice(0, MAX_TARGETS)
  return {
    category,
    name,
    ...(isTool && { isTool }),
    ...(all.length > 0 && { targets: all }),
    ...(folder !== undefined && { folder }),
  }
}

function narrowed(check: Check, place: ShellPlace): { targets: readonly string[]; folder?: string | undefined } {
  const { category, command } = check
  const args = [...(command.runner?.flags ?? []), ...command.args].filter(({ text }) => text !== "--")
  if (category === RUNTIME) return { targets: operands(args), folder: folderOf(place) }
  const stops = (flag: string) => STOPS.has(flag) || (MAKES.has(command.program) && PRETENDS.has(flag))
  const targets = args.map(({ text }) => text).filter(stops)
  let cwd = place.cwd ?? ""
  let mayBeVerb = true
  const isVerb = (word: string) => VERBS.has(word) || word === check.name || check.name.endsWith(` ${word}`)
  args.forEach((word, at) => {
    const [flag, value] = flagged(args, at)
    const use = flag === undefined ? undefined : useOf(flag, check)
    if (use === "filter" && value !== undefined) targets.push(`${flag} ${value}`.slice(0, MAX_TARGET))
    else if (use === "folder" && value !== undefined) cwd = posix.join(cwd, folderNamed(value))
    else if (word.text.startsWith("-")) return
    else if (flag === undefined && mayBeVerb && isVerb(word.text)) return
    else if (isGoal(word, flag, check)) targets.push(`#${word.text}`)
    else if (!TAKES_TASKS.has(command.program) && isTarget(word, flag)) {
      mayBeVerb = false
      targets.push(inWorktree(word.text.replace(/\/\.\.\.$/, ""), { ...place, cwd }))
    }
  })
  return { targets, folder: folderOf({ ...place, cwd }) }
}

/** `make foo` makes foo and says nothing about the rest; a goal named after a kind of check counts as that check. */
function isGoal({ text, plain }: Word, flag: string | undefined, { name, command }: Check): boolean {
  const { program, args } = command
  if (!BUILDERS.has(program) || name !== program || (flag !== undefined && GOAL_FLAGS.has(flag))) return false
  if (args.some((one) => ALL.test(one.text) || VERBS.has(one.text))) return false
  return plain && /^[A-Za-z][\w./-]*$/.test(text) && !CLEANS.has(text) && text.length <= MAX_TARGET
}

function readsScript({ category, hasInput, command: { program, isScript, args } }: Check): boolean {
  if (category !== RUNTIME || isScript) return false
  if (!READS_SCRIPT.test(program))
    return hasInput === true && program !== "git" && args.some(({ text }) => text === "-")
  if (args.some(({ text }) => /^-[a-z]*[ce]$|^--(?:eval|print|command|execute)\b/.test(text))) return false
  return hasInput === true || operands(args).length === 0
}

/** What a command is about; a commit message is not, but a script given as an argument is all it has. */
function operands(args: readonly Word[]): string[] {
  const isCode = (at: number) => /^-[ce]$/.test(args[at - 1]?.text ?? "")
  const own = args.filter(({ text }, at) => !text.startsWith("-") && (isCode(at) || !/\s/.test(text)))
  return own.map(({ text }) => text.slice(0, MAX_TARGET))
}

/** The flag that a word belongs to, and its value: `-k x`, `--filter=x`. */
function flagged(args: readonly Word[], at: number): readonly [string | undefined, string | undefined] {
  const text = args[at]?.text ?? ""
  const [, flag, value] = /^(--?[\w-]+)=(.*)$/.exec(text) ?? []
  if (flag !== undefined) return [flag, value]
  const before = args[at - 1]?.text ?? ""
  if (text.startsWith("-") || !before.startsWith("-") || before.includes("=")) return [undefined, undefined]
  return [before, text]
}

function useOf(flag: string, { category, name, command }: Check): "filter" | "folder" | undefined {
  if (FOLDERS.has(flag)) return "folder"
  if (flag === "-p" || flag === "--project") {
    if (category === "typecheck") return name.startsWith("cargo") ? "filter" : "folder"
    return flag === "-p" && !name.startsWith("cargo") ? undefined : "filter"
  }
  const hasTestFlags = category === "test" && !BUILDERS.has(command.program)
  return FILTERS.has(flag) || (hasTestFlags && TEST_FILTERS.has(flag)) ? "filter" : undefined
}

/** `-p tsconfig.json` is the folder it lies in. */
function folderNamed(value: string): string {
  return /\.(?:json|toml)$/.test(value) ? posix.dirname(value) : value
}

/** A word after an unknown flag is most often its value. */
function isTarget({ text, plain }: Word, flag: string | undefined): boolean {
  if (ALL.test(text) || /^(?:\d*|true|false)$/.test(text) || text.length > MAX_TARGET) return false
  if (flag !== undefined && LEVEL.test(text)) return false
  return (
    flag === undefined ||
    SWITCHES.has(flag) ||
    (plain && PATH.test(text) && !CONFIG.test(text) && !NO_TARGET.test(flag))
  )
}

/** Undefined for the worktree itself. */
function folderOf({ root, cwd }: ShellPlace): string | undefined {
  if (cwd === undefined || cwd === "" || cwd === "." || cwd === root) return undefined
  const folder = inWorktree(cwd, { root })
  return folder === root || folder === "." ? undefined : folder
}

type ClosableError = Pick<OpenError, "category" | "summary" | "file" | "tool" | "check">

export function closes(passed: CheckRun, error: ClosableError): boolean {
  return isSameCheck(passed, error) && isWithin(passed, error)
}

function isSameCheck(passed: CheckRun, { category, tool, check }: ClosableError): boolean {
  if (passed.name !== undefined && passed.name === check?.name) return true
  if (category === "build" && [passed.name, check?.name].some((name) => IMAGE.test(name ?? ""))) return false
  const shownBy = tool ?? (check?.isTool ? check.name : undefined)
  if (passed.name !== undefined && shownBy !== undefined && includesCheck(passed.name, shownBy)) return true
  if (passed.category !== category || category === RUNTIME) return false
  if (FORMATS.test(passed.name ?? "") && !FORMATS.test(shownBy ?? check?.name ?? "")) return false
  // Each of two tools knows only its own errors; a script may run either.
  return !passed.isTool || shownBy === undefined || shownBy === passed.name
}

function isWithin(passed: CheckRun, { category, summary, file, check }: ClosableError): boolean {
  if (!foldersMeet(passed, check?.folder, file)) return false
  const reached = passed.targets ?? []
  const failed = check?.targets ?? []
  if (category === RUNTIME || passed.category === RUNTIME) {
    const isSame = failed.every((one, at) => reached[at] === undefined || reached[at] === one)
    return isSame && (reached.length > 0 || failed.length === 0)
  }
  if (reached.length === 0) return !failed.some((one) => APART.has(one))
  // A filter leaves out what the failed run had, whatever else both of them name.
  if (reached.some((one) => one.startsWith("-") && !failed.includes(one))) return false
  if (failed.length > 0 && failed.every((one) => reached.some((other) => isIn(one, other)))) return true
  if (reached.some((one) => /^[-#]/.test(one))) return false
  return reached.some((one) => (one.includes("::") ? summary.includes(one) : file !== undefined && isIn(file, one)))
}

/** A `cd` says little if the other run had none: many begin each command with one. */
function foldersMeet({ folder }: CheckRun, failed: string | undefined, file: string | undefined): boolean {
  if (folder === undefined || folder === failed) return true
  if (file !== undefined && !folder.startsWith("/") && !file.startsWith("/")) return isIn(file, folder)
  return failed === undefined || isIn(failed, folder)
}

function isIn(one: string, other: string): boolean {
  // If the worktree is not known, a path may be absolute.
  if (one.startsWith("/") && !other.startsWith("/")) return `${one}/`.includes(`/${other}/`)
  if (other.includes("*")) return other.split("*").length <= MAX_STARS && globOf(other).test(one)
  // `a.exs:42` and `a.py::test` are in the file.
  return one === other || [`${other}/`, `${other}:`].some((start) => one.startsWith(start)) || other === ""
}

/** `scripts/*.sh`: a star stays in its folder, two do not. */
function globOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (!part.startsWith("*")) return part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    return part.length > 1 ? ".*" : "[^/]*"
  })
  return new RegExp(`^${parts.join("")}$`)
}
