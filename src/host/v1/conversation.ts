// What the conversation of a request of OpenCode 1 shows: its messages as the host is about to send them.
import type { ForeignText, PromptBuilt, RequestSizes } from "../../flows/contract.ts"
import { field, recordAt, textAt } from "../../model/fields.ts"
import { createSum, type MessageMark } from "../message-marks.ts"
import { lengthOf, newestTexts, textSize } from "../request-texts.ts"
import { textsIn } from "../result-content.ts"
import { argumentsIn, isWords, templateIn } from "./command.ts"
import { CLEARED, isCleared } from "./shown-outputs.ts"
import { hasTail, isTail, partsOf, typedText } from "./user-message.ts"

export interface Conversation extends Pick<PromptBuilt, "compaction" | "summary" | "answers" | "tailed"> {
  readonly sizes?: Pick<RequestSizes, "conversation" | "toolOutputs">
}

interface Summed {
  readonly sizes: Pick<RequestSizes, "conversation" | "toolOutputs">
  readonly tailed: readonly string[]
}

const NOTHING: Summed = { sizes: { conversation: 0, toolOutputs: 0 }, tailed: [] }

/** Reads a conversation as far as it is new. */
export function createReading() {
  const sumOf = createSum(NOTHING, withMessage)

  return (sessionID: string, messages: readonly unknown[], marks: readonly MessageMark[]): Conversation => ({
    ...lastCompaction(messages),
    answers: textAt(messages.findLast(isUsers), "info", "id"),
    ...sumOf(sessionID, messages, marks),
  })
}

function withMessage({ sizes, tailed }: Summed, message: unknown): Summed {
  const { conversation, toolOutputs } = sizesOf(message)
  return {
    sizes: { conversation: sizes.conversation + conversation, toolOutputs: sizes.toolOutputs + toolOutputs },
    tailed: isUsers(message) && hasTail(message) ? [...tailed, idOf(message)] : tailed,
  }
}

function isUsers(message: unknown): boolean {
  return field(field(message, "info"), "role") === "user"
}

/** What tools said, and everything in a user message that nobody typed: files, and the templates of commands. */
export function foreignTexts(messages: readonly unknown[]): ForeignText[] {
  return newestTexts(foreignIn(messages))
}

export function typedTexts(messages: readonly unknown[]): string[] {
  return messages
    .filter(isUsers)
    .map((message) => typedText(partsOf(message)))
    .filter((text) => text !== "")
}

function* foreignIn(messages: readonly unknown[]): Generator<ForeignText> {
  for (let at = messages.length - 1; at >= 0; at--) {
    const isUser = isUsers(messages[at])
    const parts = partsOf(messages[at])
    const typed = isUser ? argumentsIn(parts) : undefined
    for (const part of parts.toReversed()) {
      if (field(part, "type") === "tool")
        yield {
          tool: textAt(part, "tool") ?? "",
          text: outputOf(field(part, "state")),
          callID: textAt(part, "callID"),
          args: recordAt(part, "state", "input"),
        }
      else if (!isUser || !isWords(part) || isTail(part)) continue
      else if (field(part, "synthetic") === true) yield untyped(textAt(part, "text") ?? "")
      else if (typed !== undefined) yield { tool: "command", text: templateIn(part, typed) }
    }
  }
}

/** How a background task reports its result. */
function untyped(text: string): ForeignText {
  return { tool: text.startsWith("<task ") ? "task" : "file", text }
}

/** Also for an output that the host no longer shows: the model has read it. */
function outputOf(state: unknown): string {
  const stopped =
    field(field(state, "metadata"), "interrupted") === true ? textAt(state, "metadata", "output") : undefined
  return textAt(state, "output") ?? stopped ?? textAt(state, "error") ?? ""
}

function idOf(message: unknown): string {
  return textAt(message, "info", "id") ?? ""
}

/** Only compactions that led to a summary: a failed one leaves its message behind as well. */
function lastCompaction(messages: readonly unknown[]): Pick<Conversation, "compaction" | "summary"> {
  const summaries: unknown[] = []
  for (const message of messages) {
    const info = field(message, "info")
    if (field(info, "summary") === true && field(info, "error") === undefined) summaries.push(message)
  }
  const newest = summaries.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).at(-1)
  const compaction = textAt(newest, "info", "parentID")
  return compaction === undefined ? {} : { compaction, summary: textsIn(partsOf(newest)).join("\n") }
}

function sizesOf(message: unknown) {
  const sizes = { conversation: 0, toolOutputs: 0 }
  for (const part of partsOf(message)) {
    const type = field(part, "type")
    if (type === "tool") {
      const state = field(part, "state")
      sizes.conversation += textSize(field(state, "input"))
      sizes.toolOutputs += outputSize(state)
    } else if ((type === "text" && field(part, "ignored") !== true) || type === "reasoning") {
      sizes.conversation += lengthOf(field(part, "text"))
    }
  }
  return sizes
}

function outputSize(state: unknown): number {
  if (isCleared(state)) return CLEARED
  return lengthOf(field(state, "output") ?? field(state, "error"))
}
