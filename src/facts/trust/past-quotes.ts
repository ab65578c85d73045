// How Cairn's answers quote past sessions, and how such an answer is read as evidence. Every line that somebody said is quoted, and a line of
// Cairn's above it names the speaker; quoted text cannot imitate such a line. What the user typed then counts as the user's words, all the rest
// as a stranger's.
import { pastedTexts } from "../../text/pasted-text.ts"

const QUOTE = "> "
/** Starts the line above what the user typed, as far as Cairn knows it: other words of the user's begin with "[user, ". */
export const TYPED = "[user] "

export function quotedLines(text: string): string {
  return text
    .split("\n")
    .map((line) => QUOTE + line)
    .join("\n")
}

/** What an answer shows that the user did not type. Text pasted into a message counts too: its author is unknown. */
export function othersWords(answer: string): string {
  const others: string[] = []
  let typed: string[] | undefined
  const endTyped = () => {
    if (typed) others.push(...pastedTexts(typed.join("\n")))
    typed = undefined
  }
  for (const line of answer.split("\n")) {
    const isQuoted = line.startsWith(QUOTE)
    if (!isQuoted) endTyped()
    if (line.startsWith(TYPED)) typed = []
    else if (typed) typed.push(line.slice(QUOTE.length))
    else others.push(isQuoted ? line.slice(QUOTE.length) : line)
  }
  endTyped()
  return others.join("\n")
}
