// Whether the user has said a thing, in these or other words; questions, quotations and pastes do not count.

import { ORDINARY } from "../../text/common-words.ts"
import { EASTERN_SCRIPT } from "../../text/script.ts"
import { wordSet } from "../../text/word-set.ts"
import { stemOf, stemSet } from "../../text/words.ts"
import { contentOf, type FactWords, readWords } from "../fact-words.ts"
import { inOwnName, isWished, negatedOf, SHUNNING, type Statement, without } from "./statement.ts"

/** Whether one sentence gives the order instead of just mentioning it. */
export function isOrdered(order: string, statements: readonly Statement[]): boolean {
  return isSaid(
    order,
    statements.filter(({ text }) => givesOrder(order, text)),
  )
}

function givesOrder(order: string, sentence: string): boolean {
  const clause = clausesOf(order).find((one) => !CONDITION.test(one)) ?? ""
  const deed = tokensOf(clause).find((word) => !LEADS.has(word))
  if (deed === undefined || EASTERN_SCRIPT.test(order)) return isWished(sentence)
  return clausesOf(sentence).some((one) => bids(one, deed))
}

const CONDITION = /^\W*(?:when|if|in|for|before|after|on|while|with|at)\b/i
const LEADS: ReadonlySet<string> = wordSet(
  "please pls ok okay so also just now always never do not don't dont you we i i'd should must shall need have want would like prefer to let's lets let us kindly first again hey btw from on only yes no can remember that note make sure future in bitte und immer nie niemals por favor siempre nunca toujours jamais",
)
const BIDS: ReadonlySet<string> = wordSet("always never please pls must should shall don't dont not")

function clausesOf(text: string): string[] {
  return text.split(/[,;:()]|\s[-–—]\s|\b(?:and|then|but|or)\b/i).filter((clause) => clause.trim() !== "")
}

/** What is to be done may be a path or a name with hyphens (`./check`), so each is one word here. */
function tokensOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}'’./@_-]+/gu) ?? []).map((word) =>
    word.replaceAll("’", "'").replace(/[.'-]+$/, ""),
  )
}

/** The verb comes first, except for lead-in words, or right after a word of command. */
function bids(clause: string, deed: string): boolean {
  const words = tokensOf(clause)
  const stem = stemOf(deed)
  const first = words.findIndex((word) => !LEADS.has(word))
  return words.some((word, at) => stemOf(word) === stem && (at === first || BIDS.has(words[at - 1] ?? "")))
}

/** Whether one sentence contains all meaningful words of the text with the same polarity, so that nothing was added. */
export function isSaid(text: string, statements: readonly Statement[]): boolean {
  const claim = readWords(text)
  const content = contentOf(claim)
  return (
    content.size > 0 &&
    statements.some((said) => hasSamePolarity(claim, said) && [...content].every((word) => said.content.has(word)))
  )
}

const ALL_OF_ONE = 0.8

/** Whether one sentence says this and hardly anything else, so that it was not lifted from a mere report. */
export function isAllOfOne(text: string, statements: readonly Statement[]): boolean {
  return isSaid(text, sayingLittleElse(text, statements, ALL_OF_ONE))
}

/** Statements in the user's own name of which the text has at least this share. */
export function sayingLittleElse(text: string, statements: readonly Statement[], least: number): Statement[] {
  const claimed = contentOf(readWords(text))
  return statements.filter(
    ({ content, text: said }) =>
      [...content].filter((word) => claimed.has(word)).length >= least * content.size && inOwnName(said) === said,
  )
}

/** "use ./check, never npm test" does not say "use npm test", and "pnpm, not npm" does not want npm. */
export function hasSamePolarity(claim: FactWords, said: Statement): boolean {
  const [negated, words] = [negatedOf(claim), without(contentOf(claim), SAID_OF_ANYTHING)]
  const isAffirmed = negated.size === 0 && ![...contentOf(claim)].some((word) => SHUNNING.has(word))
  if (isAffirmed && [...words].some((word) => said.denied.has(word))) return false
  if (negated.size > 0 && said.negated.size + said.denied.size === 0) return false
  const turned = [...said.negated].filter((word) => words.has(word))
  if (turned.length > 0 && [...negated].some((word) => said.content.has(word) && !said.negated.has(word))) return false
  return turned.length === 0 || !isAffirmed
}

const ORDINARY_WORDS: ReadonlySet<string> = stemSet(...ORDINARY)
const ORDINARY_WEIGHT = 0.4

/** How much a word tells about a text's subject. */
export function weightOfStem(stem: string): number {
  return ORDINARY_WORDS.has(stem) ? ORDINARY_WEIGHT : 1
}

/** Share of the weight that one message must contain, besides every number and name. */
const SAME_CLAIM = 0.6

/** Whether the messages contain most of each part of the text (all of it if `isWhole`), with the same polarity. */
export function isMeant(text: string, messages: readonly (readonly Statement[])[], isWhole = false): boolean {
  const all = messages.map(joined)
  const isPartSaid = (claim: FactWords) => all.some((said) => isPartMeant(claim, said, { isWhole, least: SAME_CLAIM }))
  return claimAndParts(text).map(readWords).every(isPartSaid)
}

/** The whole text, then its parts, so that nothing can be added to a claim that holds. */
export function claimAndParts(text: string): string[] {
  return [...new Set([text, ...text.split(/[,;]\s+|\s+and\s+/i).filter((part) => !isEmpty(part))])]
}

function isEmpty(part: string): boolean {
  return [...contentOf(readWords(part))].every((word) => SAID_OF_ANYTHING.has(word))
}

/** Permission counts only if it was given in words. */
const LEAVE = stemSet(
  "approve approval agree trust allow permit permission accept authorize authorise consent fine okay",
)
/** So do removal and disclosure, unless the claim forbids them. */
const HARM = stemSet("remove delete drop disable bypass publish upload expose secret password credential")

function isPartMeant(
  claim: FactWords,
  said: Statement,
  { isWhole, least }: { readonly isWhole: boolean; readonly least: number },
): boolean {
  if (isWhole && [...contentOf(claim)].some((word) => !said.content.has(word))) return false
  return !addsWeight(claim, said) && shareOf(claim, said) >= least && hasSamePolarity(claim, said)
}

/** Whether it has a number, a path, a permission or a harm that was not spoken of. */
export function addsWeight(claim: FactWords, said: Statement): boolean {
  const isGrave = (word: string) => LEAVE.has(word) || (claim.negated.size === 0 && HARM.has(word))
  return [...contentOf(claim)].some((word) => !said.content.has(word) && (isGrave(word) || /[\p{N}./@]/u.test(word)))
}

const HALF_SAID = 0.25
/** "Only before noon" means "not after noon". */
const RESTRICTS = /\b(?:only|solely|unless|until|nothing but)\b/i

/** Whether one message contains a good part of it and does not say the opposite. */
export function isHalfMeant(text: string, messages: readonly (readonly Statement[])[]): boolean {
  const claim = readWords(text)
  const negated = negatedOf(claim)
  return messages.map(joined).some((said) => {
    const turned = [...said.negated].filter((word) => contentOf(claim).has(word))
    return shareOf(claim, said) >= HALF_SAID && (RESTRICTS.test(text) || turned.every((word) => negated.has(word)))
  })
}

export function joined(statements: readonly Statement[]): Statement {
  const affirmed = new Set(statements.flatMap(({ content, denied }) => [...without(content, denied)]))
  return {
    denied: new Set(statements.flatMap(({ denied }) => [...without(denied, affirmed)])),
    content: new Set(statements.flatMap((one) => [...one.content])),
    negated: new Set(statements.flatMap((one) => [...one.negated])),
    text: statements.map(({ text }) => text).join("\n"),
  }
}

/** The weighted share of a claim's content that was said; attitudes do not count. */
function shareOf(claim: FactWords, said: Statement): number {
  const content = [...contentOf(claim)].filter((word) => !SAID_OF_ANYTHING.has(word))
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOfStem(word), 0)
  return content.length === 0 ? 0 : weigh(content.filter((word) => said.content.has(word))) / weigh(content)
}

/** Words that describe what a note is about without claiming anything. */
const LABEL: ReadonlySet<string> = stemSet(
  "who what which how about know human person developer them name role habit style work working communication profile identity background preferences",
)

/** "Who the user is, and what they like" names a note and claims nothing. */
export function claimsNothing(text: string): boolean {
  return [...contentOf(readWords(text))].every((word) => SAID_OF_ANYTHING.has(word) || LABEL.has(word))
}

/** Attitudes, and words that fit any subject; the remaining words say what a text is about. */
export const SAID_OF_ANYTHING: ReadonlySet<string> = stemSet(
  "prefer preference preferred want wish like love hate dislike expect insist need favor favour approve agree trust feedback first all every each everything anything generally instead project repo repository codebase package packages management team here there usual way convention practice",
)
