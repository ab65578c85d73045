// How well the past is searched: questions about conversations, tasks that a session worked on, and requests that an earlier session has to do with;
// beside what a plugin gets from LIKE, from FTS5 and from BM25.
import { basename } from "node:path"
import { bestOfSessions, LEAST_CONFIDENCE } from "../src/past/past-search.ts"
import { randomFrom } from "../test/bed/seeded-random.ts"
import { type PastSearches, pastSearches } from "./past-searches.ts"
import {
  firstMessageSet,
  knownItemSet,
  type SearchSet,
  sessionSets,
  setFiles,
  turnSets,
  typedMessageSet,
} from "./past-sets.ts"
import { baselines, qualityOf, qualityText, type Ranked } from "./retrieval-quality.ts"
import type { Figure, Row } from "./table.ts"
import { trailFiles } from "./trail-sessions.ts"

const NOW = Date.UTC(2026, 6, 1)

export async function pastQualityFigure(): Promise<Figure> {
  const rows: Row[] = []
  for (const file of setFiles("retrieval", /^locomo-turn\..*json$/)) {
    const sets = await opened(turnSets(file))
    rows.push(await rowFor(`questions about conversations, turns, ${basename(file)}`, sets, turnsFor, 0.62))
    rows.push(...(await abstentionRows(basename(file), sets)))
  }
  for (const file of setFiles("retrieval", /^locomo-session\..*json$/))
    rows.push(await rowFor(`the same, whole sessions, ${basename(file)}`, await opened(sessionSets(file)), sessionsFor))
  for (const file of setFiles("trajectories", /\.jsonl$/))
    for (const isVague of [false, true]) {
      const what = isVague ? "three words of it" : "a task's first line"
      const sets = await opened([knownItemSet(file, isVague)])
      rows.push(await rowFor(`${what} finds the session that worked on it, ${basename(file)}`, sets, sessionsFor))
    }
  for (const file of trailFiles())
    for (const isVague of [false, true]) {
      const what = isVague ? "three words of it" : "what somebody typed first"
      const sets = await opened([firstMessageSet(file, isVague)])
      rows.push(await rowFor(`${what} finds the session that it began, ${file.name}`, sets, sessionsFor))
    }
  for (const file of trailFiles()) {
    const what = "anything that somebody typed finds its session"
    rows.push(await rowFor(`${what}, ${file.name}`, await opened([typedMessageSet(file)]), sessionsFor))
  }
  return {
    title: "Search in past sessions: quality",
    about: `Cairn's own search over an index and a database as OpenCode has them; without a model. LIKE takes the whole question, FTS5 its words with porter and OR without stop words, BM25 is plain. All constants were chosen on the files with "dev" in their names, most of them on LoCoMo's; a file without it was not seen. A set without Cairn ahead of BM25 falls short; the ratio is how far ahead it is, with the 95 % interval of resampled questions, which includes 0 where chance may be all of it. Cairn shows nothing below a confidence of ${LEAST_CONFIDENCE}.`,
    rows,
  }
}

interface Opened {
  readonly set: SearchSet
  readonly past: PastSearches
}

async function opened(sets: readonly SearchSet[]): Promise<Opened[]> {
  return Promise.all(sets.map(async (set) => ({ set, past: await pastSearches(set.conversations, NOW) })))
}

type Find = (past: PastSearches, question: string) => Promise<readonly string[]>

const turnsFor: Find = async (past, question) => (await past.search(question)).map(({ message }) => message.id)
const sessionsFor: Find = async (past, question) =>
  bestOfSessions(await past.search(question)).map(({ hit }) => hit.session.id)

async function rowFor(what: string, sets: readonly Opened[], find: Find, least?: number): Promise<Row> {
  const own: Ranked[] = []
  const others = new Map<string, Ranked[]>()
  for (const { set, past } of sets) {
    const plain = Object.entries(baselines(set.docs))
    const items = (found: readonly string[]) => (set.itemOf ? [...new Set(found.map(set.itemOf))] : found)
    for (const { text, rel } of set.questions) {
      own.push({ rel, found: items(await find(past, text)) })
      for (const [name, search] of plain)
        others.set(name, [...(others.get(name) ?? []), { rel, found: items(await search(text)) }])
    }
  }
  return rowOf(`${what} (${own.length})`, own, others, least)
}

function rowOf(what: string, own: readonly Ranked[], others: ReadonlyMap<string, readonly Ranked[]>, least = 0): Row {
  const quality = qualityOf(own)
  const baseline = [...others].map(([name, results]) => `${name}: ${qualityText(qualityOf(results))}`).join("; ")
  const bm25 = qualityOf(others.get("BM25") ?? []).ndcg
  return {
    ...{ what, cairn: qualityText(quality), baseline, ratio: aheadText(own, others.get("BM25") ?? []) },
    target: {
      text: `${least > 0 ? `nDCG ${least}, ` : ""}not below BM25`,
      met: quality.ndcg >= least && quality.ndcg >= bm25,
    },
  }
}

const RESAMPLED = 2000

function aheadText(own: readonly Ranked[], other: readonly Ranked[]): string {
  const ahead = own.map((one, at) => qualityOf([one]).ndcg - qualityOf([other[at] as Ranked]).ndcg)
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const random = randomFrom(1)
  const again = () => ahead.map(() => ahead[Math.floor(random() * ahead.length)] as number)
  const means = Array.from({ length: RESAMPLED }, () => mean(again())).sort((a, b) => a - b)
  const shown = (value = 0) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3).replace(/^0/, "")}`
  const [low, high] = [means[Math.floor(RESAMPLED * 0.025)], means[Math.floor(RESAMPLED * 0.975)]]
  return `${shown(mean(ahead))} (${shown(low)} to ${shown(high)})`
}

/** Asked of the conversations it is not about, a question has no answer. */
async function abstentionRows(file: string, sets: readonly Opened[]): Promise<Row[]> {
  const asked: { readonly isRight: boolean; readonly confidence: number }[] = []
  for (const { set } of sets)
    for (const [at, { text, rel }] of set.questions.entries()) {
      if (at % 4 !== 0) continue
      for (const other of sets) {
        const hits = (await other.past.search(text)).slice(0, 10)
        const isRight = other.set === set
        const isFound = hits.some(({ message }) => rel.includes(message.id))
        if (!isRight || isFound) asked.push({ isRight, confidence: Math.max(0, ...hits.map((hit) => hit.confidence)) })
      }
    }
  const share = (isRight: boolean, least: number) => {
    const all = asked.filter((one) => one.isRight === isRight)
    return all.filter(({ confidence }) => confidence >= least === isRight).length / Math.max(1, all.length)
  }
  const text = (least: number) =>
    `${share(false, least).toFixed(2)} silent, ${(1 - share(true, least)).toFixed(2)} lost`
  return [
    {
      what: `asked of a conversation it is not about: nothing relevant; of those it finds, lost by that, ${file}`,
      cairn: [LEAST_CONFIDENCE, 0.5, 0.6].map((least) => `at ${least}: ${text(least)}`).join("; "),
    },
  ]
}
