// What shortening outputs saves and what it costs an agent, on recorded sessions, beside keeping the first and last lines. What it costs is
// told by what the agent really used afterwards, so no one has to judge.
import { readsOneFile } from "../src/commands/file-read.ts"
import { PRUNE_LIMITS, PRUNE_MODES, type PruneLimits, type PruneMode } from "../src/model/tunable.ts"
import { commandOf } from "../src/window/pruning/call.ts"
import { namesIn } from "../src/window/pruning/names.ts"
import { prune } from "../src/window/pruning/prune.ts"
import { ms, spreadOf, spreadText } from "./spread.ts"
import type { Figure, Row, Target } from "./table.ts"
import {
  COLUMNS,
  type Column,
  inputText,
  keptOf,
  type Output,
  outputsOf,
  peoplesSessions,
  type Trajectory,
  trajectories,
} from "./trajectories.ts"

interface Agent {
  readonly name: string
  readonly data: string
  /** Percent kept, at the savings of the first and last 30 lines. */
  readonly goals?: Record<Column, number>
}

type Rule = (output: Output) => string
type Score = Record<Column, number> & { readonly saved: number }

const AGENTS: readonly Agent[] = [
  { name: "codex", data: "nice", goals: { near: 95, far: 92, edit: 75, err: 90 } },
  { name: "mini-swe", data: "swe", goals: { near: 99, far: 98, edit: 90, err: 95 } },
]
const LONG = 60
const RECENT_CALLS = 4
const SEARCH_STEPS = 10
const USUAL_LINES = 500
const TIMES = 3
const MOST_MS = 5
/** Of the lines that are written again, in the usual mode. */
const LEAST_EDIT = 90
const READ_LINES = 300

export async function pruningFigure(): Promise<Figure> {
  const title = "Shortened tool outputs"
  const measured: { agent: Agent; sessions: readonly Trajectory[] | undefined }[] = [
    ...AGENTS.map((agent) => ({ agent, sessions: trajectories(agent.data) })),
    ...peoplesSessions().map(({ name, rows }) => ({ agent: { name: `people, ${name}`, data: name }, sessions: rows })),
  ]
  if (measured.some(({ sessions }) => sessions === undefined))
    return {
      title,
      about: "Not measured: there are no trajectories (CAIRN_BENCH_DATA says where the data are).",
      rows: [],
    }
  return {
    title,
    about: `Recorded sessions of two agents, and of people at work with a third, on which no weight was tuned. Each cell: characters of shell outputs saved (a token is taken for four) · names used in the next three steps · names used later · lines written again word for word in the next three calls · error lines, in percent kept; names count where they were first seen. Compared is what happens to shell outputs over ${LONG} lines that are no read of one file (these stay whole up to 300 lines), with the room set so that no less is saved than by the first and last 30; the modes are as they ship, on all outputs. The time is the best of ${TIMES} on outputs of ${LONG} to ${USUAL_LINES} lines. Weights were tuned on half A; half B was seen along the way too, so it is a check and no blind test. Codex wrote few lines again (30), so that column of it says little.`,
    rows: measured.flatMap(({ agent, sessions = [] }) => rowsOf(agent, outputsOf(sessions))),
  }
}

function rowsOf(agent: Agent, outputs: readonly Output[]): Row[] {
  const compare = (what: string, some: readonly Output[]): Row[] => {
    const seed = scoreOf(some, endsAndNames(30, 0))
    const best = scoreOf(some, endsAndNames(20, 100))
    const own = sameSavings(some, seed.saved)
    return [
      {
        what,
        cairn: text(own),
        baseline: `first and last 30: ${text(seed)}`,
        ratio: lossRatio(own, seed),
        ...(agent.goals && { target: goalOf(agent.goals, own) }),
      },
      {
        what,
        cairn: text(own),
        baseline: `first and last 20 and 100 names: ${text(best)}`,
        ratio: lossRatio(own, best),
      },
    ]
  }
  const half = (rest: number) => outputs.filter(({ session }) => hash(session.id) % 2 === rest)
  return [
    ...compare(`${agent.name}, same savings`, outputs),
    ...(agent.goals
      ? [...compare(`${agent.name}, half A`, half(0)), ...compare(`${agent.name}, half B`, half(1))]
      : []),
    ...PRUNE_MODES.map((mode) => modeRow(agent, mode, scoreOf(outputs, pruned(mode)))),
    timeRow(agent, outputs),
  ]
}

function modeRow(agent: Agent, mode: PruneMode, score: Score): Row {
  const target = { text: `edited lines at least ${LEAST_EDIT} %`, met: score.edit >= LEAST_EDIT }
  return { what: `${agent.name}, ${mode} mode`, cairn: text(score), ...(mode === "normal" && { target }) }
}

function timeRow(agent: Agent, outputs: readonly Output[]): Row {
  const rule = pruned("normal")
  const timeOf = (output: Output) => {
    const started = performance.now()
    rule(output)
    return performance.now() - started
  }
  const usual = outputs.filter((output) => isCompared(output) && output.lines < USUAL_LINES)
  const samples = usual.map((output) => Math.min(...Array.from({ length: TIMES }, () => timeOf(output))))
  const spread = spreadOf(samples)
  return {
    what: `${agent.name}, time an output`,
    cairn: spreadText(spread),
    baseline: `in all ${ms(sum(samples))}`,
    target: { text: `p99 under ${MOST_MS} ms`, met: spread.p99 < MOST_MS },
  }
}

/** With the largest room that saves no less. */
function sameSavings(outputs: readonly Output[], saved: number): Score {
  let [low, high] = [1, 120]
  let best = scoreOf(outputs, held(low))
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const ends = (low + high) / 2
    const score = scoreOf(outputs, held(ends))
    if (score.saved >= saved) [low, best] = [ends, score]
    else high = ends
  }
  return best
}

/** The rule on the same outputs as the baseline: none shorter, and the shell's only. */
function held(ends: number): Rule {
  const rule = pruned("normal", { ...PRUNE_LIMITS.normal, listing: LONG, other: LONG, ends })
  return (output) => (isCompared(output) ? rule(output) : output.step.output)
}

function pruned(mode: PruneMode, limits?: PruneLimits): Rule {
  return (output) => {
    const { step } = output
    if (step.tool !== "shell") return step.output
    const call = { tool: "bash", args: step.input, output: step.output, mode, task: taskOf(output) }
    return prune({ ...call, ...(limits && { limits }) })?.text ?? step.output
  }
}

/** What a plugin knows when an output arrives: the request, the last calls and what the agent said before this one. */
function taskOf({ session, step, at }: Output): string {
  const calls = session.steps
    .slice(Math.max(0, at - RECENT_CALLS), at)
    .map(({ input }) => inputText(input).slice(0, 1000))
  return [step.text, ...calls, session.task].join("\n")
}

function endsAndNames(ends: number, most: number): Rule {
  return (output) => {
    const text = output.step.output
    if (!isCompared(output)) return text
    const lines = text.split("\n")
    const between = lines.slice(ends, -ends)
    const short = [...lines.slice(0, ends), `[… ${between.length} lines left out]`, ...lines.slice(-ends)].join("\n")
    if (most === 0) return short
    const names = new Set(namesIn(between.join("\n"), Number.POSITIVE_INFINITY).filter((name) => !short.includes(name)))
    return `${short}\n[names: ${[...names].slice(0, most).join(" ")}]`
  }
}

function isCompared({ step, lines }: Output): boolean {
  if (step.tool !== "shell" || lines <= LONG) return false
  return lines > READ_LINES || !readsOneFile(commandOf(step.input))
}

function scoreOf(outputs: readonly Output[], rule: Rule): Score {
  let [before, after] = [0, 0]
  const all = { near: 0, far: 0, edit: 0, err: 0 }
  const kept = { ...all }
  for (const output of outputs) {
    const text = rule(output)
    const still = keptOf(output, text)
    if (output.step.tool === "shell") {
      before += output.step.output.length
      after += text.length
    }
    for (const column of COLUMNS) {
      all[column] += output[column].length
      kept[column] += still[column]
    }
  }
  const percent = (column: Column) => (100 * kept[column]) / all[column]
  const columns = { near: percent("near"), far: percent("far"), edit: percent("edit"), err: percent("err") }
  return { saved: 100 * (1 - after / before), ...columns }
}

function text(score: Score): string {
  const kept = COLUMNS.map((column) => score[column].toFixed(1)).join(" · ")
  return `${score.saved.toFixed(1)} saved, ${kept} kept`
}

/** How much less is lost, over the four columns. */
function lossRatio(own: Score, other: Score): string {
  const lost = (score: Score) => sum(COLUMNS.map((column) => 100 - score[column]))
  return `${(lost(other) / lost(own)).toFixed(1)}x less lost`
}

function goalOf(goals: Record<Column, number>, score: Score): Target {
  return {
    text: COLUMNS.map((column) => goals[column]).join(" · "),
    met: COLUMNS.every((column) => score[column] >= goals[column]),
  }
}

function hash(id: string): number {
  return [...id].reduce((value, char) => Math.imul(value ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
