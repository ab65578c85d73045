// What the block costs as facts grow: its tokens, how many facts a model sees, and the price of a session's input with it and without.
import { estimateTokenCount } from "tokenx"
import type { NoteInfo } from "../src/model/note.ts"
import { defaultConfig } from "../src/model/settings.ts"
import { MAX_LINE_TOKENS } from "../src/prompt/fact-lines.ts"
import { renderPrefix } from "../src/prompt/prefix.ts"
import { emptyMemory } from "../src/session/session-memory.ts"
import { factWith } from "../test/bed/facts.ts"
import { type Block, CACHE_MODELS, cacheCost, type Request } from "./cache-simulator.ts"
import { count } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const SIZES = [0, 30, 150, 200, 1000]
const ALL_SHOWN = 150
/** Hot notes share the room of the block with the facts. */
const HOT_CHARS = 9000
const HOT_NOTES = 3
const EMPTY_TOKENS = 150
const REQUESTS = 60
const GAP_MS = 20_000
const CHARS_PER_TOKEN = 4
const HOST_TOKENS = 13_000
const STEP_TOKENS = 1500
const DAY = 86_400_000
const NOW = Date.parse("2026-11-15T00:00:00Z")

const SUBJECTS =
  "invoices tenants webhooks migrations backups certificates exports sessions queues dashboards retries fixtures".split(
    " ",
  )
const SENTENCES = [
  (subject: string, n: number) => `The ${subject} of region ${n} are handled by the ledger service`,
  (subject: string, n: number) => `Never touch ${subject} in package ${n} without the weekly snapshot`,
  (subject: string, n: number) =>
    `${subject} run at ${n % 24}:30 UTC because the partner's nightly batch locks table t${n} until then`,
  (subject: string, n: number) => `Docs on ${subject} are in docs/area-${n}.md`,
]

export async function blockFigure(): Promise<Figure> {
  return {
    title: "The block and its facts",
    about: `Facts of about 60 characters in a project without other notes, but for the last row; tokens by tokenx. Price: all input of ${REQUESTS} requests, ${GAP_MS / 1000} s apart, in a conversation that begins with ${count(HOST_TOKENS)} tokens and grows by ${count(STEP_TOKENS)} a request, as a multiple of the same without the block, over ${CACHE_MODELS.length} providers' caching rules (\`bench/cache-simulator.ts\`), where a cached token costs a tenth. Baseline: the block paid in full in each request, as if it changed each time and nothing behind it did.`,
    rows: [...SIZES.map(rowOf), rowBesideHotNotes()],
  }
}

function rowOf(facts: number): Row {
  const { text, facts: shown } = blockWith(facts)
  const tokens = estimateTokenCount(text)
  const lines = text.split("\n").filter((line) => line.startsWith("- "))
  const longest = Math.max(0, ...lines.map((line) => estimateTokenCount(line)))
  const prices = CACHE_MODELS.map((model) => priceOf(text, model))
  const full = CACHE_MODELS.map((model) => paidInFull(text, model))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const isSeen = shown.length === Math.min(facts, ALL_SHOWN) && (facts <= 28 || longest <= MAX_LINE_TOKENS)
  return {
    what: `${count(facts)} facts`,
    cairn: `${count(tokens)} tokens, ${count(text.length)} characters; ${shown.length} facts in view, longest line ${longest} tokens; input × ${low.toFixed(3)} to ${high.toFixed(3)}`,
    baseline: `paid in full: × ${Math.min(...full).toFixed(3)} to ${Math.max(...full).toFixed(3)}`,
    target:
      facts === 0
        ? { text: `at most ${EMPTY_TOKENS} tokens`, met: tokens <= EMPTY_TOKENS }
        : { text: `${Math.min(facts, ALL_SHOWN)} in view, lines of at most ${MAX_LINE_TOKENS} tokens`, met: isSeen },
  }
}

/** Without a target: how many facts find room is what the user's hot notes leave. */
function rowBesideHotNotes(): Row {
  const { text, facts: shown } = blockWith(ALL_SHOWN, hotNotes())
  return {
    what: `${ALL_SHOWN} facts beside ${count(HOT_CHARS)} characters of hot notes`,
    cairn: `${count(estimateTokenCount(text))} tokens, ${count(text.length)} characters; ${shown.length} facts in view`,
  }
}

function hotNotes(): NoteInfo[] {
  return Array.from({ length: HOT_NOTES }, (_, n): NoteInfo => {
    const body = `${n} ${"The harbour opens at six and the cranes start at seven. ".repeat(80)}`.slice(
      0,
      HOT_CHARS / HOT_NOTES,
    )
    return {
      ...{ scope: "project", path: `system/hot-${n}.md`, description: `Notes ${n}`, limit: 5000, chars: body.length },
      ...{ hash: "h", body, hot: true, readonly: false, quarantined: false },
    }
  })
}

function blockWith(facts: number, hot: readonly NoteInfo[] = []) {
  const notes = Array.from({ length: facts }, (_, n): NoteInfo => {
    const sentence = SENTENCES[n % SENTENCES.length] as (typeof SENTENCES)[number]
    const text = sentence(SUBJECTS[n % SUBJECTS.length] as string, n)
    const path = `facts/project-${String(n).padStart(4, "0")}.md`
    const fact = factWith({ path, text, type: "project", created: NOW - n * DAY, updated: NOW - (n % 40) * DAY })
    return {
      ...{ scope: "project", path, description: text, limit: 5000, chars: text.length, hash: "h", fact },
      ...{ hot: false, readonly: false, quarantined: false },
    }
  })
  const folders = new Map(facts > 0 ? [["facts", facts]] : [])
  const scope = {
    scope: "project",
    hot,
    cold: notes,
    folders,
    facts: notes,
    quarantined: 0,
    conflicts: [],
  } as const
  return renderPrefix({ scopes: [scope], clock: { now: NOW } }, { memory: emptyMemory, slots: {} }, defaultConfig)
}

function priceOf(block: string, model: (typeof CACHE_MODELS)[number]): number {
  return cacheCost(session(block), model).cost / cacheCost(session(""), model).cost
}

/** The host's own prompt cached, the block paid for each time. */
function paidInFull(block: string, model: (typeof CACHE_MODELS)[number]): number {
  const { cost } = cacheCost(session(""), model)
  return (cost + (REQUESTS * block.length) / CHARS_PER_TOKEN) / cost
}

/** The host sets its marks behind the system text and behind the last messages. */
function session(block: string): Request[] {
  const host: Block = { role: "system", text: "s".repeat(HOST_TOKENS * CHARS_PER_TOKEN), mark: block === "" }
  const memory: Block[] = block === "" ? [] : [{ role: "system", text: block, mark: true }]
  return Array.from({ length: REQUESTS }, (_, at) => {
    const messages = Array.from({ length: at + 1 }, (_, n): Block => {
      const text = `${n} ${"m".repeat(STEP_TOKENS * CHARS_PER_TOKEN)}`
      return { role: n % 2 ? "tool" : "user", text, mark: n >= at - 1 }
    })
    return { at: at * GAP_MS, blocks: [host, ...memory, ...messages] }
  })
}
