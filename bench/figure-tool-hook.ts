// What an agent waits for session memory: after every tool call, and with every message, also when what it is given is made to stall it.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { tempDir } from "../test/bed/sandbox.ts"
import { NaiveExtractor } from "./baseline-extractor.ts"
import { Cairn, newSession, pluginInput, type Server } from "./hooks.ts"
import { builtPlugin } from "./plugins.ts"
import { ms, ratio, type Spread, spreadOf, spreadText, timed } from "./spread.ts"
import { makeStore } from "./store.ts"
import { type Figure, type Row, under } from "./table.ts"
import { fileOf, HOSTILE, hostileCall, type MakeCall, ORDINARY } from "./tool-calls.ts"

const EARLIER = 500
const CALLS = 500
const HOSTILE_CALLS = 9
const MESSAGES = 100
const LARGE_MESSAGES = 9
const MOST_P99_MS = 5
const MOST_HOSTILE_MS = 50
const NAIVE_LIMIT_MS = 10_000
/** Longer than what is written after a hook takes to begin. */
const AFTERWARDS_MS = 3

export async function toolHookFigure(): Promise<Figure> {
  const bench = await openBench()
  const rows = [...(await ordinaryRows(bench)), ...(await hostileRows(bench)), ...(await messageRows(bench))]
  await bench.cairn.close()
  return {
    title: "9. What a tool call and a message wait for session memory",
    about: `\`tool.execute.after\` and \`chat.message\` of the built plugin in OpenCode's Bun, in a session with ${EARLIER} earlier events and a full pool; ${CALLS} calls of each kind, ${HOSTILE_CALLS} of each megabyte. "Processor" is the time the process was working, all threads together: the rest of a wait is what other programs took. "Afterwards": the longest time for which the event loop stood still behind the hook, which is when the journal is written. Naive (\`bench/baseline-extractor.ts\`): one regular expression for errors and one for paths over the whole output, and the state rewritten as JSON each time; ended after ${ms(NAIVE_LIMIT_MS)}.`,
    rows,
  }
}

interface Bench {
  readonly cairn: Cairn
  readonly directory: string
  readonly session: string
}

async function openBench(): Promise<Bench> {
  const { root, directory } = await makeStore({ cold: 100 })
  process.env.CAIRN_HOME = root
  process.env.CAIRN_TOOLS = "full"
  const { default: plugin } = (await import(builtPlugin())) as { default: { server: Server } }
  const cairn = new Cairn(await plugin.server(pluginInput(directory)))
  const session = newSession()
  await cairn.userMessage(session, "Let's use SQLite for the index. TODO: write the migration")
  await cairn.prefix(session)
  const kinds = Object.values(ORDINARY)
  for (let turn = 0; turn < EARLIER; turn++) {
    await cairn.toolEnded(session, (kinds[turn % kinds.length] as MakeCall)(directory, turn))
    await new Promise(setImmediate)
  }
  const files = (await cairn.tool("core_memory_read", {}, session)).split("\n").filter((line) => line.includes("part-"))
  if (files.length < 20) throw new Error(`expected a session that remembers many files, not ${files.length}`)
  return { cairn, directory, session }
}

async function ordinaryRows({ cairn, directory, session }: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, make] of Object.entries(ORDINARY)) {
    const extractor = new NaiveExtractor(tempDir("extractor"))
    const own = new Waits()
    const naive = new Waits()
    // In turn, so that what else the machine does hits both alike.
    for (let turn = 0; turn < CALLS; turn++) {
      const call = make(directory, turn)
      await own.during(() => cairn.toolEnded(session, call))
      await naive.during(async () => extractor.toolEnded(call))
    }
    rows.push({
      what: `tool call: ${what}`,
      cairn: `${spreadText(own.hook)}; processor p99 ${ms(own.processor.p99)}; afterwards p99 ${ms(own.afterwards.p99)}`,
      baseline: `naive: ${spreadText(naive.hook)}; processor p99 ${ms(naive.processor.p99)}`,
      ratio: ratio(own.hook.p99, naive.hook.p99),
      target: { text: `p99 under ${MOST_P99_MS} ms`, met: own.hook.p99 < MOST_P99_MS },
    })
  }
  return rows
}

async function hostileRows({ cairn, session }: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, text] of Object.entries(HOSTILE)) {
    const call = hostileCall(text())
    const { hook, afterwards } = await waitsOf(HOSTILE_CALLS, () => cairn.toolEnded(session, call))
    const naive = await naiveHostile(what)
    rows.push({
      what: `tool call: 1 MB, ${what}`,
      cairn: `p50 ${ms(hook.p50)}, max ${ms(hook.max)}; afterwards ${ms(afterwards.max)}`,
      baseline: `naive: ${naive === undefined ? `over ${ms(NAIVE_LIMIT_MS)}` : ms(naive)}`,
      ratio: ratio(hook.p50, naive ?? NAIVE_LIMIT_MS),
      target: under(hook.max, MOST_HOSTILE_MS, "ms"),
    })
  }
  return rows
}

async function messageRows({ cairn, session }: Bench): Promise<Row[]> {
  const ordinary = (turn: number) =>
    `Let's use variant ${turn} of the parser. Don't forget to update ${fileOf(turn)}, and run the tests again afterwards.`
  const large = {
    "32 KB of tiny lines": "ab c\n".repeat(6_500),
    "1 MB of tiny lines": "ab c\n".repeat(200_000),
    "1 MB in one line": "We will see about that, ".repeat(42_000),
  }
  const rows = [await messageRow("ordinary", MESSAGES, (turn) => cairn.userMessage(session, ordinary(turn)))]
  for (const [what, text] of Object.entries(large))
    rows.push(await messageRow(what, LARGE_MESSAGES, () => cairn.userMessage(session, text)))
  return rows
}

async function messageRow(what: string, times: number, speak: (turn: number) => Promise<unknown>): Promise<Row> {
  const { hook, processor, afterwards } = await waitsOf(times, speak)
  const cairn = `${spreadText(hook)}; processor p99 ${ms(processor.p99)}; afterwards p99 ${ms(afterwards.p99)}`
  return { what: `message: ${what}`, cairn }
}

async function waitsOf(times: number, work: (turn: number) => Promise<unknown>): Promise<Waits> {
  const waits = new Waits()
  for (let turn = 0; turn < times; turn++) await waits.during(() => work(turn))
  return waits
}

class Waits {
  readonly #hook: number[] = []
  readonly #processor: number[] = []
  readonly #afterwards: number[] = []

  async during(work: () => Promise<unknown>): Promise<void> {
    const processor = process.cpuUsage()
    this.#hook.push(await timed(work))
    const { user, system } = process.cpuUsage(processor)
    this.#processor.push((user + system) / 1000)
    this.#afterwards.push(await longestStandstill(AFTERWARDS_MS))
  }

  get hook(): Spread {
    return spreadOf(this.#hook)
  }

  get processor(): Spread {
    return spreadOf(this.#processor)
  }

  get afterwards(): Spread {
    return spreadOf(this.#afterwards)
  }
}

async function longestStandstill(watchedMs: number): Promise<number> {
  let longest = 0
  let last = performance.now()
  for (const end = last + watchedMs; last < end; ) {
    await new Promise(setImmediate)
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
}

/** Undefined: it was ended. */
async function naiveHostile(what: string): Promise<number | undefined> {
  const program = fileURLToPath(new URL("baseline-extractor.ts", import.meta.url))
  const env = { ...process.env, BUN_BE_BUN: "1" }
  const options = { env, timeout: NAIVE_LIMIT_MS, killSignal: "SIGKILL" } as const
  const run = promisify(execFile)(process.execPath, ["run", program, what], options)
  return run.then(
    ({ stdout }) => Number(stdout),
    (error: { killed?: boolean }) => {
      if (error.killed) return undefined
      throw error
    },
  )
}
