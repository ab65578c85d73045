// Recorded sessions of people with their agents, played through the moments of a host up to each cut: what Cairn would have left of them there, and what
// the agent used in its next steps. A cut is a compaction that really happened, or one made every so many calls.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Moments, Said, ToolEnded } from "../src/flows/contract.ts"
import { momentsOf } from "../src/flows/moments.ts"
import { noHost, openedApp } from "../test/bed/opened-app.ts"
import { newSession } from "./hooks.ts"
import { DATA, qualityFiles, rowsOf } from "./quality-files.ts"
import { inputText, trajectories } from "./trajectories.ts"

export interface CutPoint {
  readonly file: string
  readonly session: string
  /** Of a compaction that really happened. */
  readonly modelSummary?: string | undefined
  readonly instant: string
  /** Cairn's block in the first request afterwards, where there is a model's summary. */
  readonly block?: string | undefined
  readonly needs: Needs
}

/** Of what the agent had met before the cut, what it used in its next steps. */
export interface Needs {
  readonly files: readonly string[]
  readonly names: readonly string[]
  readonly numbers: readonly string[]
}

interface Step {
  readonly kind: "user" | "text" | "tool"
  readonly text: string
  readonly tool: string
  readonly input: unknown
  readonly output: string
  readonly failed: boolean
  readonly isSummary: boolean
}

interface Recorded {
  readonly file: string
  readonly session: string
  readonly root: string
  readonly every: number
  readonly steps: readonly Step[]
}

const EVERY = 60
/** The two agents of the trajectories work for 40 steps, not for 400. */
const EVERY_SHORT = 20
const NEXT = 20
const LEAST_BEFORE = 10
const SUMMARY = /^This session is being continued/
/** What the recorded program said in the user's place. */
const NOT_TYPED =
  /^\s*(?:<(?:task-notification|local-command|command-(?:name|message)|system-reminder|bash-)|\[Request interrupted)/
const ROOT = "/w"

export async function cutPoints(): Promise<CutPoint[]> {
  const sessions = [...trails(), ...qualitySessions(), ...agents()].filter((one) => cutsOf(one).length > 0)
  const cairn = await openedApp({
    env: { CAIRN_CAPTURE: "false", CAIRN_COMPACTION_MODE: "instant", CAIRN_HISTORY: "false" },
  })
  const points: CutPoint[] = []
  for (const session of sessions) {
    const { project } = cairn.app
    const checkout = { ...project.checkout, worktree: session.root, directory: session.root }
    points.push(...(await played(momentsOf({ ...cairn.app, project: { ...project, checkout } }, noHost), session)))
  }
  await cairn.close()
  return points
}

function trails(): Recorded[] {
  const folder = join(DATA, "trails")
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".jsonl")) : []
  return files.sort().flatMap((file) =>
    rowsOf<{ session: string; steps: readonly Record<string, unknown>[] }>(join(folder, file)).map((row) => ({
      file,
      session: row.session,
      root: ROOT,
      every: EVERY,
      steps: row.steps.map((step) => stepOf({ ...step, failed: step.error === true })),
    })),
  )
}

function qualitySessions(): Recorded[] {
  return qualityFiles<{ session: string; events: readonly Record<string, unknown>[] }>("sessions").flatMap(
    ({ name, rows }) =>
      rows.map(({ session, events }) => {
        const results = new Map(events.flatMap((one) => (one.kind === "result" ? [[one.id, one.text] as const] : [])))
        const steps = events
          .filter(({ kind }) => kind !== "result")
          .map((one) => stepOf(one.kind === "call" ? { ...one, kind: "tool", output: results.get(one.id) } : one))
        return {
          file: name,
          session,
          every: EVERY,
          steps,
          root: folderOfMost(steps.flatMap(({ input }) => pathOf(input) ?? [])),
        }
      }),
  )
}

/** They have a shell and nothing else, so no call names its file. */
function agents(): Recorded[] {
  return ["nice", "swe"].flatMap((agent) =>
    (trajectories(agent) ?? []).map(({ id, task, steps }) => ({
      file: `${agent}.dev.jsonl`,
      session: id,
      root: ROOT,
      every: EVERY_SHORT,
      steps: [
        stepOf({ kind: "user", text: task }),
        ...steps.flatMap(({ text, tool, input, output }) => [
          ...(text.trim() === "" ? [] : [stepOf({ kind: "text", text })]),
          ...(tool === null ? [] : [stepOf({ kind: "tool", tool, input, output })]),
        ]),
      ],
    })),
  )
}

/** The deepest folder that nine in ten of them are in. */
function folderOfMost(paths: readonly string[]): string {
  let root = ""
  for (;;) {
    const children = paths.filter((path) => path.startsWith(`${root}/`)).map((path) => path.slice(root.length + 1))
    const folders = children.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/")))
    const [[most, same] = ["", []]] = [...Map.groupBy(folders, (one) => one)].sort((a, b) => b[1].length - a[1].length)
    if (same.length < 0.9 * paths.length || same.length === 0) return root
    root = `${root}/${most}`
  }
}

function stepOf(raw: Record<string, unknown>): Step {
  const text = String(raw.text ?? "")
  const output = typeof raw.output === "string" ? raw.output : JSON.stringify(raw.output ?? "")
  return {
    kind: raw.kind as Step["kind"],
    text: plain(text),
    tool: String(raw.tool ?? "").toLowerCase(),
    input: raw.input,
    output: plain(output),
    failed: raw.failed === true,
    isSummary: raw.kind === "user" && (raw.compaction === true || SUMMARY.test(text)),
  }
}

/** As on one kind of machine. */
function plain(text: string): string {
  return text
    .replace(/<worktree>/g, ROOT)
    .replace(/\b([A-Za-z]):\\{1,2}(?=\w)/g, "/$1/")
    .replace(/(?<=[\w.>])\\{1,2}(?=[\w.-]+[\\.\w])/g, "/")
}

function cutsOf({ steps, every }: Recorded): number[] {
  const calls = steps.flatMap(({ kind }, at) => (kind === "tool" ? [at] : []))
  const made = calls.filter((_at, call) => call > 0 && call % every === 0 && call < calls.length - NEXT)
  const real = steps.flatMap(({ isSummary }, at) => (isSummary && at > LEAST_BEFORE ? [at] : []))
  return [...new Set([...made, ...real])].sort((a, b) => a - b)
}

async function played(moments: Moments, recorded: Recorded): Promise<CutPoint[]> {
  const { file, session, steps, root } = recorded
  const sessionID = newSession()
  const cuts = new Set(cutsOf(recorded))
  const said: Said[] = []
  const points: CutPoint[] = []
  for (const [at, step] of steps.entries()) {
    if (cuts.has(at)) {
      const instant = await moments.compactionBegun({ sessionID, conversation: said, takesSummary: true })
      const modelSummary = step.isSummary ? step.text : undefined
      const block = step.isSummary ? await blockAfter(moments, sessionID, `cut ${at}`, step.text) : undefined
      points.push({ file, session, modelSummary, instant: instant.summary ?? "", block, needs: needsAt(steps, at) })
    }
    if (step.isSummary || (step.kind === "user" && NOT_TYPED.test(step.text))) continue
    await tell(moments, { sessionID, step, at, root })
    if (step.kind !== "tool") said.push({ role: step.kind === "user" ? "user" : "assistant", text: step.text })
  }
  return points
}

async function blockAfter(moments: Moments, sessionID: string, compaction: string, summary: string): Promise<string> {
  const built = { sessionID, model: "p/m", purpose: "turn", tailed: [], compaction, summary } as const
  return (await moments.promptBuilt(built)).prefix ?? ""
}

interface Happening {
  readonly sessionID: string
  readonly step: Step
  readonly at: number
  readonly root: string
}

async function tell(moments: Moments, { sessionID, step, at, root }: Happening): Promise<void> {
  if (step.kind === "user") {
    await moments.userSpoke({
      sessionID,
      messageID: `msg_${String(at).padStart(5, "0")}`,
      text: step.text,
      isFirst: at === 0,
    })
  } else if (step.kind === "text") await moments.assistantSpoke({ sessionID, text: step.text })
  else {
    await moments.toolEnded({ sessionID, callID: `call_${at}`, ...endedOf(step, root) })
    await moments.stepEnded({ sessionID, tokens: {} })
  }
}

const NAMES: Readonly<Record<string, string>> = {
  shell: "bash",
  powershell: "bash",
  agent: "task",
  web_fetch: "webfetch",
}

function endedOf({ tool, input, output, failed }: Step, root: string): Omit<ToolEnded, "sessionID" | "callID"> {
  const fields = (input ?? {}) as Record<string, unknown>
  const name = NAMES[tool] ?? tool
  const args = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key === "file_path" ? "filePath" : key,
      typeof value === "string" ? plain(value) : value,
    ]),
  )
  const exit = Number(/^(?:Error: )?Exit code (\d+)/.exec(output)?.[1] ?? (failed ? 1 : 0))
  const path = typeof args.filePath === "string" ? args.filePath.replace(`${root}/`, "") : undefined
  const action = name === "read" || name === "edit" || name === "write" ? name : undefined
  const found = name === "grep" || name === "glob" ? foundIn(output, root) : []
  const files = path !== undefined && action !== undefined && !failed ? [{ path, action } as const] : found
  if (name === "bash") return { tool: name, args, ok: true, output, exit, files: [] }
  return { tool: name, args, ok: !failed, output, files }
}

const MAX_FOUND = 5

/** A search names the first few files that it found, as the hosts do. */
function foundIn(output: string, root: string): { path: string; action: "grep" }[] {
  const paths = output.match(/^[^\s:]+\/[^\s:]+\.\w+(?=:|$)/gm) ?? []
  return [...new Set(paths)].slice(0, MAX_FOUND).map((path) => ({ path: path.replace(`${root}/`, ""), action: "grep" }))
}

const IDENTIFIER = /\b(?:[A-Za-z0-9]*_\w+|[A-Za-z][a-z0-9]*[A-Z]\w*)/g
const NUMBER = /(?<![\w.])\d{3,}(?![\w.])/g

function needsAt(steps: readonly Step[], at: number): Needs {
  const before = steps
    .slice(0, at)
    .map((step) => `${ownText(step)}\n${step.output}`)
    .join("\n")
  const calls = steps.flatMap(({ kind }, index) => (kind === "tool" && index >= at ? [index] : []))
  const next = steps.slice(at, (calls[NEXT - 1] ?? steps.length - 1) + 1).filter(({ kind }) => kind !== "user")
  const used = next.map(ownText).join("\n")
  const known = (pattern: RegExp) => {
    const there = new Set(before.match(pattern))
    return [...new Set(used.match(pattern))].filter((one) => there.has(one))
  }
  const paths = next.flatMap(({ input }) => pathOf(input) ?? [])
  return {
    files: [...new Set(paths)].filter((path) => baseOf(path).includes(".") && before.includes(baseOf(path))),
    names: known(IDENTIFIER).filter(({ length }) => length >= 5),
    numbers: known(NUMBER),
  }
}

function ownText({ kind, text, input }: Step): string {
  return kind === "tool" ? plain(inputText(input)) : text
}

function pathOf(input: unknown): string | undefined {
  const { file_path, filePath, path, notebook_path } = (input ?? {}) as Record<string, unknown>
  const found = [file_path, filePath, path, notebook_path].find((one) => typeof one === "string")
  return found === undefined ? undefined : plain(String(found))
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

export function numbersIn(text: string): Set<string> {
  return new Set(text.match(NUMBER))
}
