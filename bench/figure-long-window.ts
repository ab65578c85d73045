// What the long window saves and what it costs: recorded sessions with their real pauses, by the rule that decides and by others.
import { RETIRING_AGES } from "../src/model/tunable.ts"
import { agentTools } from "../src/surfaces/tools/tools.ts"
import { type OpenedApp, openedApp } from "../test/bed/opened-app.ts"
import { CACHE_MODELS } from "./cache-simulator.ts"
import { longHookRows } from "./long-hook.ts"
import { playedParts } from "./played-parts.ts"
import { type CairnParts, type Played, playTrail, type Rule, sumOfPlayed } from "./retiring-replay.ts"
import { count } from "./spread.ts"
import { makeStore } from "./store.ts"
import type { Figure, Row } from "./table.ts"
import { type TrailFile, type TrailSession, trailFiles } from "./trail-sessions.ts"

const TITLE = "The long window"
const CLAUDE = CACHE_MODELS[0] as (typeof CACHE_MODELS)[number]
const GAP_MS = 20_000
const SHORT = 20
const MOST_COST = 0.85
const MOST_IN_SHORT = 1.02
const MOST_NAMES = 0.015
const MOST_LINES = 0.01
const RULES: readonly Rule[] = ["cairn", "lapsed", "age", "host"]
const NAMES: Readonly<Record<Rule, string>> = {
  none: "as it is",
  cairn: "Cairn",
  lapsed: "only when the cache has lapsed",
  age: `by age alone, ${RETIRING_AGES.output} steps`,
  host: "OpenCode's own pruning",
  compaction: "a compaction at the same moments",
}
const ABOUT = `Sessions of people with their agents (\`trails/*.jsonl\` and \`quality/sessions*.jsonl\` of the data; these are dev halves, other repositories decide), a request a model step, with the lengths that were recorded; the host is taken to send 13,000 tokens of its own and to compact at 168,000. Cost is that of all input as a multiple of no plugin, by \`bench/cache-simulator.ts\`, for: ${CACHE_MODELS.map(({ name }) => name).join(" · ")}. Pauses are the real ones, then ${GAP_MS / 1000} s throughout (the sessions of \`quality\` have no times); whether the cache has lapsed is what Cairn takes for it, which with others than Claude is an hour. Where the recording's host answered a read with a reference to an earlier one, the file is shown, as OpenCode does. "Lost": of the names and of the lines in edits that the agent used and that had been in the conversation before, those that were only in what had left; the recordings cut long outputs in the middle, so what was only there is not counted either way. The recordings count the requests that were made, and the steps here are as many to 2 %. The ages were chosen on these trails, by two of them at a time and tried on the third (docs/decisions/0117, 0153, 0155 and 0162); one share was chosen with the sessions of \`quality\` in view, so their figures flatter too. Where no plugin means a compaction, that forgets the conversation and is cheap for it: such sessions are counted, and left out in a row of their own. A compaction is counted without its summary, which has about half of such names. The agent does the same things in all ways: that it asks for something again is not counted.`

export async function longWindowFigure(): Promise<Figure> {
  const files = trailFiles()
  if (files.length === 0)
    return { title: TITLE, about: "Not measured: the recordings are not here (CAIRN_BENCH_DATA says where).", rows: [] }
  const env = { CAIRN_CAPTURE: "false", CAIRN_TOOLS: "standard", CAIRN_HISTORY: "false" }
  const stores = [
    { about: "nothing saved yet", cairn: await openedApp({ env }) },
    { about: "10 hot and 100 cold notes", cairn: await openedApp({ ...(await makeStore({ cold: 100 })), env }) },
    {
      about: 'nothing saved yet, `tools: "compact"`',
      cairn: await openedApp({ env: { ...env, CAIRN_TOOLS: "compact" } }),
      isOnlyShort: true,
    },
  ]
  for (const { cairn } of stores) await cairn.app.complete
  const rows: Row[] = []
  for (const file of files) rows.push(...(await rowsOf(stores, file)))
  for (const { cairn } of stores) await cairn.close()
  rows.push(...(await longHookRows()))
  return { title: TITLE, about: ABOUT, rows }
}

interface Store {
  readonly about: string
  readonly cairn: OpenedApp
  /** Played in short sessions alone. */
  readonly isOnlyShort?: boolean
}

async function rowsOf(stores: readonly Store[], file: TrailFile): Promise<Row[]> {
  const name = file.name.replace(/\.jsonl$/, "")
  const { sessions } = file
  const each = playedEach(sessions, "none", "real")
  const base = each.map(sumOfPlayed)
  const played = new Map(RULES.map((rule) => [rule, playedAll(sessions, rule, "real")]))
  const own = played.get("cairn") as Played[]
  const costs = (rule: Rule) => priced(quotients(played.get(rule) as Played[], base))
  const steady = quotients(playedAll(sessions, "cairn", GAP_MS), playedAll(sessions, "none", GAP_MS))
  const compacted = sumOfPlayed(
    sessions.map((session) => playTrail(session, "compaction", { model: CLAUDE, pauses: "real" })),
  )
  const first = (rule: Rule) => (played.get(rule) as Played[])[0] as Played
  return [
    {
      what: `${name}: ${sessions.length} sessions, ${count(own[0]?.requests ?? 0)} requests: cost of all input, real pauses`,
      cairn: costs("cairn"),
      baseline: RULES.slice(1)
        .map((rule) => `${NAMES[rule]}: ${costs(rule)}`)
        .join("; "),
    },
    { what: `${name}: the same without pauses`, cairn: priced(steady) },
    {
      what: `${name}: names and lines of edits lost (Claude's prices; the worst of all price models)`,
      cairn: `${lossText(first("cairn"))}; ${lossText(worst(own))}`,
      baseline: [
        ...RULES.slice(2).map((rule) => `${NAMES[rule]}: ${lossText(first(rule))}`),
        `${NAMES.compaction}: ${lossText(compacted)}`,
      ].join("; "),
      target: {
        text: `at most ${percent(MOST_NAMES)} and ${percent(MOST_LINES)}`,
        met: own.every((one) => nameLoss(one) <= MOST_NAMES && lineLoss(one) <= MOST_LINES),
      },
    },
    {
      what: `${name}: compactions; deliberate breaks of the cache in 100 requests`,
      cairn: `${compactions(own)}; ${breaks(own)}`,
      baseline: `${NAMES.none}: ${compactions(base)}; ${NAMES.host}: ${compactions(played.get("host") as Played[])}; ${breaks(played.get("host") as Played[])}`,
    },
    ...(await Promise.all(stores.map((store) => wholeRows(store, name, sessions, each)))).flat(),
  ]
}

/** With tools, block, tails and pruning at write. */
async function wholeRows(
  { about, cairn, isOnlyShort = false }: Store,
  name: string,
  all: readonly TrailSession[],
  base: readonly (readonly Played[])[],
): Promise<Row[]> {
  const places = [...all.keys()].filter((at) => !isOnlyShort || isShort(all[at] as TrailSession))
  const sessions = places.map((at) => all[at] as TrailSession)
  const tools = schemasOf(cairn)
  const parts: CairnParts[] = []
  for (const session of sessions) parts.push({ tools, ...(await playedParts(cairn, session)) })
  const whole = playedEach(sessions, "cairn", "real", parts)
  const plain = base.map((some) => places.map((at) => some[at] as Played))
  const row = (what: string, isMeant: (at: number) => boolean, most: number): Row => {
    const sum = (some: readonly Played[]) => sumOfPlayed(some.filter((_one, at) => isMeant(at)))
    const values = quotients(whole.map(sum), plain.map(sum))
    return {
      what,
      cairn: priced(values),
      target: { text: `at most ${most}`, met: values.every((value) => value <= most) },
    }
  }
  const isCompacted = (at: number) => plain.some((some) => (some[at]?.compactions ?? 0) > 0)
  const compacted = sessions.filter((_session, at) => isCompacted(at)).length
  const short = sessions.filter(isShort).length
  const rows = [
    ...(isOnlyShort ? [] : [row(`${name}: all of Cairn together, ${about}`, () => true, MOST_COST)]),
    ...(compacted > 0 && !isOnlyShort
      ? [
          row(
            `${name}: the same without the ${compacted} that are compacted without it`,
            (at) => !isCompacted(at),
            MOST_COST,
          ),
        ]
      : []),
  ]
  if (short === 0) return rows
  const what = `${name}: its ${short} sessions under ${SHORT} steps, ${about}`
  return [...rows, row(what, (at) => isShort(sessions[at] as TrailSession), MOST_IN_SHORT)]
}

function isShort({ steps }: TrailSession): boolean {
  return steps.length < SHORT
}

/** By price model and session. */
function playedEach(
  sessions: readonly TrailSession[],
  rule: Rule,
  pauses: "real" | number,
  parts?: readonly CairnParts[],
): Played[][] {
  return CACHE_MODELS.map((model) =>
    sessions.map((session, at) => {
      const more = parts ? { parts: parts[at] as CairnParts } : {}
      return playTrail(session, rule, { model, pauses, ...more })
    }),
  )
}

/** By price model. */
function playedAll(sessions: readonly TrailSession[], rule: Rule, pauses: "real" | number): Played[] {
  return playedEach(sessions, rule, pauses).map(sumOfPlayed)
}

function quotients(some: readonly Played[], base: readonly Played[]): number[] {
  return some.map(({ cost }, at) => cost / (base[at]?.cost ?? Number.NaN))
}

function schemasOf({ app }: OpenedApp): string[] {
  const tools = agentTools(app.config, { app: async () => app, session: async (_, id) => app.sessions.get(id) })
  return tools.map(({ name, description, schema }) => JSON.stringify({ name, description, input_schema: schema() }))
}

function worst(some: readonly Played[]): Played {
  return [...some].sort((a, b) => lineLoss(b) + nameLoss(b) - lineLoss(a) - nameLoss(a))[0] as Played
}

function nameLoss({ names, lostNames }: Played): number {
  return names === 0 ? 0 : lostNames / names
}

function lineLoss({ lines, lostLines }: Played): number {
  return lines === 0 ? 0 : lostLines / lines
}

function lossText(one: Played): string {
  return `${percent(nameLoss(one))} and ${percent(lineLoss(one))}`
}

function compactions(some: readonly Played[]): string {
  return [...new Set(some.map((one) => one.compactions))].join(" to ")
}

function breaks(some: readonly Played[]): string {
  return some.map((one) => ((100 * one.breaks) / one.requests).toFixed(1)).join(" · ")
}

function priced(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(" · ")
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
