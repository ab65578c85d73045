// How long a tool's output keeps the event loop to itself, whatever its size: the longest stretch of processor time between two turns of the loop.
import { Cairn, newSession, pluginInput, type Server } from "./hooks.ts"
import { filled } from "./hostile-shapes.ts"
import { builtPlugin } from "./plugins.ts"
import { ms } from "./spread.ts"
import { makeStore } from "./store.ts"
import { type Figure, type Row, under } from "./table.ts"

const MOST_MS = 50
const SIZES = [0.1, 0.3, 1, 10, 50]
const MB = 1_000_000
/** What is done after the hook has answered. */
const AFTERWARDS_MS = 1500
const TIMES = 3

const SHAPES: Readonly<Record<string, string>> = {
  "a log": "2026-11-16T08:40:11 INFO worker-7 GET /api/orders?page=3 200 in 31 ms, cache miss for user 8812\n",
  "tiny lines": "ab c\n",
  labels: "token: a1",
  passwords: "pw: Aa1!Bb2@ ",
  "one word": "a",
  errors: "src/a.ts(3,7): error TS2322: Type 'A' is not assignable to type 'B'.\n",
}

export async function outputsFigure(): Promise<Figure> {
  const { root, directory } = await makeStore({ cold: 100 })
  process.env.CAIRN_HOME = root
  const { default: plugin } = (await import(builtPlugin())) as { default: { server: Server } }
  const cairn = new Cairn(await plugin.server(pluginInput(directory)))
  await cairn.prefix(newSession())
  const rows: Row[] = []
  for (const [what, unit] of Object.entries(SHAPES)) {
    const held: string[] = []
    let worst = 0
    for (const size of SIZES) {
      const output = filled(unit, size * MB)
      const stretches: number[] = []
      for (let time = 0; time < TIMES; time++) stretches.push(await longestStretch(cairn, output))
      // The least of some: what else the machine does falls into one of them.
      const least = Math.min(...stretches)
      worst = Math.max(worst, least)
      held.push(`${size} MB ${ms(least)}`)
    }
    rows.push({ what, cairn: held.join(", "), target: under(worst, MOST_MS, "ms") })
  }
  await cairn.close()
  return {
    title: "9b. What an output holds up",
    about: `A failing command with an output of each size and shape; the longest stretch of processor time without a turn of the event loop, from the hook's beginning to ${ms(AFTERWARDS_MS)} after its answer. The least of ${TIMES}.`,
    rows,
  }
}

async function longestStretch(cairn: Cairn, output: string): Promise<number> {
  let isOver = false
  let longest = 0
  let before = process.cpuUsage()
  const turn = () => {
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.cpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const metadata = { output: output.slice(-30_000), exit: 2, truncated: false }
  await cairn.toolEnded(newSession(), {
    tool: "bash",
    args: { command: "npx tsc", description: "x" },
    output,
    metadata,
  })
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
  isOver = true
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}
