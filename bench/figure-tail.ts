// What it costs to keep the model up to date: a tail with what is new, against the whole of memory rendered into the system prompt anew each
// turn. Priced with the providers' own rules, since a changed system prompt costs the cache of all that follows it.
import opencode2 from "@opencode/cli-linux-x64-baseline/package.json"
import opencode1 from "opencode-linux-x64/package.json"
import { blockOf } from "../test/bed/cairn-block.ts"
import {
  type Block,
  CACHE_MODELS,
  type CacheCost,
  type CacheModel,
  cacheCost,
  IDEAL_CACHE,
  type Request,
} from "./cache-simulator.ts"
import { changingSession, STEPS_PER_TURN, TURNS, type Turn } from "./changing-session.ts"
import { blocksOf, tailsIn, withMemory, withoutCairn, withoutTails } from "./request-blocks.ts"
import { count, ratio } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const HOSTS = [
  { version: "1.18", name: `OpenCode ${opencode1.version}` },
  { version: "2.0", name: `OpenCode ${opencode2.version}` },
] as const
/** Between two requests. */
const GAP_MS = 20_000
/** In points of a percentage: a tail is new once, wherever it stands. */
const MOST_LOST = 0.1

export async function tailFigure(): Promise<Figure> {
  const rows: Row[] = []
  for (const { version, name } of HOSTS) rows.push(...rowsFor(name, (await changingSession(version)).turns))
  return {
    title: "10. Telling the model what changed",
    about: `${TURNS} turns of ${STEPS_PER_TURN} requests in a real host: in each a file is read and edited, a check fails or passes, and the user or the agent decides something or leaves a todo. The same requests in four ways: with Cairn's tails as they were sent ("Cairn"); with the memory of that moment rendered into the \`<cairn>\` block each turn and no tails ("anew"); with a block that never changes and no tails ("unchanging": the least that knowing nothing new can cost); and without Cairn's block, tails and tools ("none"). A token is four characters, ${GAP_MS / 1000} s between requests. Prices by \`bench/cache-simulator.ts\`, in input tokens at full price, as multiples of "none".`,
    rows,
  }
}

type Way = "cairn" | "anew" | "unchanging" | "none"
type Ways = Readonly<Record<Way, readonly Request[]>>

function rowsFor(name: string, turns: readonly Turn[]): Row[] {
  const ways = waysOf(turns)
  return [...sizeRows(name, turns), cacheRow(name, ways), ...CACHE_MODELS.map((model) => priceRow(name, ways, model))]
}

function waysOf(turns: readonly Turn[]): Ways {
  const sent = turns.flatMap(({ requests, memory }) =>
    requests.map((request) => ({ blocks: blocksOf(request), memory: blockWith(blockOf(request), memory) })),
  )
  const at = (index: number) => index * GAP_MS
  return {
    cairn: sent.map(({ blocks }, index) => ({ at: at(index), blocks })),
    anew: sent.map(({ blocks, memory }, index) => ({
      at: at(index),
      blocks: withMemory(withoutTails(blocks), memory),
    })),
    unchanging: sent.map(({ blocks }, index) => ({ at: at(index), blocks: withoutTails(blocks) })),
    none: sent.map(({ blocks }, index) => ({ at: at(index), blocks: withoutCairn(blocks) })),
  }
}

const SESSION_PARTS = /^<(core_memory|working_memory|activity)>\n[\s\S]*?^<\/\1>\n/gm

/** The same block with what the session remembers now. */
function blockWith(block: string, memory: string): string {
  if (memory === "") return block
  return block.replace(SESSION_PARTS, "").replace(/<\/cairn>$/, () => `${memory}\n</cairn>`)
}

function sizeRows(name: string, turns: readonly Turn[]): Row[] {
  const last = turns.at(-1)?.requests.at(-1)
  const blocks = last ? blocksOf(last) : []
  const tails = tailsIn(blocks)
  const told = sum(tails.map(({ length }) => length))
  const anew = turns.map(({ requests, memory }) => blockWith(blockOf(requests[0]), memory).length)
  const session = sum(turns.map(({ memory }) => memory.length))
  return [
    {
      what: `told in ${TURNS} turns, ${name}`,
      cairn: `${tails.length} tails: ${sized(told)}`,
      baseline: `anew: ${sized(session)} about the session`,
      ratio: ratio(told, session),
    },
    {
      what: `told in ${TURNS} turns, ${name}`,
      cairn: `tails and one block: ${sized(told + blockOf(last).length)}`,
      baseline: `anew: ${sized(sum(anew))} in ${TURNS} blocks`,
      ratio: ratio(told + blockOf(last).length, sum(anew)),
    },
    {
      what: `the last request, ${name}`,
      cairn: sized(charsOf(blocks)),
      baseline: `none: ${sized(charsOf(withoutCairn(blocks)))}`,
      ratio: ratio(charsOf(blocks), charsOf(withoutCairn(blocks))),
    },
  ]
}

function cacheRow(name: string, ways: Ways): Row {
  const costs = costsOf(ways, IDEAL_CACHE)
  const share = ({ read, uncached }: CacheCost) => (100 * read) / (read + uncached)
  const text = (cost: CacheCost) => `${share(cost).toFixed(1)} %`
  return {
    what: `of all input, an ideal prefix cache reads, ${name}`,
    cairn: text(costs.cairn),
    baseline: `anew: ${text(costs.anew)}; unchanging: ${text(costs.unchanging)}; none: ${text(costs.none)}`,
    target: { text: "as unchanging", met: share(costs.cairn) >= share(costs.unchanging) - MOST_LOST },
  }
}

function priceRow(name: string, ways: Ways, model: CacheModel): Row {
  const { cairn, anew, unchanging, none } = costsOf(ways, model)
  const times = (cost: number) => (cost / none.cost).toFixed(2)
  return {
    what: `${model.name}, ${name}`,
    cairn: `${times(cairn.cost)}, ${times(cairn.cost - unchanging.cost)} of it for tails`,
    baseline: `anew: ${times(anew.cost)}; unchanging: ${times(unchanging.cost)}; none: 1 (${count(none.cost)} tokens)`,
    ratio: ratio(cairn.cost, anew.cost),
    target: { text: "less than anew", met: cairn.cost < anew.cost },
  }
}

function costsOf(ways: Ways, model: CacheModel): Record<Way, CacheCost> {
  return {
    cairn: cacheCost(ways.cairn, model),
    anew: cacheCost(ways.anew, model),
    unchanging: cacheCost(ways.unchanging, model),
    none: cacheCost(ways.none, model),
  }
}

function charsOf(blocks: readonly Block[]): number {
  return sum(blocks.map(({ text }) => text.length))
}

function sized(chars: number): string {
  return `${count(chars)} characters, ${count(chars / 4)} tokens`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
