// How likely it is that a sentence repeats an earlier wish. A mistake only costs one line to the model, so nothing has to be certain: what speaks
// for and against it is weighed.
import { isQuestion } from "../text/user-text.ts"
import { hasOtherNumber, readWish } from "./said-again.ts"
import { BLAMES_AGENT, PLEASES, REPEATS, REPORTS, TELLS, WISHES } from "./wish-signs.ts"
import { isWishTopic, weigh, wishContent } from "./wish-words.ts"

/** Above 0: more likely the same wish than not. Words that are frequent in a project only say what the project is about. */
export function likenessOf(later: string, earlier: string, isRare: (word: string) => boolean): number {
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
export function signsOf(
  later: string,
  earlier: string,
  isRare: (word: string) => boolean,
): Record<Sign, number> | undefined {
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
    topics: Math.min(MOST_TOPICS, shared.filter(([word]) => isWishTopic(word)).length),
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
