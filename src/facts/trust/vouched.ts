// Whether a message of the user's says what a writer claims about the user, in other words. The writer names the message and has judged what it
// means; checked is what can be: that it is about the same, says neither the opposite nor anything grave that the user did not speak of, and
// that what the user did not type comes from nobody else.
import { SEARCH_FILLERS } from "../../text/common-words.ts"
import { foldCase } from "../../text/fold.ts"
import { isShortFor } from "../../text/short-words.ts"
import { stemOf } from "../../text/words.ts"
import { contentOf, type FactWords, readWords } from "../fact-words.ts"
import { rareIn } from "./named-things.ts"
import { isWished, type Statement, toldStatements, wishesOf } from "./statement.ts"
import {
  addsWeight,
  claimAndParts,
  hasSamePolarity,
  joined,
  SAID_OF_ANYTHING,
  sayingLittleElse,
  weightOfStem,
} from "./typed-words.ts"

/** "next to the source, not in a folder", "readability over speed": the contrast only sets off what was said. */
const CONTRAST =
  /(?:[,;]\s+(?:and\s+)?not|\s(?:over|instead\s+of|rather\s+than))\s+((?:(?!\sand\s)[^,;.]){1,200})\.?\s*$/i

export function withoutContrast(text: string): string {
  return text.replace(CONTRAST, "")
}

/** Shares of a sentence without a wish that the claim must have: else it may be lifted from a report. */
const NEARLY_ALL_OF_ONE = 0.8
const MOST_OF_ONE = 0.5
/** What happened, or goes wrong at the moment. */
const REPORTS =
  /\b(?:was|were|had|got|did|since|fail\w*|br[eo]ke\w*|crash\w*|hangs?|stuck|still|now|today|yesterday|just)\b|\b(?!need|indeed)\w{2,}ed\b/i
/** Shares of the subject, by weight: of each part, and of the whole if only one word is the user's. */
const LEAST_SHARE = 0.25
const LEAST_SHARE_BY_ONE = 0.4

/** `isOutside` tells whether words come from a text that others wrote. */
export function isVouched(
  { text, type }: { readonly text: string; readonly type: string },
  typed: string,
  isOutside: (words: string) => boolean = () => false,
): boolean {
  const [whole, contrast] = [readWords(text), CONTRAST.exec(text)?.[1]]
  const [claim, ...parts] = claimAndParts(withoutContrast(text)).map(readWords) as [FactWords, ...FactWords[]]
  const said = saidOf(text, whole, toldStatements(typed))
  return (
    isSameSubject(claim, said, type) &&
    [claim, whole].some((words) => hasSamePolarity(words, said)) &&
    [claim, ...parts].every((part) => !addsWeight(part, said) && shareOf(part, said) >= LEAST_SHARE) &&
    (contrast === undefined || shareOf(readWords(contrast), said) >= LEAST_SHARE) &&
    !addsName(text, typed) &&
    !isOutside(unsaid(text, said))
  )
}

/** What of a message may bear the claim out: its wishes, and sentences that say little else. */
function saidOf(text: string, claim: FactWords, message: readonly Statement[]): Statement {
  const inClaimsWords = (statements: readonly Statement[]) => statements.map((one) => inWordsOf(claim, one))
  const told = message.filter((statement) => !isWished(statement.text) && !REPORTS.test(statement.text))
  return joined([
    ...inClaimsWords(wishesOf(message)),
    ...sayingLittleElse(text, inClaimsWords(message), NEARLY_ALL_OF_ONE),
    ...sayingLittleElse(text, inClaimsWords(told), MOST_OF_ONE),
  ])
}

/** With the claim's words for what was said in short: "config", "db". */
function inWordsOf(claim: FactWords, said: Statement): Statement {
  const claimed = contentOf(claim)
  const long = (word: string) => [...claimed].find((one) => isShortFor(word, one) || isShortFor(one, word)) ?? word
  const of = (words: ReadonlySet<string>) => new Set([...words].map((word) => (claimed.has(word) ? word : long(word))))
  return { ...said, content: of(said.content), denied: of(said.denied), negated: of(said.negated) }
}

/** Whether it names a path, an address or an identifier that the message does not name. */
function addsName(text: string, typed: string): boolean {
  const known = foldCase(typed)
  return [...rareIn(text)].some((name) => /[/@_]|\w\.\w/.test(name) && !known.includes(name))
}

const FILLERS: ReadonlySet<string> = new Set([...SEARCH_FILLERS].map(stemOf))

/** The words that tell what it is about. */
function subjectOf(claim: FactWords): string[] {
  return [...contentOf(claim)].filter((word) => !SAID_OF_ANYTHING.has(word) && !FILLERS.has(word))
}

function shareOf(claim: FactWords, said: Statement): number {
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOfStem(word), 0)
  const subject = subjectOf(claim)
  return subject.length === 0 ? 1 : weigh(subject.filter((word) => said.content.has(word))) / weigh(subject)
}

/** One word is enough for who the user is, and for what is forbidden. */
function isSameSubject(claim: FactWords, said: Statement, type: string): boolean {
  const shared = subjectOf(claim).filter((word) => said.content.has(word))
  const isEnough = type === "user" || isForbidden(claim, said) || shareOf(claim, said) >= LEAST_SHARE_BY_ONE
  return shared.length > 1 || (isEnough && shared.some((word) => weightOfStem(word) === 1))
}

/** Both forbid something with the same thing; to forbid too much does no harm. */
function isForbidden(claim: FactWords, said: Statement): boolean {
  const isDenied = (word: string) => said.denied.has(word) && weightOfStem(word) === 1
  return claim.negated.size > 0 && subjectOf(claim).some(isDenied)
}

/** The claim's words that the user did not type. */
function unsaid(text: string, said: Statement): string {
  return text
    .split(/\s+/)
    .filter((word) => [...contentOf(readWords(word))].some((stem) => !said.content.has(stem)))
    .join(" ")
}
