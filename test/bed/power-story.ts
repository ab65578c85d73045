// A recorded run of Cairn, and whether everything that was acknowledged is there on each disk that it may leave.
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openedApp } from "./opened-app.ts"
import { type Change, fingerprint, materialise, Recording, TRACED } from "./power-loss.ts"
import { tempDir } from "./sandbox.ts"
import { randomFrom } from "./seeded-random.ts"

const CHILD = fileURLToPath(new URL("power-child.ts", import.meta.url))

export const canTrace = spawnSync("strace", ["-f", "--seccomp-bpf", "-e", "trace=fsync", "true"]).status === 0

type Notes = Record<string, string | null>

interface Story {
  readonly recording: Recording
  /** How many steps were done when it was said, and what. */
  readonly told: readonly { readonly steps: number; readonly notes: Notes }[]
  readonly project: string
}

export function recordStory(rounds: number): Story {
  const [base, project, out] = [tempDir("disk"), tempDir("project"), join(tempDir("trace"), "calls")]
  const options = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "4194304", "-e", `trace=${TRACED}`, "-e", "signal=none"]
  const ran = spawnSync(
    "strace",
    [...options, "-o", out, process.execPath, "run", CHILD, join(base, "cairn"), project, String(rounds)],
    { env: { ...process.env, BUN_BE_BUN: "1" }, encoding: "utf8" },
  )
  if (ran.status !== 0) throw new Error(`the story ended with ${ran.status}: ${ran.stderr}`)
  const recording = new Recording(base, readFileSync(out, "utf8"))
  const told = recording.steps.flatMap(({ said }, at) =>
    said?.startsWith("ack ") ? [{ steps: at + 1, notes: JSON.parse(said.slice(4)) as Notes }] : [],
  )
  return { recording, told, project }
}

export interface Losses {
  /** Power fails after every so many steps, and right after each answer. */
  readonly every: number
  /**
   * Beside all or nothing of what is unsafe: each of the newest such changes alone there, alone missing, or torn; and as a disk writes in any order,
   * every selection of a few changes, and this many random ones of more.
   */
  readonly selections: number
  readonly until?: () => boolean
}

export async function checkLosses(story: Story, { every, selections, until = () => false }: Losses) {
  const { recording, told } = story
  const seen = new Set<string>()
  const broken: string[] = []
  let disks = 0
  for (let steps = 0; steps <= recording.steps.length && !until(); steps++) {
    if (steps % every !== 0 && !told.some((one) => one.steps === steps)) continue
    for (const [name, disk] of disksAfter(recording, steps, selections)) {
      disks++
      const allowed = allowedAfter(story, steps)
      const key = `${fingerprint(disk)} ${told.findIndex((one) => one.steps > steps)}`
      if (seen.has(key)) continue
      seen.add(key)
      const target = join(tempDir("lost"))
      materialise(disk, target)
      const wrong = await faultsOf(story, join(target, "cairn"), allowed)
      if (wrong.length > 0) broken.push(`after step ${steps}, ${name}: ${wrong.join("; ")}`)
    }
  }
  return { steps: recording.steps.length, disks, different: seen.size, broken }
}

type Loss = readonly [string, ReturnType<Recording["after"]>]

function* disksAfter(recording: Recording, steps: number, selections: number): Iterable<Loss> {
  yield ["all is there", recording.after(steps, () => true)]
  yield ["only what is safe", recording.after(steps, () => false)]
  yield ["names without data", recording.after(steps, ({ kind }) => kind === "name")]
  yield ["data without names", recording.after(steps, ({ kind }) => kind !== "name")]
  if (selections === 0) return
  const safe = recording.safeAfter(steps)
  const unsafe = recording.steps.slice(0, steps).flatMap(({ changes }) => changes.filter((one) => !safe.has(one)))
  for (const chosen of unsafe.slice(-NEWEST)) {
    yield ["one alone", recording.after(steps, (change) => change === chosen)]
    yield ["all but one", recording.after(steps, (change) => change !== chosen)]
    for (const bytes of tearsIn(chosen))
      yield [`torn after ${bytes} bytes`, recording.after(steps, (change) => (change === chosen ? bytes : true))]
  }
  for (const chosen of selectionsOf(unsafe, selections, randomFrom(steps)))
    yield [`${chosen.size} of ${unsafe.length}`, recording.after(steps, (change) => chosen.has(change))]
}

function* selectionsOf(changes: readonly Change[], most: number, random: () => number): Iterable<Set<Change>> {
  const all = 2 ** changes.length
  if (all <= most) for (let bits = 0; bits < all; bits++) yield new Set(changes.filter((_one, at) => bits & (1 << at)))
  else for (let at = 0; at < most; at++) yield new Set(changes.filter(() => random() < 0.5))
}

/** Within a sector, at its end, and at a page's end. */
function tearsIn(change: Change): number[] {
  return change.kind === "data" ? [1, 512, 4096].filter((bytes) => bytes < change.bytes.length) : []
}

/** Older ones were tried at earlier steps. */
const NEWEST = 12

/** What a path may hold: what was told last, or what was being written. */
function allowedAfter({ told }: Story, steps: number): Map<string, (string | null)[]> {
  const at = told.findLastIndex((one) => one.steps <= steps)
  const [now, next] = [told[at]?.notes ?? {}, told[at + 1]?.notes ?? told[at]?.notes ?? {}]
  const paths = new Set([...Object.keys(now), ...Object.keys(next)])
  return new Map([...paths].map((path) => [path, [now[path] ?? null, next[path] ?? null]]))
}

async function faultsOf({ recording, project }: Story, root: string, allowed: Map<string, (string | null)[]>) {
  const wrong: string[] = []
  mkdirSync(root, { recursive: true })
  const cairn = await openedApp({ root, directory: project, env: { CAIRN_HISTORY: "false" } })
  for (const [path, texts] of allowed) {
    const found = textOf(cairn.file(path))
    if (!texts.includes(found)) wrong.push(`${path} is ${found === null ? "gone" : JSON.stringify(found.slice(0, 60))}`)
  }
  for (const name of readdirSync(join(root, "memory"), { recursive: true }).map(String)) {
    const [file = ""] = name.split("/").slice(-1)
    if (!name.endsWith(".md") || file === "MEMORY.md" || !recording.whole.has(file)) continue
    const text = textOf(join(root, "memory", name)) ?? ""
    if (!recording.whole.get(file)?.has(text)) wrong.push(`${name} is torn: ${JSON.stringify(text.slice(0, 60))}`)
  }
  const answer = await cairn.call("memory_write", { path: "after", content: "the power is back" })
  if (answer.startsWith("Error")) wrong.push(`cannot be written: ${answer.slice(0, 200)}`)
  await cairn.close()
  return wrong
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return null
  }
}
