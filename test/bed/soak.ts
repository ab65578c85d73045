// Two hosts on one store for as long as wanted: turns, edits by hand, kills, restarts and a full disk, at random. What was acknowledged must be
// there, nothing may be left over, and a process may not grow.
import { Database } from "bun:sqlite"
import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs"
import { basename, join } from "node:path"
import { isTempName } from "../../src/platform/temp-file.ts"
import { type Host, type HostVersion, startHost } from "./host.ts"
import { createProject } from "./host-home.ts"
import { type ModelServer, startModel } from "./model-server.ts"
import { callTool, say } from "./reply.ts"
import { tempDir } from "./sandbox.ts"
import { randomFrom } from "./seeded-random.ts"
import { git, projectFolder, untilTrue } from "./store-on-disk.ts"

export interface SoakPlan {
  readonly seconds: number
  /** On a slow machine it goes on until there were so many. */
  readonly leastTurns?: number
  readonly seed: number
  readonly progress?: (line: string) => void
}

export interface SoakResult {
  readonly turns: number
  readonly acts: Readonly<Record<string, number>>
  readonly refused: readonly string[]
  /** Whatever should not be; empty after a good run. */
  readonly wrong: readonly string[]
  /** Megabytes of the longest-lived process of each host, medians of its first and of its last turns. */
  readonly memory: Readonly<Record<string, { readonly turns: number; readonly early: number; readonly late: number }>>
}

const LINES_A_NOTE = 300
const SIZED_TURNS = 20
const DISK = "64m"
/** The collectors of the hosts let a process breathe. */
const MOST_GROWTH = 1.2
const MOST_MEGABYTES = 40

interface Seat {
  readonly host: Host
  session: string
  /** Megabytes after each turn of the process that runs now. */
  sizes: number[]
}

export async function soak(plan: SoakPlan): Promise<SoakResult> {
  const { seconds, leastTurns = 0, seed, progress = () => undefined } = plan
  const bed = await openBed()
  const random = randomFrom(seed)
  const acts: Record<string, number> = {}
  const end = performance.now() + seconds * 1000
  // In the second half no process is ended, so that one that grows has the time to.
  const calm = performance.now() + seconds * 500
  let told = performance.now()
  for (let turn = 0; performance.now() < end || bed.turns < leastTurns; turn++) {
    const [name, act] = pick(random, (name) =>
      ENDING.has(name) ? performance.now() < calm : bed.canFill || name !== "full disk",
    )
    acts[name] = (acts[name] ?? 0) + 1
    await act(bed, bed.seats[Math.floor(random() * bed.seats.length)] as Seat, turn)
    if (performance.now() - told < 60_000) continue
    told = performance.now()
    const left = Math.round((end - told) / 60_000)
    progress(
      `${turn} acts, ${bed.lines.length} lines, ${bed.wrong.length} wrong, ${left} minutes left; ${bed.seats.map(sizeText)}`,
    )
  }
  await closeBed(bed)
  return { turns: bed.turns, acts, refused: bed.refused, wrong: bed.wrong, memory: bed.memory }
}

interface Bed {
  readonly model: ModelServer
  readonly root: string
  readonly mount: string
  readonly canFill: boolean
  readonly seats: readonly Seat[]
  /** Acknowledged, with the note that has them. */
  readonly lines: { note: string; line: string }[]
  readonly byHand: string[]
  /** By the service it is about, the port the user named last. */
  readonly ports: Map<number, number>
  readonly refused: string[]
  readonly wrong: string[]
  readonly memory: Record<string, { turns: number; early: number; late: number }>
  turns: number
}

async function openBed(): Promise<Bed> {
  const mount = tempDir("soak")
  const canFill = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", mount]).status === 0
  const root = join(mount, "cairn")
  const model = await startModel()
  const project = createProject()
  const seat = async (version: HostVersion): Promise<Seat> => {
    const host = await startHost({ version, plugin: "./dist/server.js", model, project, env: { CAIRN_HOME: root } })
    return { host, session: await host.createSession(), sizes: [] }
  }
  const seats = [await seat("1.18"), await seat("2.0")]
  return {
    ...{ model, root, mount, canFill, seats },
    lines: [],
    byHand: [],
    ports: new Map(),
    refused: [],
    wrong: [],
    memory: {},
    turns: 0,
  }
}

type Act = (bed: Bed, seat: Seat, turn: number) => Promise<void>

const ACTS: readonly [name: string, weight: number, Act][] = [
  ["edit", 40, addLine],
  [
    "note",
    15,
    (bed, seat, turn) =>
      callOf(bed, seat, "memory_write", { path: `reference/n-${turn % 40}`, content: `Turn ${turn}` }),
  ],
  ["remember", 10, askToRemember],
  [
    "goal",
    10,
    (bed, seat, turn) => callOf(bed, seat, "core_memory_update", { block: "goal", content: `Reach ${turn}` }),
  ],
  ["hand edit", 10, editByHand],
  ["new session", 6, newSession],
  ["compaction", 3, compact],
  ["restart", 2, (bed, seat) => again(bed, seat, () => seat.host.stop())],
  ["kill", 3, killInTurn],
  ["full disk", 1, fillDisk],
]

const ENDING: ReadonlySet<string> = new Set(["restart", "kill"])

function pick(random: () => number, isMeant: (name: string) => boolean): readonly [string, Act] {
  const choices = ACTS.filter(([name]) => isMeant(name))
  const tickets = choices.flatMap((choice) => Array.from({ length: choice[1] }, () => choice))
  const [name, , act] = tickets[Math.floor(random() * tickets.length)] as (typeof ACTS)[number]
  return [name, act]
}

/** One call of a tool in a turn of its own; its answer. */
async function answerOf({ model }: Bed, seat: Seat, tool: string, args: Record<string, unknown>): Promise<string> {
  model.script([callTool(tool, args), say("done")], { session: seat.session })
  const { tools } = await seat.host.prompt(seat.session, "go on", 120_000)
  return tools.find(({ name }) => name === tool)?.output ?? ""
}

async function callOf(bed: Bed, seat: Seat, tool: string, args: Record<string, unknown>): Promise<void> {
  const answer = await answerOf(bed, seat, tool, args)
  if (/^Error/.test(answer)) bed.refused.push(`${tool}: ${answer.slice(0, 160)}`)
  turnTaken(bed, seat)
}

async function askToRemember(bed: Bed, seat: Seat, turn: number): Promise<void> {
  const [service, port] = [turn % 60, 4000 + turn]
  await seat.host.prompt(seat.session, `Remember that service ${service} listens on port ${port}`, 120_000)
  bed.ports.set(service, port)
  turnTaken(bed, seat)
}

function turnTaken(bed: Bed, seat: Seat): void {
  bed.turns++
  seat.sizes.push(residentMegabytes(seat.host.pid))
}

async function addLine(bed: Bed, seat: Seat, turn: number): Promise<void> {
  const note = `list-${Math.floor(bed.lines.length / LINES_A_NOTE)}`
  if (noteText(bed, note) === "")
    await answerOf(bed, seat, "memory_write", { path: note, content: "<end>", limit: 50_000 })
  const line = `${note} line ${turn}.`
  const args = { path: note, oldString: "<end>", newString: `${line}\n<end>` }
  const answer = await answerOf(bed, seat, "memory", { verb: "memory_edit", args })
  if (answer.startsWith("Edited")) bed.lines.push({ note, line })
  else bed.refused.push(`memory_edit: ${answer.slice(0, 160)}`)
  turnTaken(bed, seat)
}

function noteText(bed: Bed, note: string): string {
  try {
    return readFileSync(join(projectFolder(bed.root), `${note}.md`), "utf8")
  } catch {
    return ""
  }
}

async function editByHand(bed: Bed, _seat: Seat, turn: number): Promise<void> {
  const line = `By hand in turn ${turn}.`
  try {
    appendFileSync(join(projectFolder(bed.root), "by-hand.md"), `${line}\n`)
    bed.byHand.push(line)
  } catch (error) {
    bed.refused.push(`by hand: ${(error as Error).message}`)
  }
}

async function newSession(_bed: Bed, seat: Seat): Promise<void> {
  seat.session = await seat.host.createSession()
}

async function compact(bed: Bed, seat: Seat): Promise<void> {
  await seat.host.compact(seat.session, 120_000)
  turnTaken(bed, seat)
}

async function again(bed: Bed, seat: Seat, end: () => Promise<unknown>): Promise<void> {
  remember(bed, seat)
  await end()
  await seat.host.restart()
  seat.sizes = []
}

async function killInTurn(bed: Bed, seat: Seat, turn: number): Promise<void> {
  const written = { path: `reference/killed-${turn % 20}`, content: `Killed in turn ${turn}` }
  bed.model.script([callTool("memory_write", written), say("done")], { session: seat.session })
  seat.host.promptAsync(seat.session, "go on", 120_000)
  await new Promise((resolve) => setTimeout(resolve, 50 + (turn % 7) * 60))
  await again(bed, seat, () => seat.host.kill())
  seat.session = await seat.host.createSession()
}

/** Nothing can be written: the agent is told so, the host goes on, and so does memory when there is room again. */
async function fillDisk(bed: Bed, seat: Seat, turn: number): Promise<void> {
  const filler = join(bed.mount, "filler")
  spawnSync("sh", ["-c", `head -c 200m /dev/zero > ${filler}`], { stdio: "ignore" })
  const answer = await answerOf(bed, seat, "memory_write", { path: "full", content: `Turn ${turn} `.repeat(2000) })
  rmSync(filler, { force: true })
  if (answer === "") bed.wrong.push(`turn ${turn}: no answer on a full disk`)
  await addLine(bed, seat, turn)
  if (bed.lines.at(-1)?.line.endsWith(` ${turn}.`) !== true)
    bed.wrong.push(`turn ${turn}: not written after a full disk: ${bed.refused.at(-1)}`)
}

function remember({ memory, wrong }: Bed, { host, sizes }: Seat): void {
  if (sizes.length < 2 * SIZED_TURNS) return
  const [early, late] = [median(sizes.slice(0, SIZED_TURNS)), median(sizes.slice(-SIZED_TURNS))]
  if (late > early * MOST_GROWTH + MOST_MEGABYTES)
    wrong.push(`${host.version} grew from ${early} to ${late} MB in ${sizes.length} turns`)
  if (sizes.length > (memory[host.version]?.turns ?? 0)) memory[host.version] = { turns: sizes.length, early, late }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

async function closeBed(bed: Bed): Promise<void> {
  const { root, seats, lines, byHand, wrong } = bed
  for (const seat of seats) remember(bed, seat)
  await Promise.all(seats.map(({ host }) => host.stop()))
  const left = lines.filter(({ note, line }) => !noteText(bed, note).split("\n").includes(line))
  if (left.length > 0) wrong.push(`${left.length} acknowledged lines are gone, the first: ${left[0]?.line}`)
  const hand = noteText(bed, "by-hand")
  for (const line of byHand) if (!hand.includes(line)) wrong.push(`an edit by hand is gone: ${line}`)
  // Whoever opens the store next finishes what the last one could not. A write that was killed in the middle leaves a file, swept once it is old.
  for (const temp of filesBelow(root).filter(isTemp)) utimesSync(join(root, temp), ...AGES_AGO)
  const last = await startHost({
    version: "2.0",
    plugin: "./dist/server.js",
    model: bed.model,
    project: seats[0]!.host.project,
    env: { CAIRN_HOME: root },
  })
  await last.prompt(await last.createSession(), "hello", 120_000)
  if (lines.length > 0)
    await untilTrue(() => git(root, "status", "--porcelain").trim() === "", 60_000).catch(() =>
      wrong.push(`history is behind: ${git(root, "status", "--porcelain").slice(0, 300)}`),
    )
  await last.stop()
  const facts = factsIn(projectFolder(root))
  for (const [service, port] of bed.ports)
    if (!facts.includes(`service ${service} listens on port ${port}`))
      wrong.push(`asked for and not there: service ${service} on port ${port}`)
  const fsck = spawnSync("git", ["--git-dir", join(root, "history.git"), "fsck", "--full"], { encoding: "utf8" })
  const damage = `${fsck.stdout}${fsck.stderr}`
    .split("\n")
    .filter((line) => line && !/^(?:dangling|notice|Checking)/.test(line))
  if (fsck.status !== 0 || damage.length > 0) wrong.push(`git fsck: ${damage.slice(0, 3).join("; ")}`)
  for (const file of ["state.db", "index.db", "past.db"]) checkDatabase(join(root, file), wrong)
  const leftOver = filesBelow(root).filter(isLeftOver)
  if (leftOver.length > 0) wrong.push(`left over: ${leftOver.slice(0, 5).join(", ")}`)
  await bed.model.close()
  if (bed.canFill) spawnSync("umount", ["-l", bed.mount])
}

function factsIn(folder: string): string {
  const notes = readdirSync(folder, { recursive: true }).map(String)
  return notes
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")
}

function checkDatabase(file: string, wrong: string[]): void {
  if (!existsSync(file)) return
  const db = new Database(file, { readonly: true })
  const [row] = db.query<Record<string, string>, []>("PRAGMA integrity_check").all()
  db.close()
  if (Object.values(row ?? {})[0] !== "ok") wrong.push(`${file}: ${JSON.stringify(row)}`)
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true }).map(String)
}

const AGES_AGO = [0, 0] as const

function isTemp(path: string): boolean {
  return isTempName(basename(path))
}

function isLeftOver(path: string): boolean {
  const name = basename(path)
  return isTempName(name) || /\.opening-|\.damaged-|\.lock$|^written\.new$|changes\.jsonl\.next$/.test(name)
}

/** Of the process itself. */
function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

function sizeText({ host, sizes }: Seat): string {
  return `${host.version} ${sizes.at(-1) ?? 0} MB after ${sizes.length} turns`
}
