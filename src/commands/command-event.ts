// What a finished command means for the session's errors: those that it shows, and the checks that it has shown to pass. The exit code decides; if
// a pipe or a list hides it, only what the output says beyond doubt.
import type { CheckRun, EventOf, FoundError } from "../session/memory-event.ts"
import { oneLine } from "../text/text.ts"
import { RUNTIME } from "./check-names.ts"
import { type CheckReport, reportIn, verdictIn } from "./check-report.ts"
import { checkRun, checksNothing } from "./check-scope.ts"
import { commandsIn } from "./command.ts"
import { errorFingerprint, errorsIn, lineStarts, MAX_SUMMARY } from "./command-errors.ts"
import { type Check, type CheckSettings, checksIn } from "./error-category.ts"
import { lastFolder, type ShellPlace } from "./shell-files.ts"

/** More of a command than is ever shown; a script in a heredoc is not kept. */
const MAX_COMMAND = 2000
/** The last lines of every report fit into this many. */
const LEAST_END = 3
const MAX_ECHO = 20_000
const MAX_ECHOED = 20

export interface CommandRun extends CheckSettings {
  readonly command: string
  /** Null if it was stopped. */
  readonly exit: number | null
  /** For a command that succeeded, only if `readsOutput`. */
  readonly output: string
  /** Where it ran: errors name files from there. */
  readonly place?: ShellPlace | undefined
}

type CommandEvent = EventOf<"command">

/** Whether exit code 0 of a line leaves open how a check in it ended, or what a script in it ran. */
export function readsOutput(command: string): boolean {
  return checksIn(command).some((check) => isHidden(check) || isScript(check))
}

/** The event of a finished command. If nothing shows how the command that matters ended, the event does not either. */
export function commandEvent(run: CommandRun): CommandEvent {
  const { exit } = run
  const event = { kind: "command", command: run.command.slice(0, MAX_COMMAND), exit } as const
  const checks = exit === null ? [] : checksIn(withoutEcho(run), run)
  const last = checks.at(-1)
  if (!last) return event
  if (exit === 0)
    return {
      ...event,
      ...succeeded(
        run,
        checks.filter((check) => !checksNothing(check)),
      ),
    }
  const { category, errors } = failuresIn(run, checks, last)
  const isUntold = errors.length === 0 && last.isLast && category !== RUNTIME
  return { ...event, category, errors: isUntold ? [untold(run, last, category)] : errors }
}

const MAX_ENDING = 100
const ECHOES_EXIT = /(?:;|&&|\n)\s{0,10}echo\s{1,10}"?([^"'`$;|&<>\n]{0,40})\$\?["']?\s{0,10}$/

/** `tsc > log; echo $?` that prints 0 has ended as the line before the echo: a pipe in it still hides what failed. */
function withoutEcho({ command, output }: CommandRun): string {
  const [echo, label = ""] = ECHOES_EXIT.exec(command.slice(-MAX_ENDING)) ?? []
  const shown = output.slice(-MAX_ENDING).trimEnd().split("\n").at(-1)?.trim()
  return echo !== undefined && shown === `${label}0`.trim() ? command.slice(0, -echo.length) : command
}

function isScript({ isTool, category }: Check): boolean {
  return !isTool && category !== RUNTIME
}

function isHidden({ exitTells, category }: Check): boolean {
  return !exitTells && category !== RUNTIME
}

function succeeded(run: CommandRun, checks: readonly Check[]): Pick<CommandEvent, "category" | "passed" | "errors"> {
  const hidden = checks.filter(isHidden)
  const lines = hidden.length > 0 ? lineStarts(run.output) : []
  const verdict = verdictIn(lines)
  const last = hidden.at(-1)
  const failed = last && verdict.failed ? failuresIn(run, hidden, last) : undefined
  const isAlone = verdict.passed && checks.filter(({ category }) => category !== RUNTIME).length === 1
  const isGood = (check: Check) => isAlone || ((verdict.passed || check.category !== "test") && endsWell(run, check))
  const passed = checks.filter((check) => check.exitTells || (!verdict.failed && isGood(check)))
  const category = failed?.category ?? passed.at(-1)?.category
  return {
    ...(category !== undefined && {
      category,
      passed: runsOf([...passed, ...(passed.some(isScript) ? echoed(run) : [])], run),
    }),
    ...(failed && failed.errors.length > 0 && { errors: failed.errors }),
  }
}

/** Package managers show each command of a script before they run it. */
function echoed({ output }: CommandRun): Check[] {
  const lines = output.slice(0, MAX_ECHO).match(/^(?:>|\$) \S.*$/gm) ?? []
  return lines
    .slice(0, MAX_ECHOED)
    .flatMap((line) => checksIn(line.slice(2)))
    .filter((check) => check.category !== RUNTIME && !checksNothing(check))
}

/** Its pipe shows enough that a failure would be seen. Passed tests are counted: for them, silence says nothing. */
function endsWell({ output }: CommandRun, { category, command, shows }: Check): boolean {
  if (!shows || shows.part === "some" || command.writes.length > 0) return false
  const isSeen = shows.part === "end" ? shows.lines >= LEAST_END : output.trimEnd().split("\n").length < shows.lines
  return isSeen && errorsIn(output, category).length === 0
}

function runsOf(checks: readonly Check[], run: CommandRun): CheckRun[] {
  const runs = checks.map((check) => runOf(check, run))
  return [...new Map(runs.map((one) => [JSON.stringify(one), one])).values()]
}

/** A category defined by the user is all that is needed. */
function runOf(check: Check, run: CommandRun): CheckRun {
  const { category } = check
  return Object.hasOwn(run.categories ?? {}, category) ? { category } : checkRun(check, ranIn(run), run.command)
}

/** After `cd packages/a && tsc`, paths are relative to that folder. */
function ranIn({ command, place = {} }: CommandRun): ShellPlace {
  const cwd = lastFolder(commandsIn(command), place)
  return cwd === undefined || cwd === "" ? place : { ...place, cwd }
}

function failuresIn(
  run: CommandRun,
  checks: readonly Check[],
  last: Check,
): { readonly category: string; readonly errors: readonly FoundError[] } {
  const isOwn = Object.hasOwn(run.categories ?? {}, last.category)
  const isUnknown = !isOwn && (last.isWhole === true || last.category === RUNTIME)
  const told = isUnknown ? reportIn(lineStarts(run.output), true) : undefined
  const category = told?.category ?? last.category
  const errors = errorsIn(run.output, category, ranIn(run)).map((error) => {
    const report = isOwn ? undefined : (reportIn([error.summary], isUnknown) ?? told)
    const own = report?.category ?? category
    return {
      ...error,
      ...(own !== category && { category: own, fingerprint: errorFingerprint(own, error.summary) }),
      ...(report?.tool !== undefined && { tool: report.tool }),
      check: runOf(checkOf(report, checks, last), run),
    }
  })
  return { category, errors }
}

/** In `tsc && vitest` the compiler may be what failed, and its messages show it. */
function checkOf(report: CheckReport | undefined, checks: readonly Check[], last: Check): Check {
  if (!report) return last
  const { category, tool } = report
  return checks.find(({ name }) => name === tool) ?? checks.findLast((check) => check.category === category) ?? last
}

function untold(run: CommandRun, check: Check, category: string): FoundError {
  const ending = ` failed (exit ${run.exit})`
  const summary = oneLine(run.command, MAX_SUMMARY - ending.length) + ending
  return { fingerprint: errorFingerprint(category, summary), summary, check: runOf(check, run) }
}
