// The labelled messages of test/corpus/requests.jsonl, and what comes of one: shared by tests, benchmarks and whoever adds a case.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { cleanText } from "../../src/redaction/clean-text.ts"
import { classifyMessage } from "../../src/requests/classify-message.ts"
import { isInsisting, mayBeWishes } from "../../src/requests/recalled-wishes.ts"

/** `told`: nothing is saved by itself, and the model is told. `refuse`: asks not to keep. */
export type RequestOutcome = "save" | "told" | "forget" | "refuse" | "none"

export interface LabelledMessage {
  readonly language?: string
  readonly class: string
  readonly text: string
  readonly expect: RequestOutcome | "save-redacted"
  /** Words that what is saved, forgotten or refused must have, and words that nothing saved may have. */
  readonly has?: readonly string[]
  readonly not?: readonly string[]
}

export function readLabelled<T = LabelledMessage>(file: string): T[] {
  const lines = readFileSync(file, "utf8").split("\n")
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T)
}

export const requestCorpus = (): LabelledMessage[] => readLabelled(join(import.meta.dir, "../corpus/requests.jsonl"))

export interface Heard {
  readonly outcome: RequestOutcome
  /** Of what is saved, forgotten or refused. */
  readonly words: string
  /** Whether the model is offered the words as a rule to keep: one of the session's, or what the user says was said before. */
  readonly isOffered: boolean
}

export function hear(message: string): Heard {
  const { facts, bare, maybe, forget, negated, directives } = classifyMessage(cleanText(message).text)
  const saved = facts.map(({ text, detail = "" }) => `${text} ${detail}`.trim())
  const of = (outcome: RequestOutcome, words: readonly string[] = []) => ({
    outcome,
    words: words.join("\n"),
    isOffered: directives.length > 0 || mayBeWishes(message).some(isInsisting),
  })
  if (saved.length > 0) return of("save", saved)
  if (forget.length > 0) return of("forget", forget)
  if (negated.length > 0) return of("refuse", negated)
  return of(bare || maybe.length > 0 ? "told" : "none")
}

/** Nothing, or what is wrong. */
export function missOf({ text, expect, has = [], not = [] }: LabelledMessage): string | undefined {
  const { outcome, words } = hear(text)
  const isRight =
    outcome === expect && has.every((one) => words.includes(one)) && !not.some((one) => words.includes(one))
  return isRight
    ? undefined
    : `${JSON.stringify(text)}: ${expect}${has.length > 0 ? ` ${JSON.stringify(has)}` : ""}, but ${outcome} ${JSON.stringify(words)}`
}
