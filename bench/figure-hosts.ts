// Both generations of OpenCode side by side: Cairn has an adapter for each, and what it promises must hold on either.
import { fileURLToPath } from "node:url"
import opencode2 from "@opencode/cli-linux-x64-baseline/package.json"
import opencode1 from "opencode-linux-x64/package.json"
import type { HostVersion } from "../test/bed/host.ts"
import { withYaml } from "./baseline-naive.ts"
import { runChild, type StartOutcome, type Task } from "./child-process.ts"
import type { PrefixSource } from "./hooks.ts"
import { addedRow, addedTime, STARTS, startsOf } from "./host-starts.ts"
import { naiveTurn, PREFIX_CALLS, prefixCalls, startCairn, startCairnOnV2 } from "./in-process.ts"
import { longSession, TURNS } from "./long-session.ts"
import { builtPlugin, emptyPlugin } from "./plugins.ts"
import { count, median, ms, ratio, spreadText } from "./spread.ts"
import { type BenchStore, storeOf } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const COLD = 1000
const LEAST_FACTOR = 50
const FRESH_STARTS = 5

interface Generation {
  readonly name: string
  readonly version: HostVersion
  readonly hook: string
  readonly entry: "server" | "setup"
  /** The Bun that its plugins live in. */
  readonly bun: string
  open(store: BenchStore): Promise<PrefixSource>
}

const GENERATIONS: readonly Generation[] = [
  {
    name: `OpenCode ${opencode1.version}`,
    version: "1.18",
    hook: "experimental.chat.system.transform",
    entry: "server",
    bun: process.execPath,
    open: startCairn,
  },
  {
    name: `OpenCode ${opencode2.version}`,
    version: "2.0",
    hook: "context",
    entry: "setup",
    bun: fileURLToPath(new URL("../node_modules/@opencode/cli-linux-x64-baseline/bin/opencode", import.meta.url)),
    open: startCairnOnV2,
  },
]

export async function hostsFigure(): Promise<Figure> {
  const store = await storeOf(COLD)
  const columns: Row[][] = []
  for (const generation of GENERATIONS)
    columns.push([
      ...(await sessionRows(generation)),
      await hookRow(generation, store),
      await entryRow(generation, store),
      ...(await startRows(generation)),
    ])
  const [first = [], second = []] = columns
  return {
    title: "8. Both hosts",
    about: `Everything at 1,000 notes. The session: ${TURNS} turns in a real host, and in each the agent rewrites a hot note with \`memory_write\`; naive is what rendering the same notes once a turn would have sent. The hook: ${count(PREFIX_CALLS)} calls in this process. The entry: as in 3a with a warm index, in fresh processes of each host's own Bun, median of ${FRESH_STARTS}. The requests: as in 3b, medians of ${STARTS} starts each.`,
    rows: first.flatMap((row, index) => [row, second[index] as Row]),
  }
}

async function sessionRows({ name, version }: Generation): Promise<Row[]> {
  const { cairn, naive, epochs, breaks } = await longSession(version)
  return [
    {
      what: `different \`<cairn>\` blocks, ${name}`,
      cairn: `${cairn.distinct} in ${cairn.count} requests (rendered: ${epochs.join(", ")})`,
      baseline: `naive: ${naive.distinct} in ${naive.count} turns`,
      ratio: ratio(cairn.distinct, naive.distinct),
      target: { text: "1", met: cairn.distinct === 1 },
    },
    {
      what: `bytes of the block changed, ${name}`,
      cairn: `${count(cairn.changed)}`,
      baseline: `naive: ${count(naive.changed)}, and ${count(naive.uncached)} from the first changed one on`,
      target: { text: "0", met: cairn.changed === 0 },
    },
    {
      what: `requests that break the cached prompt, ${name}`,
      cairn: `${breaks} of ${cairn.count - 1}`,
      baseline: `naive: ${naive.distinct - 1} of ${naive.count - 1} turns`,
      target: { text: "0", met: breaks === 0 },
    },
  ]
}

async function hookRow({ name, hook, open }: Generation, store: BenchStore): Promise<Row> {
  const cairn = await open(store)
  const own = await prefixCalls(cairn)
  await cairn.close()
  const naive = await naiveTurn(store, withYaml)
  return {
    what: `prefix hook (\`${hook}\`), ${name}`,
    cairn: spreadText(own),
    baseline: `naive: ${spreadText(naive)}`,
    ratio: ratio(own.p50, naive.p50),
    target: { text: `${LEAST_FACTOR}x less`, met: naive.p50 / own.p50 >= LEAST_FACTOR },
  }
}

async function entryRow({ name, entry, bun }: Generation, { root, directory, listed }: BenchStore): Promise<Row> {
  const empty = emptyPlugin()
  const task: Task = { kind: "start", plugin: builtPlugin(), entry, directory, listed }
  const own: number[] = []
  const nothing: number[] = []
  for (let run = 0; run < FRESH_STARTS; run++) {
    nothing.push((await runChild<StartOutcome>({ ...task, plugin: empty, listed: 0 }, {}, bun)).server)
    own.push((await runChild<StartOutcome>(task, { CAIRN_HOME: root }, bun)).server)
  }
  return {
    what: `\`${entry}()\` returned, ${name}`,
    cairn: ms(median(own)),
    baseline: `empty plugin: ${ms(median(nothing))}`,
    ...addedTime(median(own) - median(nothing)),
  }
}

async function startRows({ name, version }: Generation): Promise<Row[]> {
  const starts = await startsOf(version)
  return [
    addedRow(`new session to its first request, ${name}`, starts, "empty plugin", ({ first }) => first),
    addedRow(`prompt to request, second turn, ${name}`, starts, "empty plugin", ({ second }) => second),
  ]
}
