// How well a message answers a question once its text is read: how often and in how short a text the terms occur, who says it and when, and what
// the neighbouring messages say.
import { type TermCounts, termCounter } from "../search/index-terms.ts"
import type { Voice } from "./entry-number.ts"
import { searchableText, slicesOf, voiceIn } from "./indexed-terms.ts"
import { isDayNamed, type PastQuery } from "./past-query.ts"
import type { PastMessage, PastPart } from "./past-session.ts"
import { ANSWERED, type AskedTerm, FURTHER, NEXT, type PastCandidate, WHOLE_SESSION } from "./term-evidence.ts"

export interface Weighed {
  /** The part that contains most of the question. */
  readonly part: PastPart
  readonly score: number
  /** What speaks for its session, if sessions are compared and not messages. */
  readonly sessionScore: number
  /** How much of the question's information the message and its neighbours contain, from 0 to 1. */
  readonly confidence: number
  /** The terms of the question that it contains; if none, those of its session's title. */
  readonly matched: readonly string[]
  /** One of its parts tells most of what the question does. */
  readonly tellsMost: boolean
  /** Only the title has any. */
  readonly isTitled: boolean
}

/** People look for what was said, by either side, more than for what was done. */
export const VOICE: Readonly<Record<Voice, number>> = { typed: 1.5, said: 1.5, "summed up": 0.9, done: 0.7 }
/** The usual parameters of BM25. */
const K1 = 0.9
const B = 0.4
const USUAL_LENGTH = 30
const RECENT_DAYS = 90
const RECENT = 0.1
/** Bonus if everything that a longer question quotes occurs word for word. */
const QUOTED = 0.5
/** A turn that only asks is seldom what is looked for; its answer is. */
const ASKING = 0.7
/** If a text begins with a speaker's name that the question contains. */
const SPEAKER = 1.3
/** For a "when" question: a text with a time in it. */
const TIMED = 1.5
/** Said on a day that the question names, or soon after. */
const ON_DAY = 2

/** What a term counts that the title has and the message has not: it is about the whole session. */
const TITLED = 0.5
/** The same for the confidence: whoever gave the title knew what the session is about. */
const TITLED_CONFIDENCE = 0.7

/** With this many words or more, a message without any of them may still be the answer to its neighbour. */
const LEAST_ASKED = 3

/** No message is expected to contain more of a question's terms than this; its most telling ones count. */
const MOST_EXPECTED = 16

/** A share of the question. Of a word in another form than it was asked for, only the stem is there. */
const MOST = 0.55

type Weigh = (message: PastMessage, candidate: PastCandidate, title: string) => Weighed | undefined

/** `isRaw`: nothing has to match, because an FTS5 expression has already chosen. */
export function weigherFor(query: PastQuery, asked: readonly AskedTerm[], now: number, isRaw: boolean): Weigh {
  const tellsOfAll = (terms: readonly AskedTerm[]) => terms.reduce((sum, { tells }) => sum + tells, 0)
  const [all, expected] = [tellsOfAll(asked), tellsOfAll(asked.slice(0, MOST_EXPECTED))]
  const phrases = query.phrases.map(asQuoted)
  const count = termCounter(
    asked.map(({ term }) => term),
    query.text,
    (term) => query.last?.startsWith(term) === true,
  )
  return (message, candidate, title) => {
    const parts = message.parts.map((part) => readPart(part, count))
    const ownTexts = phrases.length === 0 ? [] : parts.map(({ text }) => asQuoted(text))
    const quotedTitle = phrases.length === 0 || candidate.inTitle === 0 ? "" : asQuoted(title)
    const isOwn = (phrase: string) => ownTexts.some((text) => text.includes(phrase))
    const quoted = phrases.filter((phrase) => isOwn(phrase) || quotedTitle.includes(phrase)).length
    const isQuotation = query.isQuotation && !isRaw
    if (parts.length === 0 || (isQuotation && quoted < phrases.length)) return undefined
    const answered = voiceIn(message) === "said" ? candidate.answered : 0
    const { told, counted, has, titleHas } = evidenceIn(parts, { ...candidate, answered }, asked)
    const isTitled =
      (has.length === 0 && titleHas.length > 0) ||
      (isQuotation && !phrases.every(isOwn)) ||
      (isRaw && candidate.isOfTitle)
    const matched = isTitled ? termsInTitle(candidate, asked) : has
    // With so few words, any neighbour of a match would qualify.
    if (matched.length === 0 && query.words < LEAST_ASKED && !isRaw) return undefined
    const confidence = expected === 0 ? 0 : Math.min(1, told / expected)
    const best = parts.reduce((a, b) => (tellsOf(b, asked) > tellsOf(a, asked) ? b : a))
    const voice = best.part.kind === "tool" ? VOICE.done : VOICE[voiceIn(message)]
    const share = all === 0 ? 0 : told / all
    const around = counted * Math.sqrt(share) * voice + candidate.inSession + WHOLE_SESSION * candidate.wholeSession
    const score = around * (1 + (QUOTED * quoted) / Math.max(1, phrases.length)) * prior(message, query, now)
    return {
      part: best.part,
      matched,
      tellsMost: tellsOf(best, asked) >= MOST * all,
      isTitled,
      confidence,
      score,
      sessionScore: score + candidate.wholeSession,
    }
  }
}

function termsInTitle({ inTitle }: PastCandidate, asked: readonly AskedTerm[]): string[] {
  return asked.flatMap(({ term }, at) => ((inTitle >> at) & 1 ? [term] : []))
}

/** Word for word, however it is spaced and whatever its quotes look like. */
function asQuoted(text: string): string {
  return text.normalize("NFKC").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").toLowerCase()
}

/** How much of the question is told, how much that counts, and which of its terms the message and its session's title have. */
function evidenceIn(parts: readonly ReadPart[], candidate: PastCandidate, asked: readonly AskedTerm[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let [told, counted] = [0, 0]
  const [has, titleHas]: [string[], string[]] = [[], []]
  for (const [at, { term, tells }] of asked.entries()) {
    const count = parts.reduce((sum, { counts }) => sum + (counts[at] as number), 0)
    const near = nearby(candidate, at)
    const titled = (candidate.inTitle >> at) & 1
    if (count > 0) has.push(term)
    else if (titled) titleHas.push(term)
    told += tells * (count > 0 ? 1 : Math.max(near, titled * TITLED_CONFIDENCE))
    counted += tells * Math.max(near, titled * TITLED, frequency(count, length))
  }
  return { told, counted, has, titleHas }
}

/** What a term counts that only the messages around this one have. */
function nearby({ answered, next, further }: PastCandidate, at: number): number {
  if ((answered >> at) & 1) return ANSWERED
  if ((next >> at) & 1) return NEXT
  return (further >> at) & 1 ? FURTHER : 0
}

function frequency(count: number, length: number): number {
  return count === 0 ? 0 : (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / USUAL_LENGTH))
}

interface ReadPart extends TermCounts {
  readonly part: PastPart
  readonly text: string
}

function together(one: TermCounts, other: TermCounts): TermCounts {
  return {
    counts: one.counts.map((count, at) => count + (other.counts[at] as number)),
    length: one.length + other.length,
  }
}

/** A part, and how often each term of the question occurs in it. */
function readPart(part: PastPart, count: (text: string) => TermCounts): ReadPart {
  const text = searchableText(part)
  return { part, text, ...slicesOf(text).map(count).reduce(together) }
}

function tellsOf({ counts }: ReadPart, asked: readonly AskedTerm[]): number {
  return asked.reduce((sum, { tells }, at) => sum + (counts[at] ? tells : 0), 0)
}

const TIME =
  /\b(?:yesterday|today|tomorrow|tonight|ago|recently|weekend|(?:last|next|this) [a-z]+|(?:19|20)\d\d|january|february|march|april|june|july|august|september|october|november|december|(?:year|month|week|day|hour)s?)\b/i

/** Evidence besides the words: age, form, speaker, time. */
function prior(message: PastMessage, query: PastQuery, now: number): number {
  const text = message.parts
    .map((part) => (part.kind === "text" ? part.text : ""))
    .join("\n")
    .trim()
  const { asksWhen, text: question } = query
  const speaker = /^(\p{Lu}\p{L}{2,20}): /u.exec(text.slice(0, 40))?.[1]
  const age = Math.max(0, now - message.at) / 86_400_000
  return (
    (1 + RECENT * Math.exp(-age / RECENT_DAYS)) *
    (/\?\W*$/.test(text.slice(-20)) ? ASKING : 1) *
    (speaker !== undefined && question.includes(speaker) ? SPEAKER : 1) *
    (asksWhen && TIME.test(text.slice(0, 2000)) ? TIMED : 1) *
    (isDayNamed(query, message.at) ? ON_DAY : 1)
  )
}
