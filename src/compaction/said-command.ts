// Whether a summary says that a command failed: it has the command's text and, nearby and outside that text, a sign of failure or a title that is
// one. "npm test -- src/a failed" does not mention `npm test`, and "npm test now passes" does not say that it failed.

import { firstAfter } from "../text/binary-search.ts"
import { foldText } from "../text/fold.ts"
import { type Block, withoutHidden } from "./summary-page.ts"

/** This much of a long command identifies it, unless another begins the same. */
const TELLING = 100

/** Whether it is denied is in the same pattern, because the place of the sign counts. */
const SIGN =
  /(\b(?:0|no|zero|without|not|never|longer|doesnt|didnt|dont|isnt|wasnt|arent|cannot|cant|wont)\s+)?(?:\b(?:fail(?:s|ed|ing|ures?)?|errors?|errored|exceptions?|broken|breaks|crash(?:es|ed|ing)?|non-?zero|times? out|timed out|blocked)\b|\b(?:not|doesnt|didnt|never|cannot|wont) (?:\w+ )?pass\w*|[✗✘❌]|失败|失敗|出错|报错|エラー|실패|오류)|\bexit(?:s|ed)?\b(?:\s+(?:code|status|with))*(?:\s*[:=]?\s*(-?\d+))?/g
const PASSED =
  /^[\s`:,()[\]—–→=-]*(?:(?:now|all|again|is|are|was|it|still|finally)\s+)*(?:pass|succe|ok\b|okay|green|works?\b|fixed|resolved|clean\b|exit(?:s|ed)?(?:\s+(?:code|status|with))*\s*[:=]?\s*0\b)|[,;:—–-]\s*(?:but\s+)?(?:now\s+(?:pass|fix|work|green|succe)|fixed|resolved)/
/** What may follow a command in a sentence; any other word would be part of the command. */
const FOLLOWS =
  /^(?:$|\n|[`,)\]}](?!\w)|[.:!?](?=\s|$)|\s+(?:[`(—–→✗✘❌=[]|->|=>|-\s)|\s+(?:fail|error|exit|crash|br(?:oke|eak)|is\b|are\b|was\b|does|did|still|now|has\b|had\b|with\b|and\b|but\b|in\b|on\b|at\b|times?\b|never|not\b|keeps?\b|returns?\b|gives?\b|reports?\b|shows?\b|blocked|失|报|出|が|는|이))/
/** In a title: what failed once but no longer does. */
const BYGONE = /\b(?:fixed|resolved|passed|passing|solved|earlier|previous(?:ly)?)\b/
const PRECEDES = /(?:^|[\s("'`[:>$])$/
const JOINED = /[&|]\s*$/

export function saidCommands(commands: readonly string[], blocks: readonly Block[]): boolean[] {
  const texts = commands.map(normalised)
  const isToldToFail = failuresToldIn(blocks)
  return commands.map((command, at) => {
    const text = texts[at] as string
    return text !== "" && isToldToFail({ text, beginning: beginningOf(text, texts), isCut: isCut(command) })
  })
}

/** The shortest beginning of each command that still identifies it, with a `…`; or the whole. */
export function shortCommands(commands: readonly string[]): string[] {
  const texts = commands.map(normalised)
  return commands.map((command, at) => {
    const beginning = beginningOf(texts[at] as string, texts)
    for (let length = TELLING; length < command.length - 1; length += 10) {
      const short = command.slice(0, length).toWellFormed().trimEnd()
      if (normalised(short).startsWith(beginning)) return `${short}…`
    }
    return command
  })
}

/** A command that was cut when it was stored is recognised by what is left of it. */
function isCut(command: string): boolean {
  return command.endsWith("…")
}

function beginningOf(text: string, texts: readonly string[]): string {
  const beginning = text.slice(0, TELLING).trimEnd()
  const isUnique = texts.filter((other) => other.startsWith(beginning)).length === 1
  return isUnique ? beginning : text
}

/** Stands for `…`, which folding would turn into three full stops, as in `./...`. */
const CUT = "\u0001"
const ELLIPSIS = new RegExp(`^(?:${CUT}|\\.\\.\\.)`)

/** Quotes are what differs most often. Backticks stay: they show where a command ends. */
function normalised(text: string): string {
  const shown = withoutHidden(text)
  return foldText(
    (isCut(shown) ? shown.slice(0, -1) : shown)
      .replace(/["'‘’“”]/g, "")
      .replaceAll("`", " ` ")
      .replaceAll("…", CUT),
  )
}

function failuresToldIn(
  blocks: readonly Block[],
): (command: { text: string; beginning: string; isCut: boolean }) => boolean {
  const texts = blocks.map(({ text }) => normalised(cells(text)))
  const page = texts.join("\n")
  const failureTitles = new Set([...new Set(blocks.map(({ title }) => title))].filter(isFailureTitle))
  const starts = startsOf(texts)
  const signs = signsIn(page)
  // The marks themselves, not the ends of sentences: a command may end with one (`ls .`), and quotes are gone.
  const ends = [...page.matchAll(/[.!?;](?=\s)|\n/g)].map(({ index }) => index)
  const isFailure = (start: number, end: number) => {
    const from = ends[firstAfter(ends, start) - 1] ?? 0
    const to = ends[firstAfter(ends, end - 1)] ?? page.length
    if (PASSED.test(page.slice(end, Math.min(to, end + 80)))) return false
    const before = signs[firstAfter(signs, from - 1)] ?? page.length
    const after = signs[firstAfter(signs, end - 1)] ?? page.length
    return before < start || after < to || failureTitles.has(blocks[firstAfter(starts, start) - 1]?.title ?? "")
  }
  return ({ text, beginning, isCut }) => {
    for (let at = page.indexOf(beginning); at >= 0; at = page.indexOf(beginning, at + beginning.length)) {
      const end = at + sameLength(page, at, text)
      const rest = page.slice(end, end + 20)
      const isWhole = end - at === text.length && (isCut || FOLLOWS.test(rest))
      const before = page.slice(Math.max(0, at - 4), at)
      const isBegun = PRECEDES.test(before) && !JOINED.test(before)
      if (isBegun && (isWhole || ELLIPSIS.test(rest)) && isFailure(at, end)) return true
    }
    return false
  }
}

/** How many characters of `text` are at this place. */
function sameLength(page: string, at: number, text: string): number {
  let length = 0
  while (length < text.length && page[at + length] === text[length]) length++
  return length
}

/** A row of a table, read as a list. */
function cells(text: string): string {
  return text.startsWith("|") && text.endsWith("|") ? text.replace(/ ?\| ?/g, ", ") : text
}

function isFailureTitle(title: string): boolean {
  const text = normalised(title)
  return signsIn(text).length > 0 && !BYGONE.test(text)
}

function startsOf(texts: readonly string[]): number[] {
  let at = 0
  return texts.map((text) => {
    const start = at
    at += text.length + 1
    return start
  })
}

/** Where a failure is mentioned. "0 failed" and "exit 0" do not count. */
function signsIn(text: string): number[] {
  return [...text.matchAll(SIGN)]
    .filter(([, denied, exit]) => denied === undefined && (exit === undefined || Number(exit) !== 0))
    .map(({ index }) => index)
}
