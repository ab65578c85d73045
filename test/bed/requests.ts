// What a message asks to remember and a summary proposes, for tests that write messages, and expect facts, as plain strings.
import * as facts from "../../src/facts/candidates.ts"
import * as requests from "../../src/requests/classify-message.ts"
import { decisionIn } from "../../src/requests/decisions.ts"
import { correctionIn, directiveIn } from "../../src/requests/directives.ts"
import { isInsisting, keptWishes, mayBeWishes, mayRecall, recalledWishes } from "../../src/requests/recalled-wishes.ts"
import { saidBefore } from "../../src/requests/said-again.ts"
import { isSameDirective } from "../../src/requests/same-directive.ts"
import { todoIn } from "../../src/requests/todos.ts"
import * as extract from "../../src/session/extract.ts"
import type { FileTouch } from "../../src/session/memory-event.ts"
import { ownLines } from "../../src/text/pasted-text.ts"
import { isQuestion, type Sentence, sentencesOf } from "../../src/text/user-text.ts"
import { clean, type Plain } from "./facts.ts"

export type Remembered = Pick<Plain<requests.ClassifiedMessage>, "facts" | "bare" | "maybe" | "forget" | "negated">
export type RememberedFact = Plain<requests.RememberedFact>

type ExtractSettings = extract.ExtractSettings
type Finding = extract.Finding
export type Candidates = Plain<facts.Candidates>

export function candidatesIn(summary: string, types?: readonly string[]): Candidates {
  return facts.candidatesIn(clean(summary), types)
}

export function rememberIn(message: string, cues?: readonly string[]): Remembered {
  const { facts, bare, maybe, forget, negated } = requests.classifyMessage(clean(message), { ...(cues && { cues }) })
  return { facts, bare, maybe, forget, negated }
}

export function fromAssistantText(text: string, settings: ExtractSettings): Plain<Finding>[] {
  return extract.fromAssistantText(clean(text), settings)
}

export function fromToolResult(tool: string, files: readonly FileTouch[]): Plain<Finding>[] {
  const touched = files.map(({ path, to, ...file }) => ({ ...file, path: clean(path), ...(to && { to: clean(to) }) }))
  return extract.fromToolResult(tool, touched)
}

export function userFindings(message: string, settings: ExtractSettings): Plain<Finding>[] {
  const text = clean(message)
  return extract.fromUserText(text, requests.classifyMessage(text), settings)
}

/** Each by its own rules alone, whatever else a sentence is. */
export const userTodos = (text: string) => inSentences(text, (one) => todoIn(one, isQuestion(one)))
export const userDecisions = (text: string) => inSentences(text, (one) => unasked(one, decisionIn))
export const userDirectives = (text: string) => [...new Set(inSentences(text, (one) => unasked(one, directiveIn)))]
/** What counts if it is said again in another session. */
export const userWishes = (text: string) =>
  inSentences(text, (one) => unasked(one, (sentence) => directiveIn(sentence) ?? correctionIn(sentence)))

export interface RepeatedPair {
  readonly first: string
  readonly second: string
  readonly same: boolean
}

/** Two messages of two sessions: whether they become a fact. */
export const isTakenForOne = ({ first, second }: Pick<RepeatedPair, "first" | "second">) =>
  userWishes(second).some((wish) => userWishes(first).some((one) => isSameDirective(one, wish))) ||
  mayBeWishes(second).some((wish) =>
    saidBefore(
      wish,
      [...keptWishes(first), ...userWishes(first)].map((text) => ({ text })),
    ),
  )

/** Whether the model gets a line with the second, of the first or of it alone. */
export const isBroughtToMind = (first: string, second: string) => {
  const earlier = keptWishes(first).map((text) => ({ text }))
  return (
    mayBeWishes(second).some(isInsisting) || mayRecall(second).some((wish) => recalledWishes(wish, earlier).length > 0)
  )
}

function inSentences(text: string, read: (sentence: Sentence) => string | undefined): string[] {
  return sentencesOf(ownLines(text)).flatMap((sentence) => read(sentence) ?? [])
}

function unasked(sentence: Sentence, read: (sentence: Sentence) => string | undefined): string | undefined {
  return isQuestion(sentence) ? undefined : read(sentence)
}
