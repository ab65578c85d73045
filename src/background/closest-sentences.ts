// The sentences of a message that a proposal comes from: those that share most words with it. A message has the task of the day as well, and how that
// is said must not decide about a fact beside it.
import { contentOf, readWords } from "../facts/fact-words.ts"
import { isShortFor } from "../text/short-words.ts"
import { type Sentence, sentencesOf } from "../text/user-text.ts"

export interface ClosestSentences {
  /** Of the whole message. */
  readonly all: readonly Sentence[]
  /** Places among them. */
  readonly closest: ReadonlySet<number>
  /** How many words of the claim each of the closest has; none if the message is worded altogether differently, and then they are all of them. */
  readonly shared: number
}

export function closestSentences(claim: string, message: string): ClosestSentences {
  const claimed = [...contentOf(readWords(claim))]
  const all = sentencesOf(message.split("\n"))
  const counts = all.map(({ text }) => sharedWith(claimed, [...contentOf(readWords(text))]))
  const shared = Math.max(0, ...counts)
  return { all, closest: new Set([...all.keys()].filter((at) => counts[at] === shared)), shared }
}

/** How many of the words the claim has too. */
export function sharedWords(claim: string, words: Iterable<string>): number {
  return sharedWith([...contentOf(readWords(claim))], [...words])
}

/** "docs" is "documentation" too. */
function sharedWith(claimed: readonly string[], said: readonly string[]): number {
  const isSame = (one: string, other: string) => one === other || isShortFor(one, other) || isShortFor(other, one)
  return said.filter((word) => claimed.some((one) => isSame(one, word))).length
}
