// How good a ranking is, by the usual measures, and the rankings that everybody has.
import { Database } from "bun:sqlite"
import { plainBm25 } from "./baseline-bm25.ts"

export interface Question {
  readonly text: string
  readonly rel: readonly string[]
  /** Only so many of the documents, the first, can be known when it is asked. */
  readonly before?: number
}

export interface Quality {
  readonly r1: number
  readonly r5: number
  readonly r10: number
  readonly mrr: number
  readonly ndcg: number
}

export interface Document {
  readonly id: string
  readonly text: string
}

/** Best first, ten or more. */
export type Search = (question: string) => readonly string[] | Promise<readonly string[]>

export interface Ranked {
  readonly rel: readonly string[]
  readonly found: readonly string[]
}

export function qualityOf(results: readonly Ranked[]): Quality {
  const mean = (value: (ranked: Ranked) => number) =>
    results.reduce((sum, ranked) => sum + value(ranked), 0) / Math.max(1, results.length)
  const recall =
    (most: number) =>
    ({ rel, found }: Ranked) =>
      rel.filter((id) => found.slice(0, most).includes(id)).length / rel.length
  return {
    r1: mean(recall(1)),
    r5: mean(recall(5)),
    r10: mean(recall(10)),
    mrr: mean(({ rel, found }) => 1 / (1 + found.findIndex((id) => rel.includes(id)) || Number.POSITIVE_INFINITY)),
    ndcg: mean(ndcg10),
  }
}

function ndcg10({ rel, found }: Ranked): number {
  const gain = (at: number) => 1 / Math.log2(at + 2)
  const sum = (gains: readonly number[]) => gains.reduce((total, one) => total + one, 0)
  const got = sum(found.slice(0, 10).map((id, at) => (rel.includes(id) ? gain(at) : 0)))
  return got / sum(rel.slice(0, 10).map((_, at) => gain(at)))
}

export function qualityText({ r1, r5, r10, mrr, ndcg }: Quality): string {
  const short = (value: number) => value.toFixed(3).replace(/^0/, "")
  return `nDCG@10 ${short(ndcg)}, MRR ${short(mrr)}, R@1/5/10 ${short(r1)}/${short(r5)}/${short(r10)}`
}

const STOP = new Set(
  "a an the and or but if of at by for with about to from in on is are was were be been do does did has have had i you he she it we they my your his her its our their this that what which who when where why how not no so as can will would could should".split(
    " ",
  ),
)

/** What a plugin has that gives the question to LIKE, to FTS5 word by word, or to BM25. */
export function baselines(docs: readonly Document[]): Readonly<Record<string, Search>> {
  const db = new Database(":memory:")
  db.exec("CREATE TABLE doc(id TEXT, text TEXT); CREATE VIRTUAL TABLE found USING fts5(text, tokenize = 'porter')")
  const [plain, full] = [db.query("INSERT INTO doc VALUES (?, ?)"), db.query("INSERT INTO found VALUES (?)")]
  db.transaction(() => {
    for (const { id, text } of docs) {
      plain.run(id, text)
      full.run(text)
    }
  })()
  const like = db.query<{ id: string }, [string]>("SELECT id FROM doc WHERE text LIKE ? LIMIT 10")
  const match = db.query<{ rowid: number }, [string]>(
    "SELECT rowid FROM found WHERE found MATCH ? ORDER BY rank LIMIT 10",
  )
  const bm25 = plainBm25(docs)
  return {
    LIKE: (question) => like.all(`%${question}%`).map(({ id }) => id),
    "FTS5 porter OR": (question) => {
      const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP.has(word))
      if (words.length === 0) return []
      return match.all(words.map((word) => `"${word}"`).join(" OR ")).map(({ rowid }) => docs[rowid - 1]?.id ?? "")
    },
    BM25: (question) => bm25.best(question, 10),
  }
}
