// What a model call waits for memory when no note has changed, which is nearly always.
import { type ParseHead, withSplit, withYaml } from "./baseline-naive.ts"
import { type Cairn, newSession } from "./hooks.ts"
import { naiveTurn, PREFIX_CALLS, prefixCalls, startCairn } from "./in-process.ts"
import { count, ratio, type Spread, spreadOf, spreadText } from "./spread.ts"
import { type BenchStore, storeOf } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const TURNS = 200
const LEAST_FACTOR = 50

export async function prefixFigure(sizes: readonly number[]): Promise<Figure> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await rowsFor(await storeOf(size))))
  return {
    title: "1. The prefix hook, unchanged notes",
    about: `\`experimental.chat.system.transform\` with its guard and log, ${count(PREFIX_CALLS)} calls in one session; a whole turn is \`chat.message\` (which looks at the hot notes and starts a scan in the background) and that hook. Naive: every turn reads and parses all notes.`,
    rows,
  }
}

async function rowsFor(store: BenchStore): Promise<Row[]> {
  const cairn = await startCairn(store)
  const hook = await prefixCalls(cairn)
  const turn = await wholeTurns(cairn)
  await cairn.close()
  const at = `${count(store.cold)} notes`
  const row = async (what: string, own: Spread, name: string, parseHead: ParseHead, isTarget: boolean) => {
    const naive = await naiveTurn(store, parseHead)
    const met = naive.p50 / own.p50 >= LEAST_FACTOR
    return {
      what: `${what}, ${at}`,
      cairn: spreadText(own),
      baseline: `${name}: ${spreadText(naive)}`,
      ratio: ratio(own.p50, naive.p50),
      ...(isTarget && { target: { text: `${LEAST_FACTOR}x less`, met } }),
    }
  }
  return [
    await row("prefix hook", hook, "naive", withYaml, true),
    await row("prefix hook", hook, "naive with the cheapest parser", withSplit, false),
    await row("whole turn", turn, "naive", withYaml, false),
  ]
}

async function wholeTurns(cairn: Cairn): Promise<Spread> {
  const session = newSession()
  const samples: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const started = performance.now()
    await cairn.userMessage(session)
    await cairn.prefix(session)
    samples.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return spreadOf(samples)
}
