// What Cairn itself put into a conversation is nobody's past: tails on messages and tool results, prompts of its own, the answers of its commands.
// The host keeps marks on them, but loses them when it copies a session of OpenCode 1 into the tables of OpenCode 2; then the words must do.
import { field, fieldAt, textAt } from "../model/fields.ts"

const OPEN = "<cairn-news>"
const CLOSE = "</cairn-news>"
const PROMPTS =
  /^\(Cairn(?: notice for the user; no action needed)?: |^The window is nearly full and OpenCode will soon summarise this conversation\. |\(Answer only: ok\)$|^Answer only: ok$/

/** A message that Cairn had the host send. */
export function isPromptOfCairn(text: string): boolean {
  return PROMPTS.test(text.trim())
}

/** A text without the tail that Cairn put behind it. */
export function withoutTail(text: string): string {
  if (!text.trimEnd().endsWith(CLOSE)) return text
  const at = text.lastIndexOf(OPEN)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

/** Of the parts of a message of OpenCode 1: what was said and can be seen. */
export function isShownPart(part: unknown): boolean {
  return (
    field(part, "synthetic") !== true && field(part, "ignored") !== true && fieldAt(part, "metadata", "cairn") !== true
  )
}

/** Whether Cairn has marked it as the message of a command: its words are a template's. */
export function isTemplate(part: unknown): boolean {
  return textAt(part, "metadata", "cairn", "typed") !== undefined
}
