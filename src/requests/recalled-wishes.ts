// What the user may want permanently and may have said in an earlier session too. People seldom repeat a rule as a rule ("no semicolons pls",
// later "why does every line end in semicolons again"). So such sentences are only noticed, generously; the model sees both and judges.
import { foldCase } from "../text/fold.ts"
import { contentKey } from "../text/matching.ts"
import { ownLines, withoutShellQuotes } from "../text/pasted-text.ts"
import { pairsOf } from "../text/script.ts"
import { oneLine } from "../text/text.ts"
import { BLOT, blotCode, isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"
import { wordsIn } from "../text/words.ts"
import { hasOtherNumber, readWish } from "./said-again.ts"
import {
  BLAMES_AGENT,
  COMPLAINS,
  FOR_THIS_ONCE,
  INSISTS,
  PLEASES,
  REPEATS,
  REPORTS,
  TELLS,
  WISHES,
} from "./wish-signs.ts"
import { WISH_ROOTS, WISH_TOPICS, weigh, wishContent } from "./wish-words.ts"
import { isTask } from "./work-order.ts"

/** Longer sentences describe a task. A message this short is one wish: its complaint names the thing, its order may not. */
const MAX_WISH = 120
/** Longer messages are tasks, whatever else they say. */
const MAX_TYPED = 400
const MAX_WISHES = 3
const MAX_RECALLED = 2

export function mayBeWishes(message: string): string[] {
  return wishesIn(message, (sentence) => isMaybeWish(sentence) && hasSign(sentence))
}

/** Also keeps what only says how ("commit messages in the imperative"), in case it is repeated later. */
export function keptWishes(message: string): string[] {
  return wishesIn(message, (sentence) => isForGood(sentence) && (hasSign(sentence) || saysHow(sentence)))
}

/** May repeat an earlier wish without looking like one itself ("docker: command not found, its podman"). */
export function mayRecall(message: string): string[] {
  return wishesIn(message, isForGood)
}

const LEAST_WORDS = 3

function saysHow({ plain }: Sentence): boolean {
  const words = wordsIn(plain, pairsOf)
  return words.length >= LEAST_WORDS && !isTask(plain)
}

function wishesIn(message: string, isKept: (sentence: Sentence) => boolean): string[] {
  if (message.length > MAX_TYPED * 2) return []
  const own = ownLines(message).join("\n").trim()
  // Marks and commands of the host are not wishes.
  if (own.length > MAX_TYPED || own.length < withoutShellQuotes(message).trim().length || /^[[</]/.test(own)) return []
  const sentences = sentencesOf(own.split("\n"))
  const whole = { text: own, plain: sentences.map(({ plain }) => plain).join(" ") }
  const wishes = (own.length <= MAX_WISH ? [whole] : sentences).filter(isKept)
  return wishes.slice(0, MAX_WISHES).map(({ text }) => oneLine(text, MAX_WISH))
}

function isMaybeWish(sentence: Sentence): boolean {
  if (!isForGood(sentence) || REPORTS.test(sentence.plain)) return false
  return !isQuestion(sentence) || [COMPLAINS, INSISTS].some((signs) => signs.test(sentence.plain))
}

function isForGood({ text, plain }: Sentence): boolean {
  return text.length <= MAX_WISH && !FOR_THIS_ONCE.test(plain) && !isQuoting({ text, plain }) && !HIDES.test(text)
}

/** Text with a redacted or private part would not help later. */
const HIDES = /\[(?:REDACTED|private\])/
/** A longer quotation is more than a name. */
const MAX_NAME = 16

/** A quotation is somebody else's wish. */
function isQuoting({ text, plain }: Sentence): boolean {
  const blotted = (one: string) => one.split(BLOT).length
  return blotted(plain) - blotted(blotCode(text)) > MAX_NAME
}

function hasSign({ plain }: Sentence): boolean {
  return [WISHES, REPEATS, BLAMES_AGENT].some((signs) => signs.test(plain))
}

export function isInsisting(wish: string): boolean {
  return INSISTS.test(wish)
}

/** Earlier sentences that may express the same wish, likeliest first. The same message sent again does not count. */
export function recalledWishes<T extends { readonly text: string }>(wish: string, earlier: readonly T[]): T[] {
  const isRare = rareAmong(earlier)
  return earlier
    .filter(({ text }) => contentKey(text) !== contentKey(wish))
    .map((one) => ({ one, likeness: likenessOf(wish, one.text, isRare) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_RECALLED)
    .map(({ one }) => one)
}

/** Whether one of many texts contains most of the wish; a cheap substring check comes first. */
export function isSaidIn(wish: string, texts: readonly { readonly text: string }[]): boolean {
  const words = [...wishContent(wish)]
  const least = LEAST_SAID * weigh(words)
  const rooted = words.map(([word, weight]) => ({ roots: WISH_ROOTS.get(word) ?? [word], weight }))
  const mayHave = (text: string) => {
    const said = foldCase(text)
    const isIn = (root: string) => root.includes("'") || said.includes(root)
    return rooted.reduce((sum, { roots, weight }) => (roots.some(isIn) ? sum + weight : sum), 0) >= least
  }
  const has = (text: string) => {
    const others = wishContent(text)
    return weigh(words.filter(([word]) => others.has(word))) >= least
  }
  return words.length > 0 && texts.some(({ text }) => mayHave(text) && has(text))
}

const LEAST_SAID = 0.5

const RARE = 3
const RARE_SHARE = 0.04

/** A word in many of a project's sentences is just what the project is about. */
function rareAmong(earlier: readonly { readonly text: string }[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const { text } of earlier)
    for (const word of wishContent(text).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(RARE, RARE_SHARE * earlier.length)
  return (word) => (counts.get(word) ?? 0) <= most
}

/** Above 0: more likely the same wish than not. Words that are frequent in a project only say what the project is about. */
function likenessOf(later: string, earlier: string, isRare: (word: string) => boolean): number {
  const signs = signsOf(later, earlier, isRare)
  if (!signs) return Number.NEGATIVE_INFINITY
  return (Object.keys(WEIGHTS) as Sign[]).reduce((sum, sign) => sum + WEIGHTS[sign] * signs[sign], -THRESHOLD)
}

const WEIGHTS = {
  shared: 2,
  part: 1.75,
  topics: 0.75,
  accuses: 2.5,
  asks: 1,
  pleases: 1.25,
  tells: 0.75,
  isTask: -2.5,
  isWork: -1.25,
  reports: -1.75,
  isQuestion: -0.5,
  wasRule: 2,
  wasAsked: 1.75,
  wasReport: -1,
  wasQuestion: -3,
}
const THRESHOLD = 7.75

type Sign = keyof typeof WEIGHTS

/** Beyond this, more of the same adds nothing. */
const MOST_SHARED = 3
const MOST_TOPICS = 2
/** A number that both name weighs more than a word. */
const NUMBER = 1.5
/** Of a wish of one everyday word, a shared word is not all there is. */
const LEAST_OF = 0.8

/** Undefined if they share neither a word nor a number, or name different numbers. */
function signsOf(later: string, earlier: string, isRare: (word: string) => boolean): Record<Sign, number> | undefined {
  const [words, others] = [wishContent(later), wishContent(earlier)]
  const shared = [...words].filter(([word]) => others.has(word) && isRare(word))
  if (shared.length === 0 && !/\d/.test(earlier)) return undefined
  const [now, then] = [readWish(later), readWish(earlier)]
  if (hasOtherNumber(then.numbers, now.numbers)) return undefined
  const sameNumber = now.numbers.some((number) => then.numbers.includes(number)) ? NUMBER : 0
  if (shared.length === 0 && sameNumber === 0) return undefined
  const has = (is: boolean) => (is ? 1 : 0)
  const asks = (text: string) => isQuestion({ text, plain: text })
  return {
    shared: Math.min(MOST_SHARED, weigh(shared) + sameNumber),
    part: weigh(shared) / Math.max(LEAST_OF, Math.min(weigh(words), weigh(others))),
    topics: Math.min(MOST_TOPICS, shared.filter(([word]) => WISH_TOPICS.has(word)).length),
    accuses: has(now.isBlaming || BLAMES_AGENT.test(later)) + has(now.isRepeating),
    asks: has(WISHES.test(later)),
    pleases: has(PLEASES.test(later)),
    tells: has(TELLS.test(later)),
    isTask: has(now.isTask),
    isWork: has(now.isWork),
    reports: has(REPORTS.test(later) || now.isReport),
    isQuestion: has(asks(later)),
    wasRule: has(then.isRule),
    wasAsked: has([WISHES, REPEATS, BLAMES_AGENT].some((sign) => sign.test(earlier))),
    wasReport: has(REPORTS.test(earlier)),
    wasQuestion: has(asks(earlier)),
  }
}
