// Recorded sessions of two agents, and what a shortened output would have cost each of them: the names, lines and errors of the original
// that the agent went on to use and that are not in the shortened text. The data stay outside the project; without them there is no figure.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { stripTerminalCodes } from "../src/text/terminal-codes.ts"
import { DATA, type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"

const FOLDER = join(DATA, "trajectories")

export interface Step {
  readonly text: string
  readonly tool: string | null
  readonly input: unknown
  readonly output: string
}

export interface Trajectory {
  readonly id: string
  readonly task: string
  readonly steps: readonly Step[]
}

/** What of an output the agent used later, and its error lines. */
interface Needs {
  readonly near: readonly string[]
  readonly far: readonly string[]
  readonly edit: readonly string[]
  readonly err: readonly string[]
}

export interface Output extends Needs {
  readonly session: Trajectory
  readonly step: Step
  /** Which of the session's steps. */
  readonly at: number
  readonly lines: number
}

export type Column = keyof Needs
export const COLUMNS: readonly Column[] = ["near", "far", "edit", "err"]

const NEXT_STEPS = 3
const LEAST_NAME = 5
const LONG_LINE = 200
const LEAST_LINE = 4
const NAMES = [
  /[\w.@~-]*(?:\/[\w.@+-]+)+/g,
  /[\w-]+(?:\.[A-Za-z_]\w*)+/g,
  /\b[A-Za-z0-9]*_\w+/g,
  /\b[A-Za-z][a-z0-9]*[A-Z]\w*/g,
  /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g,
]
const ERROR_LINE = /\b(?:error|exception|fail(?:ed|ure)?|traceback|panic|fatal)\b|\w(?:Error|Exception):/i
const PASSED = /^\s*[✓√○]|\.\.\. ok$|\bPASSED\b/

export function trajectories(agent: string): Trajectory[] | undefined {
  const file = join(FOLDER, `${agent}.dev.jsonl`)
  return existsSync(file) ? rowsOf<Trajectory>(file) : undefined
}

interface SessionEvent {
  readonly kind: string
  readonly id?: string
  readonly tool?: string
  readonly input?: unknown
  readonly text?: string
}

/** Sessions of people: nobody has tuned a weight on them. */
export function peoplesSessions(): QualityFile<Trajectory>[] {
  return qualityFiles<{ readonly session: string; readonly events: readonly SessionEvent[] }>("sessions").map(
    ({ name, rows }) => ({ name, rows: rows.map(({ session, events }) => ({ id: session, ...stepsOf(events) })) }),
  )
}

function stepsOf(events: readonly SessionEvent[]): Omit<Trajectory, "id"> {
  const results = new Map(events.filter(({ kind }) => kind === "result").map(({ id, text }) => [id, text ?? ""]))
  const steps: Step[] = []
  let said = ""
  for (const { kind, id, tool = "", input, text = "" } of events) {
    if (kind === "text") said += `${text}\n`
    if (kind !== "call") continue
    steps.push({
      text: said,
      tool,
      input: typeof input === "string" ? JSON.parse(input) : input,
      output: results.get(id) ?? "",
    })
    said = ""
  }
  return { task: events.find(({ kind }) => kind === "user")?.text ?? "", steps }
}

export function outputsOf(sessions: readonly Trajectory[]): Output[] {
  return sessions.flatMap(outputsOfSession)
}

function outputsOfSession(session: Trajectory): Output[] {
  const inputs = session.steps.map((step) => inputText(step.input))
  const used = session.steps.map(({ text }, at) => new Set(namesIn(`${text ?? ""}\n${inputs[at]}`)))
  const seen = new Set(namesIn(session.task))
  return session.steps.map((step, at) => {
    for (const name of used[at] ?? []) seen.add(name)
    const output = step.output ?? ""
    const fresh = [...new Set(namesIn(output))].filter((name) => !seen.has(name))
    for (const name of fresh) seen.add(name)
    const isNear = (name: string) => used.slice(at + 1, at + 1 + NEXT_STEPS).some((names) => names.has(name))
    const isFar = (name: string) => used.slice(at + 1 + NEXT_STEPS).some((names) => names.has(name))
    const next = new Set(inputs.slice(at + 1, at + 1 + NEXT_STEPS).flatMap(bareLines))
    const lines = output.split("\n")
    return {
      session,
      step: { ...step, output },
      at,
      lines: lines.length,
      near: fresh.filter(isNear),
      far: fresh.filter((name) => !isNear(name) && isFar(name)),
      edit: bareLines(output).filter((line) => line.length >= LEAST_LINE && next.has(line)),
      err: bareLines(output).filter((line) => ERROR_LINE.test(line) && !PASSED.test(line)),
    }
  })
}

/** How many of each column's needs are in `text`: a name anywhere, a line as a line. A long line counts by its beginning. */
export function keptOf(output: Output, text: string): Record<Column, number> {
  const kept = new Set(bareLines(text))
  const hasName = (name: string) => text.includes(name)
  const hasLine = (line: string) =>
    kept.has(line) || (line.length > LONG_LINE && text.includes(line.slice(0, LONG_LINE)))
  return {
    near: output.near.filter(hasName).length,
    far: output.far.filter(hasName).length,
    edit: output.edit.filter(hasLine).length,
    err: output.err.filter(hasLine).length,
  }
}

/** Without colours, indentation and the numbers that `nl`, `cat -n` and agents' own ways of reading a file put before a line. */
export function bareLines(text: string): string[] {
  return stripTerminalCodes(text)
    .split("\n")
    .map((line) => line.replace(/^\s*\d+[\t→]/, "").trim())
}

export function namesIn(text: string): string[] {
  return NAMES.flatMap((name) => text.match(name) ?? []).filter((name) => name.length >= LEAST_NAME)
}

export function inputText(input: unknown): string {
  if (typeof input === "string") return input
  if (input === null || typeof input !== "object") return ""
  return Object.values(input).map(inputText).join("\n")
}
