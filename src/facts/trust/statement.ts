// What a person's message says, sentence by sentence, without its questions, quotations and pastes. Each sentence comes with what it is about,
// what it turns down and whether it expresses a wish.
import { ownLines } from "../../text/pasted-text.ts"
import { isQuestion, sentencesOf, wordsWithCode } from "../../text/user-text.ts"
import { isNegation, stemOf, stemSet, wordsIn } from "../../text/words.ts"
import { contentOf, type FactWords, isMeaningful, readWords } from "../fact-words.ts"
import { instructsAgent } from "./order.ts"
import { hasWishForm } from "./wish-forms.ts"

export interface Statement {
  readonly negated: ReadonlySet<string>
  readonly content: ReadonlySet<string>
  /** Content words that occur only where the sentence says what is not wanted. */
  readonly denied: ReadonlySet<string>
  readonly text: string
}

/** The sentences of a message that are the user's own. */
export function typedStatements(message: string): Statement[] {
  return readStatements(ownLines(message))
}

export function readStatements(lines: readonly string[]): Statement[] {
  return sentencesOf(lines)
    .filter((sentence) => !isQuestion(sentence))
    .map((sentence) => readStatement(wordsWithCode(sentence)))
}

/** The same, with the questions that only ask by their form: "can you use tabs?", "why do you mock it again?", "shouldn't they be sorted?". */
export function toldStatements(message: string): Statement[] {
  return sentencesOf(ownLines(message)).flatMap((sentence) => {
    const words = wordsWithCode(sentence)
    const told = isQuestion(sentence) ? answered(words) : words
    return told === undefined ? [] : readStatement(told)
  })
}

const LEAD_IN = "^\\W*(?:(?:and|so|but|hey|hi|ok|okay|also|then|well)\\b\\W*)?"
const MEANT: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `${LEAD_IN}(?:(?:can|could|would|will)\\s+(?:you|we)|(?:kannst|könntest|würdest)\\s+du|puedes|podrías|(?:peux|pourrais)-tu)\\b(?:\\s+(?:please|pls|just|mind|bitte))*`,
      "iu",
    ),
    "please",
  ],
  [new RegExp(`${LEAD_IN}why\\s+(?:do|did|are|have|would)\\s+you\\b`, "i"), "do not"],
  [new RegExp(`${LEAD_IN}(?:should|do|did|can|could|wo)n['’]?t\\b`, "i"), "it should be that"],
]

function answered(question: string): string | undefined {
  const form = MEANT.find(([pattern]) => pattern.test(question))
  return form && question.replace(...form)
}

/** "No, use pnpm" denies what was done, not what follows. */
const INTERJECTION = /^\W*(?:no|nope|nah|nein|non)(?:\s*[,.:;!]|\s+[-–—]\s)\s*/i

export function readStatement(text: string): Statement {
  const plain = text.replace(INTERJECTION, "").replace(URGES, "")
  const words = readWords(plain)
  return { negated: negatedOf(words), content: contentOf(words), denied: deniedIn(plain), text }
}

/** "Don't forget to lint" asks for it. */
const URGES = /(?:\b(?:never|not)|n['’]?t)\s+(?:ever\s+)?(?:forget|hesitate|mind)\b/gi
const CLAUSE_END = /[,;:()]|\s[-–—]+>?\s|\b(?:but|then|and)\b/i
/** To hate or stop a thing is not to want it. */
export const SHUNNING: ReadonlySet<string> = stemSet(
  "stop hate dislike detest drop quit skip refuse reject forbid forbidden prohibit hardly rarely seldom",
)

/** A negation covers the rest of its clause: "don't use npm" is about npm too. */
function deniedIn(text: string): Set<string> {
  const [denied, affirmed] = [new Set<string>(), new Set<string>()]
  for (const clause of text.split(CLAUSE_END)) {
    let isDenied = false
    for (const word of wordsIn(clause, (run) => [...run])) {
      if (isNegation(word) || SHUNNING.has(stemOf(word))) isDenied = true
      else if (isMeaningful(word)) (isDenied ? denied : affirmed).add(stemOf(word))
    }
  }
  return without(denied, affirmed)
}

export function without(words: Iterable<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)))
}

/** A remark beside a wish. */
const TOLD = /[,;]\s+(?:it|he|she|they|this|that|there|someone|somebody|which|who|because|since|as)\b[^,;]*/gi

const OTHERS =
  "colleagues?|coworkers?|boss|manager|clients?|customers?|friends?|teammates?|reviewers?|designers?|interns?|competitors?|linter|docs|guide|readme|article|blog|tutorial|framework"
/** What others want or say, what the user no longer does, and what is only imagined. */
const OF_OTHERS = [
  new RegExp(
    `\\b(?:${OTHERS})\\s+(?:\\p{L}+ly\\s+|always\\s+|never\\s+)?(?:prefers?|wants?|likes?|loves?|uses?|thinks?|insists?|expects?|asked|told|recommends?)\\b[^,;]*`,
    "giu",
  ),
  /\b(?!I\b|We\b|You\b|User\b)\p{Lu}\p{L}+\s+(?:prefers|wants|likes|thinks|insists|recommends)\b[^,;]*/gu,
  /(?<!\b(?:i|we|have|i['’]ve|already|just)\s)\b(?:says?|said)\b[^,;]*|\b(?:i|we)\s+used\s+to\b[^,;]*|\b(?:pretend|imagine)\b[^,;]*/gi,
]

/** The part of a sentence in which the user speaks for themselves. */
export function inOwnName(sentence: string): string {
  return OF_OTHERS.reduce((text, others) => text.replace(others, ""), sentence)
}

/** The sentences in which the user wants something or speaks of themselves; a mere report is no wish. */
export function wishesOf(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ text }) => isWished(text)).map(({ text }) => readStatement(wishPart(text)))
}

function wishPart(sentence: string): string {
  return inOwnName(sentence.replace(TOLD, ""))
}

export function isWished(sentence: string): boolean {
  const text = wishPart(sentence)
  return hasWishForm(text) || instructsAgent(text)
}

/** "pnpm over npm" says "not npm". */
const PASSED_OVER = new Set(["over", "instead", "rather"])

export function negatedOf({ words, negated }: FactWords): Set<string> {
  const passed = words.flatMap((word, at) => {
    const next = words.slice(at + 1).find((one) => one !== "of" && one !== "than")
    return PASSED_OVER.has(word) && next !== undefined ? [next] : []
  })
  return new Set([...negated, ...passed].map(stemOf))
}
