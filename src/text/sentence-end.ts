// Where a sentence ends: at its mark, unless that belongs to an abbreviation or is inside a word (`./check`, `v1.2`).

const SENTENCE_END = /[.!?]+(?=\s|$)|[。！？]+/g
const STATEMENT_END = /[.!?;]+(?=\s|$)|[。！？；]+/g
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|etc|approx|resp|no|fig)$/i

/** The positions after the mark of each sentence that has one, in order. */
export function sentenceEnds(text: string): number[] {
  return endsOf(text, SENTENCE_END)
}

/** Statements can be parts of a sentence: a semicolon ends one. */
export function statementsIn(text: string): string[] {
  const ends = [0, ...endsOf(text, STATEMENT_END), text.length]
  return ends
    .slice(1)
    .map((end, at) => text.slice(ends[at], end).trim())
    .filter((statement) => statement !== "")
}

function endsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)]
    .filter(({ index }) => !ABBREVIATED.test(text.slice(Math.max(0, index - 8), index)))
    .map(({ 0: marks, index }) => index + marks.length)
}
