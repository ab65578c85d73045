// Cairn from its sources in this process, and what the naive way costs on the same notes.
import { startV1 } from "../src/host/v1/plugin.ts"
import { naivePrefix, type ParseHead } from "./baseline-naive.ts"
import { Cairn, pluginInput, untilComplete } from "./hooks.ts"
import { type Spread, spreadOf, timed } from "./spread.ts"
import type { BenchStore } from "./store.ts"

export async function startCairn(store: BenchStore): Promise<Cairn> {
  process.env.CAIRN_HOME = store.root
  const cairn = new Cairn(await startV1(pluginInput(store.directory)))
  await untilComplete(cairn, store.listed)
  // What others left behind, above all the naive way, must not be collected on Cairn's time.
  Bun.gc(true)
  return cairn
}

const known = new Map<string, Promise<Spread>>()

/** One turn of the naive way; measured once a run, so that several figures compare with the same number. */
export function naiveTurn(store: BenchStore, parseHead: ParseHead): Promise<Spread> {
  const key = `${store.root} ${parseHead.name}`
  const spread = known.get(key) ?? measure(store, parseHead)
  known.set(key, spread)
  return spread
}

async function measure(store: BenchStore, parseHead: ParseHead): Promise<Spread> {
  const turns = store.cold > 5000 ? 4 : 20
  await naivePrefix(store.scopes, parseHead)
  const samples: number[] = []
  for (let turn = 0; turn < turns; turn++) samples.push(await timed(() => naivePrefix(store.scopes, parseHead)))
  return spreadOf(samples)
}
