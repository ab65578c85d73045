// Which request a single sentence is: to keep something, not to keep it, or to forget it, and in which words. The languages' phrases are
// matched on the blotted sentence, and the words are cut from the sentence as it was written.

import { isQuestion, type Sentence } from "../text/user-text.ts"
import { CHINESE, JAPANESE, KOREAN } from "./languages/eastern.ts"
import { ENGLISH } from "./languages/english.ts"
import { GERMAN } from "./languages/german.ts"
import { SPANISH } from "./languages/spanish.ts"
import { ANOTHER, endOfFact } from "./request-end.ts"
import { isForCode } from "./request-for-code.ts"
import { CLOSING, type Language, type Phrase } from "./request-phrase.ts"
import { todoIn } from "./todos.ts"

export interface Request {
  readonly asks: Phrase["asks"]
  readonly words: string
  /** Whether a clause or a colon introduces the words, so that they are what is meant, however short. */
  readonly stated: boolean
  /** Whether more may follow on the same line. */
  readonly listed: boolean
  /** Whether the sentence goes on with something else. */
  readonly goesOn: boolean
}

const LANGUAGES: readonly Language[] = [CHINESE, JAPANESE, KOREAN, ENGLISH, GERMAN, SPANISH]
const LONGEST_LEAD = 300
const LONGEST_TRAIL = 120

/** The request that a sentence is, if it is one, or that it begins with. */
export function requestIn(sentence: Sentence): Request | undefined {
  const end = ANOTHER.exec(sentence.plain.slice(0, LONGEST_LEAD))?.index
  return wholeRequest(sentence) ?? (end ? wholeRequest(firstPart(sentence, end)) : undefined)
}

function firstPart({ text, plain }: Sentence, end: number): Sentence {
  return { text: text.slice(0, end), plain: plain.slice(0, end) }
}

function wholeRequest(sentence: Sentence): Request | undefined {
  for (const phrase of LANGUAGES.flatMap(({ cue, phrases }) => (cue.test(sentence.plain) ? phrases : []))) {
    const request = matched(phrase, sentence)
    if (!request) continue
    const asks = !phrase.polite && !request.goesOn && isAsking(sentence)
    return asks || isForOther(request, sentence) ? undefined : request
  }
  return undefined
}

/** A thing to be done, or to be programmed. */
function isForOther({ asks, stated, words }: Request, sentence: Sentence): boolean {
  return asks === "keep" && (todoIn(sentence, isQuestion(sentence)) !== undefined || (!stated && isForCode(words)))
}

function matched({ asks, lead, trail, unless, polite }: Phrase, { text, plain }: Sentence): Request | undefined {
  const leading = lead ? lead.exec(plain.slice(0, LONGEST_LEAD)) : undefined
  if (leading === null) return undefined
  const from = beforeEmphasis(text, leading?.[0].length ?? 0)
  const tailAt = Math.max(from, plain.length - LONGEST_TRAIL)
  const trailing = trail ? trail.exec(plain.slice(tailAt)) : undefined
  if (trailing === null) return undefined
  const to = trailing ? tailAt + trailing.index : plain.length
  if (unless?.test(plain.slice(from, to))) return undefined
  const end = asks === "forget" ? to : from + endOfFact(plain.slice(from, to))
  const words = bareWords(text.slice(from, end))
  return {
    asks,
    words: polite ? words.replace(/(?:,?\s*(?:please|bitte|por favor))?\s*[吗嗎]?\s*[?？]*$/i, "") : words,
    stated: STATED.test(leading?.[0] ?? "") || AFTERTHOUGHT.test(trailing?.[0] ?? ""),
    listed: end === to && /[:：]\s*$/.test(leading?.[0] ?? ""),
    goesOn: end < to,
  }
}

/** Emphasis that opens at the first word is blank to the rules, and belongs to that word. */
function beforeEmphasis(text: string, at: number): number {
  let from = at
  if (/\S/.test(text.charAt(at))) while (from > 0 && /[*_]/.test(text.charAt(from - 1))) from--
  return from
}

const AFTERTHOUGHT = /^\s*[,;—–，；。、]/
const STATED = /(?:(?<!\p{L})(?:that|dass|que)|[:：,，、])\s*$/iu

/** Without what the cut left behind: marks, half of an emphasis, quotation marks around the whole. */
export function bareWords(words: string): string {
  const trimmed = words
    .replace(/^[\s:：,，、;—–]{1,8}/, "")
    .replace(/^(?:\*{1,3}|_{1,3})(?=\s)/, "")
    .trim()
    .replace(/^(?:(?:please|bitte|por\s+favor)(?!\p{L})|[请請])[,，\s]*/iu, "")
    .replace(/,\s*(?:please|pls|bitte|por\s+favor)([.!\s]{0,8})$/i, "$1")
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return ""
  return /^["'“„«「『‘][^"'“”„«»「」『』‘’]{2,600}["'“”»」』’]$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed
}

const ASKING = new RegExp(
  `(?:[?？]|[吗嗎]|(?:です|ます|でしょう|[るたの])か|(?:[습합입됩]니까|(?<!니)까요?|나요|[는은]가요?|냐)(?=${CLOSING}))${CLOSING}`,
)

/** By its end: what is to be remembered may well hold a "why" or a "whether". */
export function isAsking({ plain }: Sentence): boolean {
  return ASKING.test(plain.slice(-60))
}
