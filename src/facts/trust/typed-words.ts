// Whether the user has said a thing, in his own words or others: not in a question, a quotation or a paste.
import { ORDINARY } from "../../text/common-words.ts"
import { ownLines } from "../../text/pasted-text.ts"
import { isQuestion, sentencesOf, wordsWithCode } from "../../text/user-text.ts"
import { stemOf } from "../../text/words.ts"
import { contentOf, type FactWords, readWords } from "../fact-words.ts"

export interface Statement {
  readonly negated: ReadonlySet<string>
  readonly content: ReadonlySet<string>
}

/** Of a message, each sentence that is the user's own. */
export function typedStatements(message: string): Statement[] {
  return readStatements(ownLines(message))
}

export function readStatements(lines: readonly string[]): Statement[] {
  return sentencesOf(lines)
    .filter((sentence) => !isQuestion(sentence))
    .map((sentence) => statementOf(wordsWithCode(sentence)))
}

function statementOf(text: string): Statement {
  const words = readWords(text)
  return { negated: negatedOf(words), content: contentOf(words) }
}

/** Whether one sentence has all the words of the text that carry its meaning, the same way round. Nothing may be added to it. */
export function isSaid(text: string, statements: readonly Statement[]): boolean {
  const claim = readWords(text)
  const content = contentOf(claim)
  return (
    content.size > 0 &&
    statements.some((said) => isSameWayRound(claim, said) && [...content].every((word) => said.content.has(word)))
  )
}

/** "use ./check, never npm test" does not say "use npm test", nor "pnpm, not npm" that npm is wanted. */
function isSameWayRound(claim: FactWords, said: Statement): boolean {
  const [negated, words] = [negatedOf(claim), contentOf(claim)]
  if (negated.size > 0 && said.negated.size === 0) return false
  const turned = [...said.negated].filter((word) => words.has(word))
  if (turned.length > 0 && [...negated].some((word) => said.content.has(word) && !said.negated.has(word))) return false
  return turned.every((word) => negated.has(word) || negated.size > 0)
}

/** "pnpm over npm" says of npm what "not npm" says. */
const PASSED_OVER = new Set(["over", "instead", "rather"])

function negatedOf({ words, negated }: FactWords): Set<string> {
  const passed = words.flatMap((word, at) => {
    const next = words.slice(at + 1).find((one) => one !== "of" && one !== "than")
    return PASSED_OVER.has(word) && next !== undefined ? [next] : []
  })
  return new Set([...negated, ...passed].map(stemOf))
}

const ORDINARY_WORDS: ReadonlySet<string> = new Set(ORDINARY.join(" ").split(" ").map(stemOf))
const ORDINARY_WEIGHT = 0.4

/** What a word tells of what a text is about. */
export function weightOfStem(stem: string): number {
  return ORDINARY_WORDS.has(stem) ? ORDINARY_WEIGHT : 1
}

/** So much of the weight must be in one message of the user's, with every number and name. */
const SAME_CLAIM = 0.6

/** Whether one message has most of what the text claims, the same way round. */
export function isMeant(text: string, messages: readonly (readonly Statement[])[]): boolean {
  const claim = readWords(text)
  return messages.some((statements) => {
    const said = joined(statements)
    const isWhole = [...contentOf(claim)].every((word) => said.content.has(word) || !/[\p{N}./@]/u.test(word))
    return isWhole && shareOf(claim, said) >= SAME_CLAIM && isSameWayRound(claim, said)
  })
}

const HALF_SAID = 0.25
/** "Only before noon" is "not after noon". */
const RESTRICTS = /\b(?:only|solely|unless|until|nothing but)\b/i

/** Whether one message has a good part of it, and does not say the opposite. */
export function isHalfMeant(text: string, messages: readonly (readonly Statement[])[]): boolean {
  const claim = readWords(text)
  const negated = negatedOf(claim)
  return messages.map(joined).some((said) => {
    const turned = [...said.negated].filter((word) => contentOf(claim).has(word))
    return shareOf(claim, said) >= HALF_SAID && (RESTRICTS.test(text) || turned.every((word) => negated.has(word)))
  })
}

function joined(statements: readonly Statement[]): Statement {
  return {
    content: new Set(statements.flatMap((one) => [...one.content])),
    negated: new Set(statements.flatMap((one) => [...one.negated])),
  }
}

/** Of what a text claims, by weight; how somebody stands to it does not count. */
function shareOf(claim: FactWords, said: Statement): number {
  const content = [...contentOf(claim)].filter((word) => !SAID_OF_ANYTHING.has(word))
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOfStem(word), 0)
  return content.length === 0 ? 0 : weigh(content.filter((word) => said.content.has(word))) / weigh(content)
}

/** What a note may be about, said without a word on it. */
const LABEL: ReadonlySet<string> = new Set(
  "who what which how about know human person developer them name role habit style work working communication profile identity background preferences"
    .split(" ")
    .map(stemOf),
)

/** "Who the user is, and what they like" names a note and claims nothing. */
export function claimsNothing(text: string): boolean {
  return [...contentOf(readWords(text))].every((word) => SAID_OF_ANYTHING.has(word) || LABEL.has(word))
}

/** How somebody stands to a thing, and what can be said of anything; what is left is what a text is about. */
export const SAID_OF_ANYTHING: ReadonlySet<string> = new Set(
  "prefer preference preferred want wish like love hate dislike expect insist need favor favour approve agree trust feedback first all every each everything anything generally instead project repo repository codebase package packages management team here there usual way convention practice"
    .split(" ")
    .map(stemOf),
)
