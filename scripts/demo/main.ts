// The demo, scene by scene. It is told as it happens, and judged at the end by what was found on disk, in git and in the model's requests.
import { writeFileSync } from "node:fs"
import { stopAll } from "../../test/bed/host.ts"
import { checkAll } from "./checks.ts"
import { renderPicture } from "./picture.ts"
import {
  type BoxLine,
  beside,
  bold,
  box,
  cyan,
  dim,
  during,
  green,
  line,
  red,
  scene,
  shownRows,
  yellow,
} from "./screen.ts"
import {
  type Act,
  askTheNextAgent,
  blockOf,
  commitOf,
  factPlace,
  forgetEverything,
  openStage,
  places,
  type Stage,
  tellTheAgent,
  textAt,
  waitForCommit,
} from "./stage.ts"
import { askedFirst, askedNext, askedToWork, atStake, fact, notes, PROJECT } from "./story.ts"

const isFull = process.argv.includes("--full")
const withMemory = !process.argv.includes("--without-memory")
const TAIL_LINES = 15
const pictureAt = process.argv.indexOf("--picture")
const picture = pictureAt < 0 ? undefined : process.argv[pictureAt + 1]

let isInterrupted = false
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt)
// Whoever reads along through a pipe may leave early.
process.stdout.on("error", interrupt)
await tell().then(leave, fail)

async function leave(code: number): Promise<never> {
  await stopAll()
  process.exit(code)
}

async function interrupt(): Promise<void> {
  if (isInterrupted) return
  isInterrupted = true
  await stopAll()
  line()
  process.exit(130)
}

async function fail(error: Error): Promise<void> {
  // Stopping OpenCode breaks the story off, which is no news then.
  if (isInterrupted) return
  line()
  line(red(`✗ ${error.message}`))
  await leave(1)
}

async function tell(): Promise<number> {
  const stage = await openStage(withMemory)
  line()
  line(`${bold("Cairn")} ${dim("·")} what one session learns, the next one knows, and no compaction loses`)
  line(dim(withMemory ? "The model is scripted; OpenCode, the files and git are real." : "Cairn is switched off."))

  await during("starting OpenCode", () => stage.host.start())
  scene(1, `A first session in ${PROJECT}/`, `OpenCode ${await versionOf(stage)}, process ${stage.host.pid}`)
  beside("you", askedFirst)
  const first = await during("the agent is at work", () => tellTheAgent(stage))
  showWork(first)
  await during("waiting for the commit, then stopping OpenCode", async () => {
    await waitForCommit(stage)
    await stage.host.stop()
  })
  showDisk(stage)

  await during("starting OpenCode again", () => stage.host.start())
  scene(3, "A new session, and what the model reads first", `process ${stage.host.pid}`)
  beside("you", askedNext)
  const next = await during("the agent is at work", () => askTheNextAgent(stage))
  showPrompt(next)

  scene(4, "A compaction forgets everything", "the summary is scripted to say nothing")
  beside("you", askedToWork)
  const afterwards = await during("work, a compaction, and on", () => forgetEverything(stage, next))
  line()
  showWhatIsLeft(afterwards)
  await stage.host.stop()
  return judge(stage, first, next, afterwards)
}

function showWork({ turn, request }: Act): void {
  line()
  beside(
    "cairn",
    /^(?:Saved already|The user asked to remember this)[^\n]*/m.exec(blockOf(request))?.[0] ?? "(nothing)",
    green,
  )
  for (const { name, status, output } of turn.tools) {
    const isDone = status === "completed" && name === "memory_write"
    beside(name, output.split("\n")[0] ?? "", isDone ? yellow : red)
  }
  line()
  beside("agent", turn.text || turn.error, cyan)
}

function showDisk(stage: Stage): void {
  scene(2, "What is left when OpenCode is gone", "below ~/.local/share/cairn/")
  const rows = textAt(stage, factPlace(stage)).trimEnd().split("\n")
  const lines = rows.map((text) => ({ text, look: text.includes(fact) ? undefined : ("faint" as const) }))
  box(factPlace(stage) || "the fact", rows[0] === "" ? [{ text: "there is no such file", look: "faint" }] : lines)
  const commits = places(stage)
    .map((place) => commitOf(stage, place))
    .filter((commit) => commit !== undefined)
  for (const [hash, { subject, date }] of new Map(commits.map((commit) => [commit.hash, commit])))
    beside("git commit", `${hash}  ${date}  ${subject}`)
}

function showPrompt({ turn, request }: Act): void {
  const block = blockOf(request)
  const title = `system prompt of its first request${isFull ? "" : ", shortened (--full)"}`
  line()
  box(title, block ? inBrief(boxLines(block)) : [{ text: "no word of it", look: "faint" }])
  line()
  beside("agent", turn.text || turn.error, cyan)
}

/** The session's part of the block, below the notes. */
function showWhatIsLeft(request: Act["request"]): void {
  const session = /<core_memory>[\s\S]*(?=\n<\/cairn>)/.exec(blockOf(request))?.[0]
  const lines = session?.split("\n").map((text): BoxLine => {
    const isAtStake = Object.values(atStake).some((words) => text.includes(words))
    return { text, look: isAtStake ? "marked" : "faint" }
  })
  box("what the next request holds all the same", lines ? inBrief(lines) : [{ text: "no word of it", look: "faint" }])
}

/** For a picture: what the eye should find, the line above it, and both ends. */
function inBrief(lines: readonly BoxLine[]): readonly BoxLine[] {
  if (!picture) return lines
  const isNear = (at: number) => at === 0 || at === lines.length - 1 || lines[at + 1]?.look === "marked"
  return lines.filter(({ look }, at) => look !== "faint" || isNear(at))
}

function boxLines(block: string): BoxLine[] {
  const remembered = [fact, ...notes.flatMap((note) => note.remembered)]
  const shown = isFull ? block : block.replace(/(<instructions>)[\s\S]*(<\/instructions>)/, "$1 … $2")
  return shown.split("\n").map((text) => {
    const isRemembered = remembered.some((words) => text.includes(words))
    return { text, look: isRemembered ? "marked" : "faint" }
  })
}

function judge(stage: Stage, first: Act, next: Act, afterwards: Act["request"]): number {
  const checks = checkAll(stage, first, next, afterwards)
  const failed = checks.filter((check) => check.missing.length > 0)
  line()
  for (const check of checks) {
    line(`${failed.includes(check) ? red("✗") : green("✓")} ${check.what}`)
    for (const missing of check.missing) line(red(`  not so: ${missing}`))
  }
  line()
  const seconds = (performance.now() / 1000).toFixed(1)
  if (failed.length === 0) {
    line(`${green(bold("Remembered."))} ${checks.length} of ${checks.length} checks held, in ${seconds} s.`)
    if (picture) writeFileSync(picture, renderPicture(shownRows))
    return 0
  }
  line(`${red(bold("Not remembered."))} ${failed.length} of ${checks.length} checks failed, in ${seconds} s.`)
  showTrouble(stage)
  return 1
}

/** OpenCode reports a plugin that does not load as an event alone; its log has no word of it. */
function showTrouble({ host }: Stage): void {
  const errors = host.events.list.filter((event) => event.type === "session.error")
  line()
  for (const text of new Set(errors.map((event) => JSON.stringify(event.data.error)))) line(red(`OpenCode: ${text}`))
  line(dim("the end of OpenCode's log:"))
  for (const row of host.log().trimEnd().split("\n").slice(-TAIL_LINES)) line(dim(row))
  line()
}

async function versionOf(stage: Stage): Promise<string> {
  return String((await stage.host.http.get("/global/health")).version)
}
