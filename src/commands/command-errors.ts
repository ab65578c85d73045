// The failures that a command's output reports. Output comes from all kinds of tools, up to megabytes of it, and the word "error" alone proves
// nothing ("0 errors", a passing test named "returns an error"): lines are judged one by one, each in linear time.
import { sha256 } from "../model/sha256.ts"
import type { FoundError } from "../session/memory-event.ts"
import { stripTerminalCodes } from "../text/terminal-codes.ts"
import { oneLine } from "../text/text.ts"
import { wordSet } from "../text/word-set.ts"
import { RUNTIME } from "./check-names.ts"
import { inWorktree, type ShellPlace } from "./shell-files.ts"

export const MAX_ERRORS = 5
export const MAX_SUMMARY = 280
/** Both ends are read: the first failure is at the beginning, the result at the end. */
const HEAD_CHARS = 64 * 1024
const TAIL_CHARS = 256 * 1024
/** With lines of the usual length, these limits cover both ends. */
const HEAD_LINES = 1000
const TAIL_LINES = 4000
const MAX_LINE = 2000
/** No tool says which it is later in a line. */
const MAX_LINE_START = 300
const MAX_WEIGHED = 200

/** The errors that a failed command's output reports, the most informative first. */
export function errorsIn(output: string, category: string, place: ShellPlace = {}): FoundError[] {
  const lines = linesOf(output)
  const kept = tellingLines(lines, category).slice(0, MAX_WEIGHED)
  const errors = new Map<string, FoundError>()
  const failed = failedFile(lines)
  for (const at of kept) {
    const summary = summaryOf(lines[at] as string)
    const fingerprint = errorFingerprint(category, summary)
    if (errors.has(fingerprint)) continue
    const file = placeAt(lines, at, place) ?? (failed && inWorktree(failed, place))
    errors.set(fingerprint, { fingerprint, summary, ...(file === undefined ? {} : { file }) })
    if (errors.size === MAX_ERRORS) break
  }
  return [...errors.values()]
}

/** The one file that a runner says has failed; with several, it is unclear which one an error belongs to. */
function failedFile(lines: readonly string[]): string | undefined {
  const files = new Set(lines.flatMap((line) => FAILED_FILE.exec(line)?.[1] ?? []))
  return files.size === 1 ? [...files][0] : undefined
}

/** Without pytest's margin and without rulers, whose length depends on the terminal. */
function summaryOf(line: string): string {
  return oneLine(line.replace(/^E\s{2,}/, "").replace(/[━─═⎯=]{3,}/g, " "), MAX_SUMMARY)
}

/** Stays the same from run to run: numbers, hashes, times and the place of the checkout do not count. */
export function errorFingerprint(category: string, summary: string): string {
  const normal = summary
    .replace(/(?<![\w.])(?:[A-Za-z]:)?(?:[/\\][\w.@+~-]+)*[/\\]([\w.@+~-]+)/g, "$1")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "#")
    .replace(/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, "#")
    .replace(/(?<![A-Za-z_\d])\d+(?:[.:,]\d+)*/g, "#")
    .replace(/# ?(?:ns|µs|ms|s|m|min|sec|seconds?|minutes?)\b/g, "#")
    .replace(/\s+/g, " ")
    .trim()
  return sha256(`${category}\n${normal}`).slice(0, 12)
}

export function lineStarts(output: string): string[] {
  return linesOf(output).map((line) => line.slice(0, MAX_LINE_START))
}

/** A passed test, a test's name, a quoted line of source: whatever it says, nothing has failed there. */
export function isBeside(line: string): boolean {
  return BESIDE.test(line)
}

function linesOf(output: string): string[] {
  const whole = output.length <= HEAD_CHARS + TAIL_CHARS
  const text = whole ? output : `${output.slice(0, HEAD_CHARS)}\n${output.slice(-TAIL_CHARS)}`
  const lines = stripTerminalCodes(text).split(text.includes("\r") ? /\r\n|\n|\r/ : "\n")
  const looked =
    lines.length <= HEAD_LINES + TAIL_LINES ? lines : [...lines.slice(0, HEAD_LINES), "", ...lines.slice(-TAIL_LINES)]
  return looked.map((line) => (line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line))
}

/** Indexes of the lines to keep. A line that only counts failures is kept if there is nothing better, and then one is enough. */
function tellingLines(lines: readonly string[], category: string): number[] {
  const found: Record<Telling, number[]> = { strong: [], weak: [], npm: [], located: [], count: [], afterthought: [] }
  lines.forEach((line, at) => {
    const telling = tellingOf(line, category)
    if (telling) found[telling].push(at)
  })
  // The compiler gives each of its errors a code; other lines with the word are source text.
  if (found.strong.some((at) => TS_CODE.test(lines[at] as string))) return found.strong
  const named = [...found.strong, ...found.weak, ...found.npm.slice(0, 1)]
  if (named.length > 0) return named
  if (found.located.length > 0) return found.located
  return [...found.count.slice(-1), ...found.afterthought].slice(0, 1)
}

/** npm spreads one failure over many lines, the first of which describes it, and repeats the failure of a script it ran. */
type Telling = "strong" | "weak" | "npm" | "located" | "count" | "afterthought"

function tellingOf(line: string, category: string): Telling | undefined {
  if (line.length < 4 || isBeside(line)) return undefined
  const isKnown = category !== RUNTIME
  const isStrong = STRONG.test(line) || startsWithErrorClass(line)
  if (!isStrong && !(isKnown && saysError(line))) return isKnown && LOCATED.test(line) ? "located" : undefined
  if (AFTERTHOUGHT.test(line.trim())) return "afterthought"
  if (isCount(line)) return "count"
  if (NPM.test(line)) return "npm"
  return isStrong ? "strong" : "weak"
}

const FAILED_FILE = /^\s{0,8}FAIL {1,4}([\w@.+~/-]{1,300}\.[A-Za-z]\w{0,7})(?:\s|$)/
const NPM = /^npm (?:ERR!|error)/
const TS_CODE = /\bTS\d{4}\b/
const STRONG = /\bTS\d{4}\b|\bERR!|^npm error\b|\bTraceback\b|\bpanic:/
/** `src/a.go:10:3: …`: the form of compilers and linters that do not use the word. */
const LOCATED = /^\s{0,8}[\w@.+~/\\-]{1,300}\.[A-Za-z]\w{0,7}:\d+(?::\d+)?:? +\S/
const BESIDE =
  /^\s{0,40}(?:[✓√✔]|# Subtest|error: [|>]-?$|\(pass\)|ok \d|PASS\b|>?\s{0,8}\d+ +[|│])|(?:\.\.\. ok|\bPASSED(?: +\[ *\d+%\])?)$/

function startsWithErrorClass(line: string): boolean {
  const [, name] =
    /^\s{0,40}(?:E\s{1,8})?(?:Uncaught |Unhandled )?([\w.$]{1,120})(?: \[[\w-]{1,60}\])?:/.exec(line) ?? []
  return name !== undefined && /(?:Error|Exception)$/.test(name)
}

/** As words: not in `error.ts`, `on-error`, `console.error`. */
const ERROR_WORD = /(?<![\w./\\-])(?:errors?|failed|failures?|exceptions?)(?![\w/\\-]|\.\w)/i
const NO_ERROR =
  /\b(?:0|no|zero|without)(?: \w{1,20})? (?:errors?|failed|failures?|exceptions?)\b|\b(?:errors?|failed|failures?)[:=] ?0\b/gi

function saysError(line: string): boolean {
  return ERROR_WORD.test(line) && ERROR_WORD.test(line.replace(NO_ERROR, ""))
}

const COUNT_WORDS = wordSet(
  `error errors failed failure failures exception exceptions fail pass passed skipped ignored measured filtered out todo pending test tests
  testing file files suite suites result results total problem problems warning warnings fixable found some were emitted while running applying
  fixes checks check in and of with the a an command script lint task target code exit exited status process completed run make lifecycle
  finished short summary info expect calls ran across ms s sec seconds time err npm error`,
)
/** A heading, or what a tool adds at the end to say that it gives up. */
const AFTERTHOUGHT = new RegExp(
  [
    "^Found \\d+ errors?\\b",
    "^Traceback\\b",
    "exit(?:ed with)? code|could not compile|aborting due to|For more information about this error",
    "\\bFAILED +\\[ *\\d+%\\]$",
    "^make(?:\\[\\d+\\])?: \\*\\*\\*",
    "^npm (?:ERR!|error) (?:code|errno|path|command|Lifecycle|Test failed|workspace|location|syscall|A complete log|in workspace|at location)\\b",
  ].join("|"),
)

/** Says that something failed, and how often, but not what. */
export function isCount(line: string): boolean {
  const text = line.slice(0, 300).toLowerCase()
  const counted = /\d (?:tests? )?(?:failed|failures?|errors?)\b/.test(text) ? text.replace(/\S*[/.]\S*/g, " ") : text
  const words = counted.replace(/(["'`])[^"'`]*\1/g, " ").match(/[a-z][\w-]*/g) ?? []
  return words.every((word) => COUNT_WORDS.has(word))
}

/** The path ends where a position begins: `a.ts(10,3)`, `a.ts:10:3`, `a.js: 3:1`, `test_a.py::test_x`. */
const NAMED = /(?<![\w@.+~/\\-])((?:[A-Za-z]:)?[\w@.+~/\\-]*[\w-]\.([A-Za-z]\w{0,7}))(?:\(\d+,\d+\)|::\w|: ?\d)/
const PYTHON_FRAME = /^\s{0,40}(?:E\s+)?File "([^"]{1,1000})", line \d/
const ARROW = /^\s{0,40}--> ([^\s:]{1,1000}):\d+/
const JS_FRAME = /^\s{0,40}at (?:[^(]{0,300}\()?(?:file:\/\/)?([^\s():]{1,1000}):\d+:\d+\)?$/
/** ESLint's: the path alone, its errors below as `  3:1  error …`. */
const HEADING = /^(?!\s)[^\s:]{1,1000}\.[A-Za-z]\w{0,7}$/
const UNDER_HEADING = /^\s+\d+:\d+\s/
const MAX_ABOVE = 60
const MAX_BELOW = 8

/** The file that the line at `at` names, relative to the worktree if it is inside. */
export function placeAt(lines: readonly string[], at: number, place: ShellPlace = {}): string | undefined {
  const line = lines[at] as string
  const path = named(line) ?? (UNDER_HEADING.test(line) ? above(lines, at, HEADING) : around(lines, at))
  return path === undefined ? undefined : inWorktree(path, place)
}

function named(line: string): string | undefined {
  const frame = PYTHON_FRAME.exec(line)
  if (frame) return frame[1]
  const [, path, ending] = NAMED.exec(line) ?? []
  // A host and its port look the same.
  return path !== undefined && /^(?:com|org|net|io|dev|local|internal)$/.test(ending ?? "") ? undefined : path
}

function around(lines: readonly string[], at: number): string | undefined {
  for (const line of lines.slice(at + 1, at + 1 + MAX_BELOW)) {
    const path = (ARROW.exec(line) ?? JS_FRAME.exec(line))?.[1]
    if (path !== undefined && !/node_modules|^node$/.test(path)) return path
    if (line.trim() === "") break
  }
  // A traceback's last frame, its code and perhaps a mark under it are directly above the error.
  return /^\w[\w.]*(?:Error|Exception)\b/.test(lines[at] as string)
    ? above(lines.slice(0, at), at, PYTHON_FRAME, 4)
    : undefined
}

function above(lines: readonly string[], at: number, pattern: RegExp, most = MAX_ABOVE): string | undefined {
  for (let index = at - 1; index >= 0 && index >= at - most; index--) {
    const found = pattern.exec(lines[index] as string)
    if (found) return found[1] ?? found[0]
  }
  return undefined
}
