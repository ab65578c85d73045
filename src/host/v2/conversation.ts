// What the messages of a request of OpenCode 2 show.
import type { Cut, PromptBuilt, RequestSizes, Said } from "../../flows/contract.ts"
import { field, listAt, recordAt, textAt } from "../fields.ts"
import { lengthOf, sumOf, textSize } from "../text-size.ts"
import { tailOf } from "./user-message.ts"

export interface Conversation extends Pick<PromptBuilt, "compaction" | "summary" | "answers" | "tailed"> {
  readonly sizes?: RequestSizes
}

const CHECKPOINT = "<conversation-checkpoint>"
/** In the user's name, but of the host's making. */
const UPDATE = "<system-update>"

export function readConversation(messages: readonly unknown[], system: readonly unknown[]): Conversation {
  return {
    ...checkpointOf(messages[0]),
    answers: textAt(messages.findLast(isUser), "id"),
    tailed: messages
      .filter((message) => shownTail(message) !== undefined)
      .map((message) => textAt(message, "id") ?? ""),
    sizes: { system: textsSize(system), ...sumOf(messages, sizesOf) },
  }
}

/** With the checkpoint in place of all that came before the message; undefined where there is no such message, or nothing before it. */
export function afterCut(messages: readonly unknown[], cut: Cut | undefined): unknown[] | undefined {
  const at = cut ? messages.findIndex((message) => isUser(message) && textAt(message, "id") === cut.from) : -1
  if (!cut || at <= 0) return undefined
  // What the host has said of its instructions since holds on.
  const updates = messages.slice(0, at).filter((message) => textOf(message).startsWith(UPDATE))
  return [checkpointFor(cut), ...updates, ...messages.slice(at)]
}

export function checkpointFor({ checkpoint }: Cut): unknown {
  return { role: "user", content: [{ type: "text", text: checkpoint }] }
}

export function saidIn(messages: readonly unknown[]): Said[] {
  return messages.flatMap((message): Said[] => {
    const role = textAt(message, "role")
    const text = textOf(message)
    if ((role !== "user" && role !== "assistant") || text === "" || text.startsWith(UPDATE)) return []
    return [{ role, text }]
  })
}

/** The tail lies in the message's metadata and is put behind its text in each request; the host rebuilds the messages every time. */
export function showTail(message: unknown): void {
  const tail = shownTail(message)
  const content = listAt(message, "content")
  if (tail === undefined || !content) return
  ;(message as { content: unknown[] }).content = [...content, { type: "text", text: tail }]
}

function shownTail(message: unknown): string | undefined {
  return isUser(message) ? tailOf(recordAt(message, "metadata")) : undefined
}

function isUser(message: unknown): boolean {
  return field(message, "role") === "user"
}

/** After a compaction the conversation begins with a checkpoint, whose id is the compaction's. */
function checkpointOf(first: unknown): Pick<Conversation, "compaction" | "summary"> {
  const text = textAt(listAt(first, "content")?.[0], "text")?.trim()
  const compaction = textAt(first, "id")
  if (!text?.startsWith(CHECKPOINT) || compaction === undefined) return {}
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(text)?.[1]?.trim()
  return { compaction, summary: summary ?? text }
}

function textOf(message: unknown): string {
  const texts = (listAt(message, "content") ?? []).filter((part) => textAt(part, "type") === "text")
  return texts.map((part) => textAt(part, "text") ?? "").join("\n")
}

function sizesOf(message: unknown) {
  const sizes = { conversation: 0, toolOutputs: 0 }
  const content = field(message, "content")
  for (const part of Array.isArray(content) ? content : []) {
    const type = field(part, "type")
    if (type === "tool-call") sizes.conversation += textSize(field(part, "input"))
    else if (type === "tool-result") sizes.toolOutputs += outputSize(field(field(part, "result"), "value"))
    else sizes.conversation += lengthOf(field(part, "text"))
  }
  return sizes
}

/** A text, a list of contents, or an error; images are no text. */
function outputSize(value: unknown): number {
  return Array.isArray(value) ? textsSize(value) : textSize(value)
}

function textsSize(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + lengthOf(field(part, "text")), 0)
}
