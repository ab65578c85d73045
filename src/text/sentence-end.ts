// Where a sentence ends: at its mark, unless that belongs to an abbreviation or is inside a word (`./check`, `v1.2`).

// A run of marks is tried from its start only: a line may be a megabyte of full stops.
const SENTENCE_END = /(?<![.!?])[.!?]+(?=\s|$)|[。！？]+/g
const STATEMENT_END = /(?<![.!?;])[.!?;]+(?=\s|$)|[。！？；]+/g
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|etc|approx|resp|no|fig)$/i

/** The positions after the mark of each sentence that has one, in order. */
export function sentenceEnds(text: string): number[] {
  return endsOf(text, SENTENCE_END)
}

/** Statements can be parts of a sentence: a semicolon ends one. */
export function statementsIn(text: string): string[] {
  return piecesOf(text, endsOf(text, STATEMENT_END))
}

/** For checks of each sentence. Lines end one too, and so does an abbreviation: behind "etc." another sentence would escape the check. */
export function sentencesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => piecesOf(line, marksIn(line, SENTENCE_END).map(endOf)))
}

function piecesOf(text: string, ends: readonly number[]): string[] {
  return [...ends, text.length]
    .map((end, at) => text.slice(ends[at - 1] ?? 0, end).trim())
    .filter((piece) => piece !== "")
}

function endsOf(text: string, pattern: RegExp): number[] {
  return marksIn(text, pattern)
    .filter(({ index }) => !ABBREVIATED.test(text.slice(Math.max(0, index - 8), index)))
    .map(endOf)
}

function marksIn(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)]
}

function endOf({ 0: marks, index }: RegExpExecArray): number {
  return index + marks.length
}
