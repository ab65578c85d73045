// What Cairn adds to the price of a session's input, and what it takes off: recorded sessions played again with all that Cairn would have
// put into their requests, priced by the providers' own caching rules.
import { agentTools } from "../src/surfaces/tools/tools.ts"
import { type OpenedApp, openedApp } from "../test/bed/opened-app.ts"
import { type Block, CACHE_MODELS, cacheCost, type Request } from "./cache-simulator.ts"
import {
  atPace,
  type Message,
  type Pace,
  type ReplayedSession,
  replay,
  STEPS_PER_TURN,
  textsOf,
} from "./replayed-session.ts"
import { count, spreadOf } from "./spread.ts"
import { makeStore } from "./store.ts"
import type { Figure, Row } from "./table.ts"
import { type Trajectory, trajectories } from "./trajectories.ts"

interface Agent {
  readonly name: string
  readonly data: string
  /** Where its sessions were recorded. */
  readonly root: string
}

const AGENTS: readonly Agent[] = [
  { name: "codex", data: "nice", root: "/home/user/workspace" },
  { name: "mini-swe", data: "swe", root: "/testbed" },
]
const LEAST_STEPS = 20
const COLD_NOTES = 100
const CHARS_PER_TOKEN = 4
const HOST_TOOLS = "t".repeat(9000 * CHARS_PER_TOKEN)
const HOST_SYSTEM = "s".repeat(4000 * CHARS_PER_TOKEN)
const GAP_MS = 20_000
const BREAK_MS = 360_000
const BREAK_EVERY = 10
const MOST_FOR_NEWS = 1.02
const MOST_WITH_PRUNING = 0.9
const TITLE = "What Cairn costs and saves"
const ABOUT = `Recorded sessions of at least ${LEAST_STEPS} steps, a request a step, played again through what Cairn does at a host's hooks, with ten hot and ${COLD_NOTES} cold notes. The host is taken to send 9,000 tokens of tools and 4,000 of system text, the window to have 200,000; every ${STEPS_PER_TURN} steps the user says a word, which carries the tail. Steady: ${GAP_MS / 1000} s between requests. With breaks: ${BREAK_MS / 60_000} minutes every ${BREAK_EVERY} steps; with a \`cacheTtl\` of 5 minutes Cairn would render its block anew in each, which costs nothing only where the cache is gone by then; by itself (\`"auto"\`) it goes by the provider. Cells are the price of all input as a multiple of "no plugin" by \`bench/cache-simulator.ts\`, a token taken for four characters, for: ${CACHE_MODELS.map(({ name }) => name).join(" · ")}. "Anew": the block as it would be if it were rendered at each request, and no tails. The agent does the same things in all ways: that it asks for what was left out, or needs fewer steps because it remembers, is not counted.`

const steady: Pace = () => GAP_MS
const withBreaks: Pace = (step) => (step > 0 && step % BREAK_EVERY === 0 ? BREAK_MS : GAP_MS)

export async function costFigure(): Promise<Figure> {
  const recorded = AGENTS.map((agent) => ({ agent, sessions: longOnes(agent) }))
  if (recorded.some(({ sessions }) => sessions === undefined))
    return { title: TITLE, about: "Not measured: the recordings are not here (CAIRN_BENCH_DATA says where).", rows: [] }
  const { root, directory } = await makeStore({ cold: COLD_NOTES })
  const cairn = await openedApp({ root, directory, env: { CAIRN_TOOLS: "standard" } })
  await cairn.app.complete
  const rows: Row[] = []
  for (const { agent, sessions = [] } of recorded) rows.push(...(await rowsOf(cairn, agent, sessions)))
  await cairn.close()
  return { title: TITLE, about: ABOUT, rows }
}

function longOnes({ data }: Agent): Trajectory[] | undefined {
  return trajectories(data)?.filter(({ steps }) => steps.length >= LEAST_STEPS)
}

type Replays = readonly ReplayedSession[]

async function rowsOf(cairn: OpenedApp, agent: Agent, sessions: readonly Trajectory[]): Promise<Row[]> {
  const tools = schemasOf(cairn)
  const quick = await replayAll(cairn, agent, sessions, steady)
  const slow = await replayAll(cairn, agent, sessions, withBreaks)
  // Where the cache outlives a break, it is no end of an epoch, and Cairn does what it does without them.
  const patient = quick.map((session) => atPace(session, withBreaks))
  return [
    ...sizeRows(agent.name, quick, tools),
    ...paceRows(`${agent.name}, steady`, quick, tools),
    ...paceRows(`${agent.name}, with breaks`, patient, tools, slow),
  ]
}

async function replayAll(cairn: OpenedApp, { root }: Agent, sessions: readonly Trajectory[], pace: Pace) {
  const around = HOST_TOOLS.length + HOST_SYSTEM.length
  const played: ReplayedSession[] = []
  for (const session of sessions) played.push(await replay(cairn, session, pace, { root, around }))
  return played
}

/** As the model is told of them. */
function schemasOf({ app }: OpenedApp): string[] {
  const tools = agentTools(app.config, { app: async () => app, session: async (_, id) => app.sessions.get(id) })
  return tools.map(({ name, description, schema }) => JSON.stringify({ name, description, input_schema: schema() }))
}

/** What of Cairn is in a request. */
interface Way {
  readonly tools?: readonly string[]
  readonly block?: "served" | "first" | "anew"
  readonly tails?: boolean
  readonly outputs?: "pruned" | "none"
}

const NO_PLUGIN: Way = {}
const UNCHANGING: Way = { block: "first" }
const ANEW: Way = { block: "anew" }
const INJECTED: Way = { block: "served", tails: true }

/** `lapsing` are the same sessions with an epoch that ends when a cache of five minutes is gone, which is what Claude's has. */
function paceRows(what: string, sessions: Replays, tools: readonly string[], lapsing = sessions): Row[] {
  const base = costsOf(lapsing, NO_PLUGIN)
  const times = (way: Way) => quotients(costsOf(lapsing, way), base)
  const [unchanging, anew] = [times(UNCHANGING), times(ANEW)]
  const served = (way: Way) => quotients(byLifeOfCache(costsOf(lapsing, way), costsOf(sessions, way)), base)
  const injected = served(INJECTED)
  const all = served({ ...INJECTED, tools, outputs: "pruned" })
  const forNews = quotients(injected, unchanging)
  return [
    {
      what: `${what}: prefix and tails`,
      cairn: priced(injected),
      baseline: `an equal block that never changes: ${priced(unchanging)}; anew: ${priced(anew)}`,
      ratio: `${Math.min(...forNews).toFixed(3)} to ${Math.max(...forNews).toFixed(3)} of unchanging`,
      target: atMost(forNews, MOST_FOR_NEWS, "of unchanging"),
    },
    {
      what: `${what}: all of Cairn, with pruning`,
      cairn: priced(all),
      baseline: `no plugin: 1; pruning alone: ${priced(times({ outputs: "pruned" }))}`,
      target: atMost(all, MOST_WITH_PRUNING, "of no plugin"),
    },
  ]
}

function sizeRows(name: string, sessions: Replays, tools: readonly string[]): Row[] {
  const tokens = (chars: number) => `${count(chars / CHARS_PER_TOKEN)} tokens`
  const prompts = sessions.flatMap((session) => session.prompts)
  const messages = sessions.flatMap((session) => session.messages)
  const tails = messages.flatMap(({ tail }) => tail?.length ?? [])
  const blocks = new Set(prompts.map(({ anew }) => anew))
  const chars = (some: readonly Message[], outputs?: Way["outputs"]) =>
    lengthOf(some.flatMap((message) => shownOf(message, { ...(outputs && { outputs }) })))
  const lengths = spreadOf(sessions.map((session) => chars(session.messages)))
  const outputs = messages.filter(({ role }) => role === "tool")
  const base = costsOf(sessions, NO_PLUGIN)
  const times = (way: Way) => priced(quotients(costsOf(sessions, way), base))
  return [
    {
      what: `${name}: ${sessions.length} sessions, ${count(prompts.length)} requests`,
      cairn: `block of ${tokens(prompts[0]?.prefix.length ?? 0)}, ${tails.length} tails of ${tokens(spreadOf(tails).p50)} (median); outputs cut by ${percent(1 - chars(outputs, "pruned") / chars(outputs))}`,
      baseline: `no plugin: conversations of ${tokens(lengths.p50)} (median), ${percent(chars(outputs) / chars(messages))} of it outputs; anew: ${count(blocks.size)} blocks`,
    },
    {
      what: `${name}, steady: the schemas of ${tools.length} tools alone`,
      cairn: `${times({ tools })}, ${tokens(lengthOf(tools))}`,
    },
    {
      what: `${name}, steady: pruning alone`,
      cairn: times({ outputs: "pruned" }),
      baseline: `no output at all, the most that pruning could save: ${times({ outputs: "none" })}`,
    },
  ]
}

/** For each price model what Cairn does there by itself; for the hour of Claude's extended cache, with `cacheTtl: "1h"`. */
function byLifeOfCache(short: readonly number[], long: readonly number[]): number[] {
  return CACHE_MODELS.map(({ name }, at) => (name === "Anthropic, 5 minutes" ? short[at] : long[at]) as number)
}

const known = new WeakMap<Replays, Map<string, number[]>>()

/** What the input of all sessions costs this way, by each of the price models. Each is worked out once. */
function costsOf(sessions: Replays, way: Way): number[] {
  const costs = known.get(sessions) ?? new Map<string, number[]>()
  known.set(sessions, costs)
  const key = JSON.stringify(way)
  const found = costs.get(key) ?? simulated(sessions, way)
  costs.set(key, found)
  return found
}

function simulated(sessions: Replays, way: Way): number[] {
  const conversations = sessions.map((session) => requestsOf(session, way))
  return CACHE_MODELS.map((model) => conversations.reduce((sum, requests) => sum + cacheCost(requests, model).cost, 0))
}

function requestsOf({ messages, prompts }: ReplayedSession, way: Way): Request[] {
  const first = prompts[0]?.prefix ?? ""
  return prompts.map(({ at, messages: seen, prefix, anew }) => {
    const block = way.block && { served: prefix, first, anew }[way.block]
    return { at, blocks: [...headOf(way.tools, block), ...conversationOf(messages.slice(0, seen), way)] }
  })
}

/** OpenCode sets a cache mark at its system entries, and at the last two messages. */
function headOf(tools: readonly string[] = [], block: string | undefined): Block[] {
  const system = block === undefined ? [HOST_SYSTEM] : [HOST_SYSTEM, block]
  return [
    ...[HOST_TOOLS, ...tools].map((text) => ({ role: "tools", text })),
    ...system.map((text) => ({ role: "system", text, mark: true })),
  ]
}

function conversationOf(messages: readonly Message[], way: Way): Block[] {
  return messages.flatMap((message, index) => {
    const texts = shownOf(message, way)
    const isMarked = index >= messages.length - 2
    return texts.map((text, at) => ({ role: message.role, text, mark: isMarked && at === texts.length - 1 }))
  })
}

function shownOf(message: Message, { outputs, tails = false }: Way): string[] {
  if (outputs === "none" && message.role === "tool") return [""]
  return textsOf(message, { prunes: outputs === "pruned", tails })
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((chars, { length }) => chars + length, 0)
}

function quotients(some: readonly number[], others: readonly number[]): number[] {
  return some.map((one, at) => one / (others[at] ?? Number.NaN))
}

function atMost(values: readonly number[], most: number, of: string) {
  return { text: `at most ${most} ${of}`, met: values.every((value) => value <= most) }
}

function priced(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(" · ")
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
