// Recorded sessions of people with their agents as a series of model steps with times and real lengths: the recordings cut long texts in the
// middle, so a cost goes by the lengths and what was used by the texts.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { DATA, qualityFiles, rowsOf } from "./quality-files.ts"

export interface TrailCall {
  readonly id: string
  /** By OpenCode 1's names. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly inputChars: number
  readonly output: string
  readonly outputChars: number
  readonly failed: boolean
}

/** One request to the model and what it answered. */
export interface TrailStep {
  /** In milliseconds. */
  readonly at: number
  /** What the user typed before it. */
  readonly typed: readonly string[]
  readonly typedChars: number
  readonly said: string
  readonly saidChars: number
  readonly calls: readonly TrailCall[]
}

export interface TrailSession {
  readonly steps: readonly TrailStep[]
}

export interface TrailFile {
  readonly name: string
  readonly sessions: readonly TrailSession[]
}

interface Row {
  readonly kind: string
  readonly at?: string
  readonly ended?: string
  readonly text?: string
  readonly chars?: number
  readonly tool?: string
  readonly input?: unknown
  readonly inputChars?: number
  readonly output?: string
  readonly outputChars?: number
  readonly error?: boolean
  readonly compaction?: boolean
  /** A call of the same answer as the one before it, in recordings that have no times. */
  readonly isBeside?: boolean
}

const FOLDER = join(DATA, "trails")
/** Between steps of recordings that have no times. */
const GAP_MS = 20_000
/** No model answers so fast: a call that soon after another is of the same answer. With 2 s the steps are those that the providers counted, to 2 %. */
const SAME_ANSWER_MS = 2000
const SUMMARY = /^This session is being continued/
const TOOLS: Readonly<Record<string, string>> = {
  shell: "bash",
  powershell: "bash",
  multiedit: "edit",
  agent: "task",
  todowrite: "todowrite",
  webfetch: "webfetch",
  askuserquestion: "question",
}

/** Every file of trails, and the sessions of people beside them. */
export function trailFiles(): TrailFile[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".jsonl")) : []
  const trails = files.sort().map((name) => ({
    name,
    sessions: rowsOf<{ readonly steps: readonly Row[] }>(join(FOLDER, name)).map(({ steps }) =>
      sessionOf(steps.map((row) => withPaths(row) as Row)),
    ),
  }))
  const sessions = qualityFiles<{ readonly events: readonly Record<string, unknown>[] }>("sessions").map(
    ({ name, rows }) => ({ name, sessions: rows.map(({ events }) => sessionOf(rowsOfEvents(events))) }),
  )
  return [...trails, ...sessions]
}

/** Where the recorded work is taken to have been. */
export const TRAIL_ROOT = "/home/dev/project"
const TRAIL_HOME = "/home/dev"

/**
 * The recordings have marks for paths. In a shell's command `<worktree>/a` would be read as input and output of the command, so `cat <worktree>/a` as
 * no look at a file and `git -C <worktree> status` as writing one.
 */
function withPaths(value: unknown): unknown {
  if (typeof value === "string")
    return value
      .replace(/<worktree>((?:\\{1,2}[\w.@-]+)*)/g, (_, path: string) => TRAIL_ROOT + path.replace(/\\+/g, "/"))
      .replace(/<home>((?:\\{1,2}[\w.@-]+)*)/g, (_, path: string) => TRAIL_HOME + path.replace(/\\+/g, "/"))
  if (Array.isArray(value)) return value.map(withPaths)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPaths(one)]))
}

function rowsOfEvents(events: readonly Record<string, unknown>[]): Row[] {
  const results = resultsOf(events)
  const rows = events.map((one, at) =>
    one.kind === "call"
      ? { ...one, kind: "tool", output: results.get(one.id), isBeside: events[at - 1]?.kind === "call" }
      : one,
  ) as unknown as Row[]
  return rows.filter(({ kind }) => kind !== "result")
}

/** Some hosts answer with a reference where OpenCode shows the file again: by the number of a result, or to the last one of the same call. */
const SAME_AS = /^<identical to result \[(r\d+)\]/
const UNCHANGED = /^(?:Wasted call — file|File) unchanged since (?:your )?last read/i
const NUMBER = /\[result-id: (r\d+)\]\s*$/

/** By call: its result, and where that only refers to an earlier one, the earlier one. */
function resultsOf(events: readonly Record<string, unknown>[]): Map<unknown, unknown> {
  const calls = new Map(events.flatMap((one) => (one.kind === "call" ? [[one.id, JSON.stringify(one.input)]] : [])))
  const earlier = new Map<string, string>()
  const results = new Map<unknown, unknown>()
  for (const { kind, id, text } of events) {
    if (kind !== "result") continue
    const call = calls.get(id) ?? ""
    const said = String(text)
    const same = SAME_AS.exec(said)?.[1] ?? (UNCHANGED.test(said) ? call : undefined)
    const whole = same === undefined ? text : (earlier.get(same) ?? text)
    results.set(id, whole)
    if (typeof whole !== "string") continue
    earlier.set(call, whole)
    const number = NUMBER.exec(whole)?.[1]
    if (number !== undefined) earlier.set(number, whole)
  }
  return results
}

function sessionOf(rows: readonly Row[]): TrailSession {
  const steps: TrailStep[] = []
  let typed: Row[] = []
  let open: { at: number; typed: Row[]; said: Row[]; calls: Row[]; ended: number } | undefined
  let clock = 0
  const close = () => {
    if (open) steps.push(stepOf(open, steps.length))
    open = undefined
  }
  for (const row of rows) {
    if (row.compaction || SUMMARY.test(row.text ?? "")) continue
    const before = clock
    clock = row.at === undefined ? clock + GAP_MS : Math.max(clock, Date.parse(row.at))
    if (row.kind === "user") {
      close()
      typed.push(row)
      continue
    }
    // Words after a call are of the next answer.
    const isBeside = row.isBeside ?? (clock < (open?.ended ?? 0) || clock - before < SAME_ANSWER_MS)
    if (open && open.calls.length > 0 && (row.kind === "text" || !isBeside)) close()
    open ??= { at: clock, typed, said: [], calls: [], ended: 0 }
    typed = []
    if (row.kind === "text") open.said.push(row)
    else {
      open.ended = open.calls.length === 0 ? Date.parse(row.ended ?? "") || 0 : open.ended
      open.calls.push(row)
    }
  }
  close()
  return { steps }
}

function stepOf(open: { at: number; typed: Row[]; said: Row[]; calls: Row[] }, index: number): TrailStep {
  const sum = (some: readonly Row[]) => some.reduce((chars, row) => chars + (row.chars ?? row.text?.length ?? 0), 0)
  return {
    at: open.at,
    typed: open.typed.map(({ text = "" }) => text),
    typedChars: sum(open.typed),
    said: open.said.map(({ text = "" }) => text).join("\n"),
    saidChars: sum(open.said),
    calls: open.calls.map((row, at) => callOf(row, `call_${index}_${at}`)),
  }
}

function callOf({ tool = "", input, inputChars, output = "", outputChars, error }: Row, id: string): TrailCall {
  const name = tool.toLowerCase()
  const args = (typeof input === "string" ? safeJson(input) : input) ?? {}
  return {
    id,
    tool: TOOLS[name] ?? name,
    args: args as Record<string, unknown>,
    inputChars: inputChars ?? JSON.stringify(args).length,
    output: typeof output === "string" ? output : JSON.stringify(output ?? ""),
    outputChars: outputChars ?? (typeof output === "string" ? output.length : 0),
    failed: error === true,
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return { text }
    throw error
  }
}
