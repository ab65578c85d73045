// What a model call waits for memory right after a note was changed, by the agent or by hand, and what a scan in the background costs others.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { withYaml } from "./baseline-naive.ts"
import { hotLine, hotPath, hotText } from "./corpus.ts"
import { type Cairn, newSession } from "./hooks.ts"
import { naiveTurn, startCairn } from "./in-process.ts"
import { watchLoop } from "./loop-delay.ts"
import { count, ms, ratio, type Spread, spreadOf, spreadText } from "./spread.ts"
import { type BenchStore, storeOf } from "./store.ts"
import { type Figure, type Row, under } from "./table.ts"

const TURNS = 120
const PAUSE_MS = 15
/** A hot note of the project, which `hotPath` numbers from 3 on. */
const EDITED = 5
const SCANS_MS = 1500
const MOST_LOOP_DELAY_MS = 10

export async function editsFigure(sizes: readonly number[]): Promise<Figure> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await rowsFor(await storeOf(size))))
  return {
    title: "2. The prefix hook after an edit, and beside a scan",
    about: `${TURNS} turns; before each one a hot note changes, and the turn is a session's first, so the prefix is rendered anew and checked to show the edit. Ratios set Cairn's p99 against the naive median. Loop delay: what an event that comes at any moment waits while scans run without a rest.`,
    rows,
  }
}

async function rowsFor(store: BenchStore): Promise<Row[]> {
  const cairn = await startCairn(store)
  const naive = await naiveTurn(store, withYaml)
  const limit = store.cold <= 1000 ? 25 : 50
  const row = (what: string, own: Spread): Row => ({
    what: `${what}, ${count(store.cold)} notes`,
    cairn: spreadText(own),
    baseline: `naive: ${spreadText(naive)}`,
    ratio: ratio(own.p99, naive.p50),
    target: { ...under(own.p99, limit, "ms"), text: `p99 under ${limit} ms` },
  })
  const byTool = await editsByTool(cairn)
  const byHand = await editsByHand(cairn, store)
  const loop = await scanning(cairn)
  await cairn.close()
  return [
    row("hook after memory_edit", byTool),
    row("hook after an edit by hand", byHand.hook),
    row("chat.message and hook after an edit by hand", byHand.turn),
    row("hook while a scan runs", loop.hook),
    {
      what: `loop delay while scans run, ${count(store.cold)} notes`,
      cairn: spreadText(loop.busy),
      baseline: `idle loop: ${spreadText(loop.idle)}`,
      ratio: ratio(loop.busy.p99, loop.idle.p99),
      target: {
        text: `p99 at most ${MOST_LOOP_DELAY_MS} ms above idle`,
        met: loop.busy.p99 - loop.idle.p99 <= MOST_LOOP_DELAY_MS,
      },
    },
    { what: `one scan of unchanged notes, ${count(store.cold)} notes`, cairn: ms(loop.scan) },
  ]
}

async function editsByTool(cairn: Cairn): Promise<Spread> {
  const writer = newSession()
  const samples: number[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    await cairn.tool(
      "memory_edit",
      { path: hotPath(EDITED), oldString: hotLine(EDITED, turn - 1), newString: hotLine(EDITED, turn) },
      writer,
    )
    samples.push(await firstPrefix(cairn, newSession(), turn))
    await sleep(PAUSE_MS)
  }
  return spreadOf(samples)
}

async function editsByHand(cairn: Cairn, store: BenchStore): Promise<{ hook: Spread; turn: Spread }> {
  const file = join(store.scopes[1].folder, hotPath(EDITED))
  const hook: number[] = []
  const turns: number[] = []
  for (let turn = TURNS; turn >= 0; turn--) {
    writeFileSync(file, hotText(EDITED, turn))
    const session = newSession()
    const started = performance.now()
    await cairn.userMessage(session)
    hook.push(await firstPrefix(cairn, session, turn))
    turns.push(performance.now() - started)
    await sleep(PAUSE_MS)
  }
  return { hook: spreadOf(hook), turn: spreadOf(turns) }
}

async function firstPrefix(cairn: Cairn, session: string, revision: number): Promise<number> {
  const { text, ms } = await cairn.prefix(session)
  if (!text.includes(hotLine(EDITED, revision))) throw new Error(`revision ${revision} is not in the prefix`)
  return ms
}

/** `/memory-flush` scans at once, where other hints wait their turn. */
async function scanning(cairn: Cairn): Promise<{ busy: Spread; idle: Spread; hook: Spread; scan: number }> {
  const session = newSession()
  await cairn.idle(session)
  await sleep(300)
  const endIdle = watchLoop()
  await sleep(500)
  const idle = endIdle()

  const scans: number[] = []
  const hook: number[] = []
  const endBusy = watchLoop()
  const end = performance.now() + SCANS_MS
  const scanner = (async () => {
    while (performance.now() < end || scans.length < 3) {
      const started = performance.now()
      await cairn.command("memory-flush", session)
      scans.push(performance.now() - started)
    }
  })()
  let scanned = false
  void scanner.finally(() => {
    scanned = true
  })
  while (!scanned) {
    hook.push((await cairn.prefix(session)).ms)
    await sleep(PAUSE_MS)
  }
  await scanner
  return { busy: endBusy(), idle, hook: spreadOf(hook), scan: spreadOf(scans).p50 }
}
