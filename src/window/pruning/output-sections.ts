// One call often prints several kinds of output in sequence (`git status && cat x && rg y`), so the kind is decided line by line, and each
// section is weighed by its own strategy.
import { pipelinesIn } from "../../commands/command.ts"
import { runsCheck } from "../../commands/error-category.ts"
import { diff } from "./diff.ts"
import { fileList } from "./file-list.ts"
import { general } from "./general.ts"
import { grepResults } from "./grep-results.ts"
import { json } from "./json.ts"
import { log } from "./log-output.ts"
import { source } from "./source.ts"
import type { Strategy } from "./strategy.ts"
import { testReport } from "./test-report.ts"
import { tree } from "./tree.ts"

export interface OutputSection {
  readonly strategy: Strategy
  readonly start: number
  readonly end: number
}

/** Tried after checks (`runsCheck`), whose reports can contain every other kind. */
const BY_COMMAND = [diff, log, json, source, grepResults, fileList]
const BY_LINE = [diff, tree, testReport, log, grepResults, json, fileList]
const LEAST_LINES = 6
const MAX_COMMAND = 20_000
const MAX_PIPELINE = 2_000

export function sectionsOf(lines: readonly string[], command: string): OutputSection[] {
  const ground = groundOf(lines, command)
  if (ground === testReport || ground === diff) return [{ strategy: ground, start: 0, end: lines.length }]
  const kinds = lines.map((line) => (line.trim() === "" ? undefined : BY_LINE.find((kind) => kind.line?.test(line))))
  return joined(runsOf(kinds, ground), ground)
}

function groundOf(lines: readonly string[], command: string): Strategy {
  if (runsCheck(command.slice(0, MAX_COMMAND))) return testReport
  const commands = pipelinesIn(command.slice(0, MAX_COMMAND)).map((one) => one.slice(0, MAX_PIPELINE))
  const byCommand = BY_COMMAND.find((kind) => commands.some((one) => kind.command?.test(one)))
  if (byCommand) return byCommand
  const half = lines.length / 2
  return BY_LINE.find((kind) => lines.filter((line) => kind.line?.test(line)).length > half) ?? general
}

/** Blank lines belong to the section before them. */
function runsOf(kinds: readonly (Strategy | undefined)[], ground: Strategy): OutputSection[] {
  const runs: OutputSection[] = []
  kinds.forEach((kind, at) => {
    const last = runs.at(-1)
    const strategy = kind ?? ground
    if (last?.strategy === strategy) runs[runs.length - 1] = { ...last, end: at + 1 }
    else runs.push({ strategy, start: at, end: at + 1 })
  })
  return runs
}

/** A run too short to be a section joins its surroundings. */
function joined(runs: readonly OutputSection[], ground: Strategy): OutputSection[] {
  const sections: OutputSection[] = []
  for (const run of runs) {
    const strategy = run.end - run.start < LEAST_LINES ? ground : run.strategy
    const last = sections.at(-1)
    if (last?.strategy === strategy) sections[sections.length - 1] = { ...last, end: run.end }
    else sections.push({ strategy, start: run.start, end: run.end })
  }
  return sections
}
