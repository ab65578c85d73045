// What Cairn itself put into a conversation is not part of the past: tails on messages and tool results, its own prompts, answers to its
// commands. The host marks them but loses the marks when it copies a session of OpenCode 1 into the tables of OpenCode 2; then the wording has to
// identify them.
import { field, fieldAt, textAt } from "../model/fields.ts"

const OPEN = "<cairn-news>"
const CLOSE = "</cairn-news>"
const PROMPTS =
  /^\(Cairn(?: notice for the user; no action needed)?: |^The window is nearly full and OpenCode will soon summarise this conversation\. |\(Answer only: ok\)$|^Answer only: ok$/

/** A message that Cairn made the host send. */
export function isPromptOfCairn(text: string): boolean {
  return PROMPTS.test(text.trim())
}

/** The text without the tail that Cairn appended. */
export function withoutTail(text: string): string {
  if (!text.trimEnd().endsWith(CLOSE)) return text
  const at = text.lastIndexOf(OPEN)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

/**
 * The same for a stretch of conversation that the host has written out as one text: every such block is removed. One that the host has cut off ends
 * with its message, at the next blank line.
 */
export function withoutTails(text: string): string {
  const [before = "", ...blocks] = text.split(OPEN)
  return blocks.reduce((kept, block) => {
    const [closed, cut] = [block.indexOf(CLOSE), block.indexOf("\n\n")]
    const rest = closed >= 0 ? block.slice(closed + CLOSE.length) : cut >= 0 ? block.slice(cut) : ""
    return kept.trimEnd() + rest
  }, before)
}

/** Whether a part of an OpenCode 1 message was said by somebody and is visible. */
export function isShownPart(part: unknown): boolean {
  return (
    field(part, "synthetic") !== true && field(part, "ignored") !== true && fieldAt(part, "metadata", "cairn") !== true
  )
}

/** Whether Cairn has marked it as the message of a slash command: the words are a template's. */
export function isTemplate(part: unknown): boolean {
  return textAt(part, "metadata", "cairn", "typed") !== undefined
}
