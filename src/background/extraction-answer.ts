// Reads, item by item, what a model proposes to keep of a conversation. The model has read anybody's text, so only the agreed form is taken, and
// each proposal must name the messages that it comes from.
import { isLesson } from "../facts/general-knowledge.ts"
import { isAboutUser, speaksOfUser } from "../facts/trust/about-user.ts"
import { toldStatements, wishesOf } from "../facts/trust/statement.ts"
import type { Fact } from "../model/fact.ts"
import { fieldAt, listAt, textAt } from "../model/fields.ts"
import { onceFor } from "../model/once-for.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { stripHidden } from "../text/hidden-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { widthOf } from "../text/script.ts"
import { sentencesOf } from "../text/user-text.ts"
import { sharedWords } from "./closest-sentences.ts"
import { jsonArrayIn } from "./json-array.ts"
import type { Spoken } from "./mined-messages.ts"

export interface FactProposal {
  readonly action: "add" | "update" | "reinforce"
  readonly type: string
  readonly text: CleanText
  readonly why?: CleanText | undefined
  /** The model itself says that it is over with the task. */
  readonly isForTask: boolean
  /** Index of the fact in the question that it is about. */
  readonly of?: number | undefined
  /** The messages it comes from: the user's first, newest first. */
  readonly evidence: readonly Spoken[]
}

export type ProposalFault =
  | "not_a_proposal"
  | "invalid_memory_type"
  | "too_short"
  | "not_one_statement"
  | "invalid_memory_ref"
  | "no_evidence"
  | "no_user_turn"
  | "general_knowledge"
  | "too_many"

export interface ExtractionAsked {
  readonly messages: readonly Spoken[]
  /** How many facts the question showed. */
  readonly marks: number
  readonly types: readonly string[]
}

const MAX_ITEMS = 5
/** Items beyond these are ignored. */
const MAX_READ = 50
/** In letters: a Chinese sentence has half as many characters. */
const LEAST_TEXT = 20
const MAX_TEXT = 260
const MAX_SENTENCES = 2

export function readExtraction(answer: string, asked: ExtractionAsked) {
  const proposals: FactProposal[] = []
  const refused: { text: CleanText; reason: ProposalFault }[] = []
  for (const item of jsonArrayIn(answer).slice(0, MAX_READ)) {
    if (textAt(item, "action") === "none") continue
    const read = proposals.length < MAX_ITEMS ? readItem(item, asked) : "too_many"
    if (typeof read === "string") refused.push({ text: shownWordsAt(item, "text", MAX_TEXT), reason: read })
    else proposals.push(read)
  }
  return { proposals, refused }
}

function readItem(item: unknown, { messages, marks, types }: ExtractionAsked): FactProposal | ProposalFault {
  const action = textAt(item, "action")
  if (action !== "add" && action !== "update" && action !== "reinforce") return "not_a_proposal"
  const of = action === "add" ? undefined : markOf(textAt(item, "of"))
  if (action !== "add" && (of === undefined || of >= marks)) return "invalid_memory_ref"
  const evidence = evidenceIn(item, messages)
  if (evidence.length === 0) return "no_evidence"
  const type = (textAt(item, "type") ?? "").toLowerCase()
  const text = shownWordsAt(item, "text", 2000)
  const isForTask = /\btask\b/i.test(textAt(item, "holds") ?? "")
  if (action === "reinforce") return { action, type, text, of, evidence, isForTask }
  if (!types.includes(type)) return "invalid_memory_type"
  if (!isOneStatement(text)) return "not_one_statement"
  if (widthOf(text.trim()) < LEAST_TEXT) return "too_short"
  if (!isBorneOut({ type, text }, evidence)) return "no_user_turn"
  if (isLesson(text) && evidence.every(({ role }) => role === "assistant")) return "general_knowledge"
  const why = shownWordsAt(item, "why", MAX_TEXT)
  return { action, type, text, of, evidence, isForTask, ...(why && { why }) }
}

/** As a prompt would show it: hidden characters would keep a word from being recognised. */
export function shownWordsAt(item: unknown, field: string, most: number): CleanText {
  return cleanText(
    stripHidden(textAt(item, field) ?? "")
      .text.trim()
      .slice(0, most),
  ).text
}

/** A fact is one thought, not a paragraph. */
export function isOneStatement(text: string): boolean {
  if (text.trim() === "" || text.length > MAX_TEXT) return false
  return sentencesOf([text]).filter((sentence) => sentence.text.trim() !== "").length <= MAX_SENTENCES
}

/** A claim about the user must rest on the user's own words. */
export function isBorneOut({ type, text }: Pick<Fact, "type" | "text">, evidence: readonly Spoken[]): boolean {
  return !(isAboutUser(type) || speaksOfUser(text)) || evidence.some((one) => speaksForUser(one, text))
}

/** Whether the user states a wish there, or speaks of the same: "api changed -> changelog entry" has no word of wishing. */
function speaksForUser(message: Spoken, claim: string): boolean {
  if (message.role !== "user") return false
  const { statements, hasWish } = statementsHeard(message)
  return hasWish || statements.some(({ content }) => sharedWords(claim, content) > 0)
}

/** Several proposals come from one message, and reading a long one takes some milliseconds. */
export const statementsHeard = onceFor(({ text }: Spoken) => {
  const statements = toldStatements(text)
  return { statements, hasWish: wishesOf(statements).length > 0 }
})

function markOf(mark: string | undefined): number | undefined {
  const number = Number(/^\[?M(\d{1,3})\]?$/.exec(mark?.trim() ?? "")?.[1] ?? 0)
  return number > 0 ? number - 1 : undefined
}

/** Messages by their numbers in the question, or by id. One unknown message invalidates the proposal. */
function evidenceIn(item: unknown, messages: readonly Spoken[]): Spoken[] {
  const named = listAt(item, "evidence") ?? [fieldAt(item, "evidence")]
  const found = named.map((name) => {
    const number = typeof name === "string" ? /^\[?m(\d{1,3})\]?$/.exec(name.trim())?.[1] : undefined
    return messages.find(({ id }) => id === name) ?? (number ? messages[Number(number) - 1] : undefined)
  })
  if (found.some((message) => message === undefined)) return []
  const newest = (found as Spoken[]).toSorted((a, b) => b.at - a.at)
  return [...new Set([...newest.filter(({ role }) => role === "user"), ...newest])]
}
