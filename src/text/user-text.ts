// What of a user's message is said by the user: sentences, without the code, quotes and logs that people paste into messages and that say
// things nobody here said. Messages can be as large as a log file, so a fixed amount is looked at and no pattern looks far ahead.
import { stripHidden } from "./hidden-text.ts"
import { sentenceEnds } from "./sentence-end.ts"

export const MAX_LOOKED_AT = 32 * 1024
/** Of paragraphs, and of sentences. Nobody writes so many; a table or a log has more. */
const MAX_PIECES = 500

export interface Sentence {
  /** As written. */
  readonly text: string
  /** Of the same length: code, quotes and emphasis blotted out, apostrophes straight. Rules match on this and cut from `text`. */
  readonly plain: string
}

/** Stands for a character of code or of a quotation. */
export const BLOT = "\ue000"

/** The lines of a text without fenced code; what was left out is an empty line. Of a text longer than `max` both ends are looked at. */
export function unfencedLines(text: string, max: number): string[] {
  return partsLookedAt(text, max).flatMap((part, index) => {
    const lines = stripHidden(part).text.split("\n")
    const startsInside = index > 0 && lines.filter((line) => fenceOf(line)).length % 2 === 1
    return index > 0 ? ["", ...withoutFences(lines, startsInside)] : withoutFences(lines)
  })
}

/** The lines that are the user's own words. */
export function ownLines(message: string): string[] {
  return withoutPastes(unfencedLines(message, MAX_LOOKED_AT))
}

export function sentencesOf(lines: readonly string[]): readonly Sentence[] {
  return bothEnds(bothEnds(paragraphsOf(lines)).flatMap(splitSentences))
}

function bothEnds<T>(pieces: readonly T[]): readonly T[] {
  if (pieces.length <= MAX_PIECES) return pieces
  return [...pieces.slice(0, MAX_PIECES / 2), ...pieces.slice(-MAX_PIECES / 2)]
}

function fenceOf(line: string): { fence: string; info: string } | undefined {
  if (!line.includes("```") && !line.includes("~~~")) return undefined
  const [, fence, info = ""] = /^\s*(`{3,}|~{3,})([^`]*)$/.exec(line) ?? []
  return fence ? { fence, info } : undefined
}

/** Fenced code emptied, line for line; a fence that is never closed goes on to the end. */
export function withoutFences(lines: readonly string[], startsInside = false): string[] {
  let open = startsInside ? "```" : ""
  return lines.map((line) => {
    const found = fenceOf(line)
    if (!open) {
      open = found?.fence ?? ""
      return found ? "" : line
    }
    if (found?.fence.startsWith(open) && found.info.trim() === "") open = ""
    return ""
  })
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

/** People paste first and say what they want last, so both ends count, cut where a line or a sentence ends. */
function partsLookedAt(text: string, max: number): string[] {
  if (text.length <= max) return [text]
  const head = text.slice(0, max / 2)
  const tail = text.slice(-max / 2)
  const lastBreak = head.lastIndexOf("\n")
  const firstBreak = /\n|[.!?。！？](?=\s)/.exec(tail)
  return [
    lastBreak > 0 ? head.slice(0, lastBreak) : head.replace(/[\ud800-\udbff]$/, ""),
    firstBreak ? tail.slice(firstBreak.index + 1) : "",
  ]
}

const LOG = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d/,
  /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|PANIC)\]?[:\s|]/,
  /^(?:npm|pnpm|yarn|bun|pip|cargo) (?:ERR!|warn|WARN|error|notice)\b/,
  /^[\w.]{0,80}(?:Error|Exception|Warning)(?: \[\w{1,40}\])?:/,
  /^(?:error|warning|fatal|panic|remote)(?:\[\w{1,10}\]| TS\d{4})?:/,
  /^at \S.{0,200}:\d/,
  /^File ".{1,200}", line \d/,
  /^Traceback \(/,
  /^(?=[^\s:(]{0,200}[./\\])[\w./\\@+-]{1,200}[:(]\d{1,6}(?:[:,]\d{1,6})?\)?(?::|\s|$)/,
  /^[$%❯➜] /,
  /^(?:@@ -|diff --git |\+\+\+ |--- [ab/])/,
  /^\+(?!\d)/,
  /^(?:[✓✔✗✘×●○] |(?:PASS|FAIL) \S|(?:not )?ok \d)/,
  /^(?:\{"|\[\{|\|)/,
]
const CODE_START = /^(?:\/\/|\/\*|\*\/|<!--|#!|# |#(?:include|define|todo)\b|;;|"""|''')/i
const CODE_END = /(?:[{}]|\);|\};|\*\/|-->|[=(].{0,200};)$/
const DONE = /^(?:[-*+•] )?\[[xX]\]/
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[ ?\]\s+)?/

function withoutPastes(lines: readonly string[]): string[] {
  const kept = [...lines]
  let inComment = false
  let lastLog = -1
  for (const [at, line] of lines.entries()) {
    const start = line.trimStart().slice(0, 400)
    const indented = line.length - line.trimStart().length >= 4 || line.startsWith("\t")
    if (start === "") {
      lastLog = -1
      inComment = false
      continue
    }
    if (isLog(start)) {
      // What stands between two log lines, with no empty line, is log as well.
      kept.fill("", lastLog < 0 ? at : lastLog, at + 1)
      lastLog = at
      continue
    }
    if (start.startsWith("/*")) inComment = true
    const aside = start.startsWith(">") || DONE.test(start) || start.startsWith("~~")
    const code = inComment || CODE_START.test(start) || CODE_END.test(line.trimEnd().slice(-400))
    const indentedCode = indented && kept[at - 1]?.trim() === "" && !LIST_MARK.test(line)
    if (aside || code || indentedCode || (indented && lastLog === at - 1 && at > 0)) kept[at] = ""
    if (line.includes("*/")) inComment = false
  }
  return kept
}

function isLog(start: string): boolean {
  return LOG.some((pattern) => pattern.test(start))
}

/** One string a paragraph or list item. A long line that goes on in lower case was only wrapped. */
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
  /"[^"]{0,1000}"|“[^“”]{0,1000}”|「[^「」]{0,1000}」|『[^『』]{0,1000}』|«[^«»]{0,1000}»|(?<![\p{L}\p{N}])['‘][^'’]{1,300}['’](?![\p{L}\p{N}])/gu
const COMMENT = /(?<=\s)(?:\/\/|\/\*|<!--|# ).*$/gm
const EMPHASIS = /\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

function plainOf(text: string): string {
  return blotCode(text)
    .replace(QUOTED, (quote) => BLOT.repeat(quote.length))
    .replace(COMMENT, (comment) => BLOT.repeat(comment.length))
    .replace(EMPHASIS, " ")
    .replace(/’/g, "'")
}

function splitSentences(text: string): Sentence[] {
  const plain = plainOf(text)
  const sentences: Sentence[] = []
  let from = 0
  const take = (end: number) => {
    const lead = /^\s*/.exec(plain.slice(from, end))?.[0].length ?? 0
    const emphasised = text.slice(from, from + lead).trim() !== ""
    const start = from + lead
    const length = (emphasised ? plain : text).slice(start, end).trimEnd().length
    if (length > 0)
      sentences.push({ text: text.slice(start, start + length), plain: plain.slice(start, start + length) })
    from = end
  }
  for (const end of [...sentenceEnds(plain), text.length]) take(end)
  return sentences
}

const INLINE_CODE = /`[^`\n]{1,200}`/g

/** What the writer says, commands included; what is quoted is somebody else's. */
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
  /\b(?:i\swonder|wondering|not\ssure|unsure|no\sidea|undecided|can't\sdecide)\b/i,
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
