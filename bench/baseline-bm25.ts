// Plain BM25 as a search library does it: words in lower case, stop words out, the best always answered, however bad.

const STOP = new Set(
  "a an the and or but if of at by for with about to from in on is are was were be been do does did has have had i you he she it we they my your his her its our their this that what which who when where why how not no so as can will would could should".split(
    " ",
  ),
)
const K1 = 1.2
const B = 0.75

export interface Ranking {
  best(query: string, limit: number): string[]
}

export function plainBm25(docs: readonly { readonly id: string; readonly text: string }[]): Ranking {
  const counted = docs.map(({ id, text }) => ({ id, ...countsOf(text) }))
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / counted.length
  const having = new Map<string, number>()
  for (const { counts } of counted) for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const idf = (word: string) =>
    Math.log(1 + (docs.length - (having.get(word) ?? 0) + 0.5) / ((having.get(word) ?? 0) + 0.5))
  return {
    best(query, limit) {
      const words = [...countsOf(query).counts.keys()]
      return counted
        .map(({ id, counts, length }) => {
          const scores = words.map((word) => {
            const count = counts.get(word) ?? 0
            return (idf(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean))
          })
          return { id, score: scores.reduce((sum, score) => sum + score, 0) }
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ id }) => id)
    },
  }
}

function countsOf(text: string): { counts: ReadonlyMap<string, number>; length: number } {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !STOP.has(word))
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}
