// Cairn from its sources in this process, and what the naive way costs on the same notes.
import { startV1 } from "../src/host/v1/plugin.ts"
import { startV2 } from "../src/host/v2/plugin.ts"
import { naivePrefix, type ParseHead } from "./baseline-naive.ts"
import { Cairn, newSession, type PrefixSource, pluginInput, untilComplete } from "./hooks.ts"
import { startOnV2 } from "./hooks-v2.ts"
import { type Spread, spreadOf, timed } from "./spread.ts"
import type { BenchStore } from "./store.ts"

export const PREFIX_CALLS = 2000

export async function startCairn(store: BenchStore): Promise<Cairn> {
  process.env.CAIRN_HOME = store.root
  return settled(new Cairn(await startV1(pluginInput(store.directory))), store)
}

export async function startCairnOnV2(store: BenchStore): Promise<PrefixSource> {
  process.env.CAIRN_HOME = store.root
  return settled(await startOnV2(startV2, store.directory), store)
}

async function settled<T extends PrefixSource>(cairn: T, store: BenchStore): Promise<T> {
  await untilComplete(cairn, store.listed)
  // What others left behind, above all the naive way, must not be collected on Cairn's time.
  Bun.gc(true)
  return cairn
}

/** The prefix hook in one session while no note changes. */
export async function prefixCalls(cairn: PrefixSource): Promise<Spread> {
  const session = newSession()
  const { text } = await cairn.prefix(session)
  const samples: number[] = []
  for (let call = 0; call < PREFIX_CALLS; call++) {
    const served = await cairn.prefix(session)
    if (served.text !== text) throw new Error("the prefix changed although no note did")
    samples.push(served.ms)
    // Lets the log write, as the time between two model calls does.
    await new Promise(setImmediate)
  }
  return spreadOf(samples)
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
