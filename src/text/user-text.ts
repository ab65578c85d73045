// The sentences that a user typed, with code and quotations marked. Messages can be as large as a log file, so no pattern looks far ahead.
import { LIST_MARK } from "./paste-lines.ts"
import { citedFrom } from "./pasted-text.ts"
import { sentenceEnds } from "./sentence-end.ts"

/** Most paragraphs, and most sentences. Nobody writes this many; a table or a log has more. */
const MAX_PIECES = 500

export interface Sentence {
  /** As written. */
  readonly text: string
  /** Of the same length: code, quotes and emphasis blotted out, apostrophes straightened. Rules match on this and cut from `text`. */
  readonly plain: string
}

/** Replaces a character of code or of a quotation. */
export const BLOT = "\ue000"

export function sentencesOf(lines: readonly string[]): readonly Sentence[] {
  return bothEnds(bothEnds(paragraphsOf(lines)).flatMap(splitSentences))
}

function bothEnds<T>(pieces: readonly T[]): readonly T[] {
  if (pieces.length <= MAX_PIECES) return pieces
  return [...pieces.slice(0, MAX_PIECES / 2), ...pieces.slice(-MAX_PIECES / 2)]
}

/** The same text with `code in backticks` blotted out; a run of backticks is closed by a run of the same length. */
export function blotCode(line: string): string {
  if (!line.includes("`")) return line
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  let blotted = ""
  let from = 0
  for (let opening = 0; opening < runs.length; opening++) {
    const { length, index } = runs[opening] as { length: number; index: number }
    let closing = opening + 1
    while (closing < runs.length && runs[closing]?.length !== length) closing++
    const end = (runs[closing]?.index ?? -1) + length
    if (end < index) continue
    blotted += line.slice(from, index) + BLOT.repeat(end - index)
    from = end
    opening = closing
  }
  return blotted + line.slice(from)
}

/** One string per paragraph or list item. A long line that continues in lower case was only wrapped. */
function paragraphsOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let wrapped = false
  for (const line of lines) {
    const goesOn = wrapped && /^\s*\p{Ll}/u.test(line)
    if (goesOn) paragraphs.push(`${paragraphs.pop()}\n${line}`)
    else if (line.trim() !== "") paragraphs.push(line.replace(LIST_MARK, ""))
    wrapped = line.length >= 60
  }
  return paragraphs
}

const QUOTED =
  /"[^"]{0,1000}"|„[^„“”]{0,1000}[“”]|“[^“”]{0,1000}”|「[^「」]{0,1000}」|『[^『』]{0,1000}』|«[^«»]{0,1000}»|(?<![\p{L}\p{N}])['‘][^'’]{1,300}['’](?![\p{L}\p{N}])/gu
const COMMENT = /(?<=\s)(?:\/\/|\/\*|<!--|# ).*$/gm
const EMPHASIS = /\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

function plainOf(text: string): string {
  const cited = citedFrom(text)
  if (cited > 0) return plainOf(text.slice(0, cited)) + BLOT.repeat(text.length - cited)
  return blotCode(text)
    .replace(QUOTED, (quote) => BLOT.repeat(quote.length))
    .replace(COMMENT, (comment) => BLOT.repeat(comment.length))
    .replace(EMPHASIS, " ")
    .replace(/’/g, "'")
}

function splitSentences(text: string): Sentence[] {
  const plain = plainOf(text)
  let from = 0
  return [...sentenceEnds(plain), text.length].flatMap((end) => {
    const start = from + (/^\s*/.exec(plain.slice(from, end))?.[0].length ?? 0)
    const emphasised = text.slice(from, start).trim() !== ""
    from = end
    const stop = start + (emphasised ? plain : text).slice(start, end).trimEnd().length
    return stop > start ? [{ text: text.slice(start, stop), plain: plain.slice(start, stop) }] : []
  })
}

const INLINE_CODE = /`[^`\n]{1,200}`/g

/** What the writer says, commands included; quotations are somebody else's. */
export function wordsWithCode({ text, plain }: Sentence): string {
  let words = plain
  for (const { 0: code, index } of text.matchAll(INLINE_CODE))
    if (plain[index - 1] !== BLOT) words = words.slice(0, index) + code + words.slice(index + code.length)
  return words.replaceAll(BLOT, " ")
}

const FILLER = "^[\\s(]{0,4}(?:(?:so|and|but|ok|okay|hey|hmm|well|also|then|or)\\b[,\\s]{1,3})?"
const END = "[\\s.。!！?？~…)）\\]]{0,8}$"
const QUESTIONS = [
  /[?？][\s)）\]~!！]{0,8}$/,
  new RegExp(`${FILLER}(?:do|have)\\s(?:i|we|you|they)\\b`, "i"),
  new RegExp(
    `${FILLER}(?:should|shall|can|could|would|will|does|did|is|are|was|were|has|am)\\s(?:i|we|you|it|he|she|they|this|that|there|the|these|those|my|your|our|any|some)`,
    "i",
  ),
  new RegExp(`${FILLER}(?:why|who|whose)\\b`, "i"),
  new RegExp(
    `${FILLER}(?:what|how|which|when|where)(?:'s|\\s(?:is|are|was|were|do|does|did|should|would|could|can|will|if|about|come|many|much))\\b`,
    "i",
  ),
  // But "if you're unsure, ask" says what to do.
  /(?<!\byou(?:'?re|\sare)\s)\b(?:i\swonder|wondering|not\ssure|unsure|no\sidea|undecided|can't\sdecide)\b/i,
  new RegExp(`[吗嗎呢]${END}|是否|要不要|[该該]不[该該]|能不能|是不是|[为為](?:什么|什麼|何)|怎[么麼]`),
  new RegExp(
    `(?:です|ます|でしょう|だろう|の|べき|する|しよう)か${END}|(?:かな|かしら|っけ)${END}|なぜ|どうして|どれ|どっち|どちら`,
  ),
  new RegExp(`(?:[습합입됩]니까|(?<!니)까요?|나요|[인은는한]가요?|는지요?|냐)${END}|(?:^|\\s)왜\\s`),
]

export function isQuestion({ plain }: Sentence): boolean {
  const ends = plain.length > 600 ? `${plain.slice(0, 300)} ${plain.slice(-300)}` : plain
  return QUESTIONS.some((pattern) => pattern.test(ends))
}
