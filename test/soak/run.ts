// The long form of what the tests do in seconds. It ends after the minutes it was given, sixty unless told, whatever it has got to; a quarter each is for
// two versions and for power losses.
import { stopAll } from "../bed/host.ts"
import { buildOf, hasCommit, ROOMS } from "../bed/old-build.ts"
import { canTrace, checkLosses, recordStory } from "../bed/power-story.ts"
import { soak } from "../bed/soak.ts"
import { runTwoVersions } from "../bed/two-versions.ts"

const minutes = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const begun = performance.now()
const TURNS = 200
let isGood = true

function say(line: string): void {
  process.stdout.write(`${Math.round((performance.now() - begun) / 1000)} s  ${line}\n`)
}

function judge(what: string, wrong: readonly string[]): void {
  if (wrong.length > 0) isGood = false
  say(`${what}: ${wrong.length === 0 ? "good" : `WRONG\n  ${wrong.slice(0, 20).join("\n  ")}`}`)
}

async function powerLosses(): Promise<void> {
  if (!canTrace) return say("power loss: not tried, strace is missing here or may not trace")
  const end = performance.now() + (minutes * 60_000) / 4
  const { steps, disks, different, broken } = await checkLosses(recordStory(4), {
    every: 1,
    selections: 32,
    until: () => performance.now() > end,
  })
  say(
    `power loss: ${steps} steps, ${disks} disks, ${different} different; ${performance.now() > end ? "cut off" : "all"}`,
  )
  judge("power loss", broken)
}

async function twoVersions(): Promise<void> {
  if (!hasCommit(ROOMS)) return say(`two versions: not tried, this clone has no commit ${ROOMS.slice(0, 7)}`)
  const plugins = ["./dist/server.js", buildOf(ROOMS)] as const
  const until = performance.now() + (minutes * 60_000) / 4
  for (const hosts of [
    ["1.18", "2.0"],
    ["2.0", "1.18"],
  ] as const) {
    const given = { plugins, hosts, turns: TURNS, until: () => performance.now() > until }
    const { lost, refused, done } = await runTwoVersions(given)
    say(`two versions, this build in ${hosts[0]}, the earlier one in ${hosts[1]}: ${done} turns`)
    judge("two versions", [...lost.map((line) => `lost: ${line}`), ...refused])
  }
}

say(`${minutes} minutes, seed ${seed}`)
await powerLosses()
await twoVersions()
const seconds = minutes * 60 - (performance.now() - begun) / 1000
const { turns, acts, refused, wrong, memory } = await soak({ seconds, seed, progress: say })
say(`soak: ${turns} turns; ${JSON.stringify(acts)}; memory ${JSON.stringify(memory)}; refused ${refused.length}`)
for (const one of [...new Set(refused)].slice(0, 10)) say(`refused: ${one}`)
judge("soak", wrong)
await stopAll()
process.exit(isGood ? 0 : 1)
