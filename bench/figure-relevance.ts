// Which notes a user message brings up: whether the right one comes, whether nothing comes when nothing fits, and what that costs with many
// notes. The conversations are not part of the project.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SLICE_MS } from "../src/flows/relevant.ts"
import type { NoteInfo } from "../src/model/note.ts"
import { SCOPES } from "../src/model/scope.ts"
import { createRelevance, questionIn, type Relevance } from "../src/prompt/relevance.ts"
import { MAX_RELEVANT } from "../src/prompt/relevant-lines.ts"
import { randomFrom } from "../test/bed/seeded-random.ts"
import { plainBm25, type Ranking } from "./baseline-bm25.ts"
import { type Asked, FIRST_HALF, NOTES, noteOf, SECOND_HALF } from "./coding-messages.ts"
import { coldPath, sentence } from "./corpus.ts"
import { notedRows } from "./noted-messages.ts"
import { count, ms, ratio, spreadOf, spreadText } from "./spread.ts"
import { type Figure, type Row, under } from "./table.ts"

const DATA = process.env.CAIRN_BENCH_DATA ?? "../shared/data"
const LOCOMO = "retrieval/locomo-turn.dev.json"
const HARMLESS = "security/injection/injecguard__NotInject_one.json"
const MANY = 10_000
const OTHER_NOTES = 1000
const BODY_WORDS = 100

interface Corpus {
  readonly id: string
  readonly docs: readonly { readonly id: string; readonly text: string }[]
  readonly queries: readonly { readonly text: string; readonly rel: readonly string[] }[]
}

export async function relevanceFigure(): Promise<Figure> {
  const hasCorpora = [LOCOMO, HARMLESS].every((file) => existsSync(join(DATA, file)))
  const left = hasCorpora
    ? ""
    : ` Not measured on conversations: they are not in ${DATA} (CAIRN_BENCH_DATA says where).`
  return {
    title: "Notes that are relevant to a message",
    about: `At most three notes, or none. The own corpus has notes of four projects and messages in nine languages; it was written before the rule and used to choose its constants, as were the files named dev. A message shares more than everyday words with a note if one of them is in no list of ordinary words. The notes about something else are turns of LoCoMo. ${NOTES.length} notes and ${FIRST_HALF.length + SECOND_HALF.length} messages were written by hand, half of the messages about nothing that a note knows; the constants were chosen on the first half. The second is no clean test: one hand wrote all messages and, after them, the lists of common words. LoCoMo's questions are asked of the conversation they are about and of the others; its turns are no notes, so it tells how the ranking does, not how often a line is worth its place; the constants were chosen on its other conversations, after the results on these had been seen once. The baseline is plain BM25, which always answers. Times are those of the processor.${left}`,
    rows: [
      ...notedRows(hasCorpora ? turnsAsNotes(OTHER_NOTES) : []),
      ...codingRows("first half", FIRST_HALF),
      ...codingRows("second half", SECOND_HALF),
      ...(hasCorpora ? [strangerRow(), ...conversationRows()] : []),
      ...costRows(),
    ],
  }
}

function codingRows(half: string, messages: readonly Asked[]): Row[] {
  const cairn = relevanceFor(NOTES)
  const bm25 = plainBm25(NOTES.map(({ path, description }) => ({ id: path, text: description })))
  const about = messages.filter(({ wants }) => wants.length > 0)
  const other = messages.filter(({ wants }) => wants.length === 0)
  const found = (best: Best) =>
    about.filter(({ text, wants }) => best(text).some((path) => wants.includes(path))).length
  const wrong = (best: Best) =>
    about.flatMap(({ text, wants }) => best(text).filter((path) => !wants.includes(path))).length
  const silent = (best: Best) => other.filter(({ text }) => best(text).length === 0).length
  const own = (text: string) => answers(cairn, text)
  const plain = (text: string) => bm25.best(text, MAX_RELEVANT)
  const isSilent = silent(own) === other.length
  return [
    {
      what: `coding messages, ${half}: the right note comes`,
      cairn: `${found(own)} of ${about.length}, with ${wrong(own)} wrong ones`,
      baseline: `BM25: ${found(plain)} of ${about.length}, with ${wrong(plain)} wrong ones`,
    },
    {
      what: `coding messages, ${half}: nothing fits, nothing comes`,
      cairn: `${silent(own)} of ${other.length}`,
      baseline: `BM25: ${silent(plain)} of ${other.length}`,
      target: { text: "all", met: isSilent },
    },
  ]
}

function strangerRow(): Row {
  const prompts = (JSON.parse(readFileSync(join(DATA, HARMLESS), "utf8")) as { prompt: string }[]).map(
    ({ prompt }) => prompt,
  )
  const cairn = relevanceFor(NOTES)
  const bm25 = plainBm25(NOTES.map(({ path, description }) => ({ id: path, text: description })))
  const silent = (best: Best) => prompts.filter((text) => best(text).length === 0).length
  return {
    what: "NotInject's sentences, which are about other things: nothing comes",
    cairn: `${silent((text) => answers(cairn, text))} of ${prompts.length}`,
    baseline: `BM25: ${silent((text) => bm25.best(text, MAX_RELEVANT))} of ${prompts.length}`,
  }
}

type Best = (text: string) => string[]

function conversations(): readonly Corpus[] {
  return JSON.parse(readFileSync(join(DATA, LOCOMO), "utf8")).corpora
}

function turnsAsNotes(most: number): NoteInfo[] {
  const docs = conversations().flatMap((corpus) =>
    corpus.docs.map(({ id, text }) => ({ id: `${corpus.id}-${id}`, text })),
  )
  return docs.slice(0, most).map(({ id, text }) => noteOf("project", `turns/${id}.md`, text))
}

/** Every other conversation: the constants were chosen on the rest. */
function conversationRows(): Row[] {
  const corpora = conversations()
  const kept = corpora.filter((_corpus, at) => at % 2 === 1)
  const indexed = kept.map((corpus) => ({
    corpus,
    cairn: relevanceFor(corpus.docs.map(({ id, text }) => noteOf("project", id, text))),
    bm25: plainBm25(corpus.docs),
  }))
  const right = indexed.flatMap(({ corpus, cairn, bm25 }) =>
    corpus.queries.map(({ text, rel }) => resultOf(rel, cairn, bm25, text)),
  )
  const wrong = indexed.flatMap(({ corpus }) =>
    indexed
      .filter((other) => other.corpus !== corpus)
      .flatMap(({ cairn, bm25 }) => corpus.queries.map(({ text }) => resultOf([], cairn, bm25, text))),
  )
  const answered = right.filter(({ own }) => own.length > 0)
  const share = (results: readonly Result[], isSo: (result: Result) => boolean) =>
    (results.filter(isSo).length / results.length).toFixed(2)
  const hits = (paths: readonly string[], rel: readonly string[]) => paths.some((path) => rel.includes(path))
  const row = (
    what: string,
    results: readonly Result[],
    isSo: (paths: readonly string[], rel: readonly string[]) => boolean,
  ): Row => ({
    what: `LoCoMo, ${what} (${count(results.length)})`,
    cairn: share(results, ({ own, rel }) => isSo(own, rel)),
    baseline: `BM25: ${share(results, ({ plain, rel }) => isSo(plain, rel))}`,
  })
  const ranked = (gains: (result: Result) => readonly string[]) =>
    (answered.reduce((sum, result) => sum + ndcg(gains(result), result.rel), 0) / answered.length).toFixed(2)
  return [
    row("right conversation: a relevant turn among three", right, hits),
    row("the same, of those that Cairn answers", answered, hits),
    {
      what: `LoCoMo, nDCG@3 of those (${count(answered.length)})`,
      cairn: ranked(({ own }) => own),
      baseline: `BM25: ${ranked(({ plain }) => plain)}`,
    },
    row("wrong conversation: nothing comes", wrong, (paths) => paths.length === 0),
  ]
}

interface Result {
  readonly rel: readonly string[]
  readonly own: readonly string[]
  readonly plain: readonly string[]
}

function resultOf(rel: readonly string[], cairn: Relevance, bm25: Ranking, text: string): Result {
  return { rel, own: answers(cairn, text), plain: bm25.best(text, MAX_RELEVANT) }
}

function ndcg(paths: readonly string[], rel: readonly string[]): number {
  const gain = (at: number) => 1 / Math.log2(at + 2)
  const got = paths.reduce((sum, path, at) => sum + (rel.includes(path) ? gain(at) : 0), 0)
  const most = rel.slice(0, MAX_RELEVANT).reduce((sum, _path, at) => sum + gain(at), 0)
  return got / most
}

function costRows(): Row[] {
  const random = randomFrom(7)
  const notes = Array.from({ length: MANY }, (_, number) => ({
    ...noteOf("project", coldPath(number), `${sentence(random, 9)} (${number})`),
    gist: sentence(random, BODY_WORDS),
  })).sort(byPath)
  const relevance = createRelevance()
  const slices = inSlices(relevance, notes)
  const changes = Array.from({ length: 300 }, (_, turn) => {
    const at = Math.floor(random() * MANY)
    const { path } = notes[at] as NoteInfo
    notes[at] = { ...noteOf("project", path, `${sentence(random, 9)} (${turn})`), gist: sentence(random, BODY_WORDS) }
    return elapsed(() => relevance.update("project", notes))
  })
  const messages = [...FIRST_HALF, ...SECOND_HALF].map(({ text }) => text)
  const asked = Array.from({ length: 20 }, () => messages.map((text) => elapsed(() => answers(relevance, text)))).flat()
  const long = Array.from({ length: 100 }, () => {
    const text = sentence(random, 2000).slice(0, 8000)
    return elapsed(() => answers(relevance, text))
  })
  const bm25 = plainBm25(notes.map(({ path, description }) => ({ id: path, text: description })))
  const plain = spreadOf(messages.map((text) => elapsed(() => bm25.best(text, MAX_RELEVANT))))
  const query = spreadOf(asked)
  return [
    {
      what: `a coding message, ${count(MANY)} notes`,
      cairn: spreadText(query),
      baseline: `BM25 by a scan: ${spreadText(plain)}`,
      ratio: ratio(query.p50, plain.p50),
      target: under(query.p99, 3, "ms (p99)"),
    },
    { what: `a message of 8,000 characters, ${count(MANY)} notes`, cairn: spreadText(spreadOf(long)) },
    {
      what: `one note changed, ${count(MANY)} notes`,
      cairn: spreadText(spreadOf(changes)),
      target: under(spreadOf(changes).p50, 1, "ms (p50)"),
    },
    {
      what: `first build, ${count(MANY)} notes`,
      cairn: `${ms(slices.reduce((sum, slice) => sum + slice, 0))} in ${slices.length} slices, the longest ${ms(spreadOf(slices).max)}`,
      target: under(spreadOf(slices).p99, 5, "ms (p99 of a slice)"),
    },
  ]
}

function inSlices(relevance: Relevance, notes: readonly NoteInfo[]): number[] {
  const slices: number[] = []
  for (let isDone = false; !isDone; )
    slices.push(
      elapsed(() => {
        const end = performance.now() + SLICE_MS
        isDone = relevance.update("project", notes, () => performance.now() >= end)
      }),
    )
  return slices
}

function relevanceFor(notes: readonly NoteInfo[]): Relevance {
  const relevance = createRelevance()
  for (const scope of SCOPES) relevance.update(scope, notes.filter((note) => note.scope === scope).sort(byPath))
  return relevance
}

function answers(relevance: Relevance, text: string): string[] {
  return relevance.best(questionIn(text), { exclude: () => false, limit: MAX_RELEVANT }).map(({ note }) => note.path)
}

function byPath(a: NoteInfo, b: NoteInfo): number {
  return a.path < b.path ? -1 : 1
}

/** Of the processor, in ms: what other programs take does not count. */
function elapsed(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
