// How past sessions are quoted in an answer of Cairn's, and how the answer is read as evidence. Every line that somebody said is quoted, and a line
// of Cairn's own above it names who said it; no quoted text can look like such a line. What the user typed then is as little a stranger's as what
// the user types now; all the rest is.
import { pastedTexts } from "../../text/pasted-text.ts"

const QUOTE = "> "
/** Above what the user typed. */
export const TYPED = "[user] "

export function quotedLines(text: string): string {
  return text
    .split("\n")
    .map((line) => QUOTE + line)
    .join("\n")
}

/** What an answer shows that the user did not type; for text pasted into a message, the author is unknown. */
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
