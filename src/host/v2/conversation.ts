// What the messages of a request of OpenCode 2 show.
import type { Cut, ForeignText, PromptBuilt, RequestSizes, Said } from "../../flows/contract.ts"
import { field, listAt, listIn, recordAt, textAt } from "../../model/fields.ts"
import { firstName } from "../../model/tool-name.ts"
import { createSum, type MessageMark } from "../message-marks.ts"
import { lengthOf, type MessageSizes, newestTexts, outputSize, textSize, textsSize } from "../request-texts.ts"
import { textsIn } from "../result-content.ts"
import { isOfCommand, tailOf } from "./user-message.ts"

export interface Conversation extends Pick<PromptBuilt, "compaction" | "summary" | "answers" | "tailed"> {
  readonly sizes?: RequestSizes
}

const CHECKPOINT = "<conversation-checkpoint>"
/** In the user's name, but made by the host. */
const UPDATE = "<system-update>"

interface Summed {
  readonly sizes: MessageSizes
  readonly tailed: readonly string[]
}

const NOTHING: Summed = { sizes: { conversation: 0, toolOutputs: 0 }, tailed: [] }

/** Reads a conversation as far as it is new. */
export function createReading() {
  const sumOf = createSum(NOTHING, withMessage)

  return (
    sessionID: string,
    messages: readonly unknown[],
    marks: readonly MessageMark[],
    { system, shorter }: { readonly system: readonly unknown[]; readonly shorter: MessageSizes },
  ): Conversation => {
    const { sizes, tailed } = sumOf(sessionID, messages, marks)
    return {
      ...checkpointOf(messages[0]),
      answers: textAt(messages.findLast(isUser), "id"),
      tailed,
      sizes: {
        system: textsSize(system),
        conversation: sizes.conversation - shorter.conversation,
        toolOutputs: sizes.toolOutputs - shorter.toolOutputs,
      },
    }
  }
}

function withMessage({ sizes, tailed }: Summed, message: unknown): Summed {
  const { conversation, toolOutputs } = sizesOf(message)
  return {
    sizes: { conversation: sizes.conversation + conversation, toolOutputs: sizes.toolOutputs + toolOutputs },
    tailed: shownTail(message) === undefined ? tailed : [...tailed, textAt(message, "id") ?? ""],
  }
}

/** With the checkpoint instead of everything before the message; undefined if there is no such message, or nothing before it. */
export function afterCut(messages: readonly unknown[], cut: Cut | undefined): unknown[] | undefined {
  const at = cut ? messages.findIndex((message) => isUser(message) && textAt(message, "id") === cut.from) : -1
  if (!cut || at <= 0) return undefined
  // What the host has said about its instructions since then still applies.
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

/** What tools said, and everything else in the user's name that nobody typed: files, and the templates of commands. */
export function foreignTexts(messages: readonly unknown[]): ForeignText[] {
  return newestTexts(foreignIn(messages))
}

export function typedTexts(messages: readonly unknown[]): string[] {
  return messages.filter(isUser).flatMap((message) => {
    const typed = (listAt(message, "content") ?? []).filter((part) => untyped(message, part) === undefined)
    return textsIn(typed).filter((text) => text !== "" && !text.startsWith(UPDATE) && text !== shownTail(message))
  })
}

function* foreignIn(messages: readonly unknown[]): Generator<ForeignText> {
  const inputs = inputsOf(messages)
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at]
    for (const part of (listAt(message, "content") ?? []).toReversed()) {
      const said =
        field(part, "type") === "tool-result" ? resultOf(part, inputs) : isUser(message) && untyped(message, part)
      if (said) yield said
    }
  }
}

function resultOf(part: unknown, inputs: ReadonlyMap<unknown, unknown>): ForeignText {
  const texts = textsWithin(field(field(part, "result"), "value"))
  const args = recordAt(inputs.get(field(part, "id")))
  return { tool: firstName(textAt(part, "name") ?? ""), text: texts.join("\n"), callID: textAt(part, "id"), args }
}

/** The arguments of each call, by its id. */
function inputsOf(messages: readonly unknown[]): Map<unknown, unknown> {
  const parts = messages.flatMap((message) => listAt(message, "content") ?? [])
  const calls = parts.filter((part) => field(part, "type") === "tool-call")
  return new Map(calls.map((part) => [field(part, "id"), field(part, "input")]))
}

const SHELL = /^(?:The following shell command was executed by the user:|<shell )/
const SUBAGENT = /^<subagent /

function untyped(message: unknown, part: unknown): ForeignText | undefined {
  const text = textAt(part, "text") ?? ""
  if (text.startsWith(UPDATE)) return undefined
  if (text.startsWith(CHECKPOINT)) return { tool: "compaction", text: toolsIn(text) }
  if (SHELL.test(text)) return { tool: "bash", text }
  if (SUBAGENT.test(text)) return { tool: "task", text }
  const isAttached = field(field(part, "metadata"), "attachment") !== undefined
  const metadata = field(message, "metadata")
  if (isOfCommand(metadata) && text !== shownTail(message)) return { tool: "command", text }
  // A typed message always has metadata, if only empty.
  return isAttached || metadata === undefined ? { tool: "file", text } : undefined
}

/**
 * After a compaction the last turns are one text, including tools' answers. A tool's output could forge who says what in it, so everything from the
 * first answer on counts.
 */
function toolsIn(checkpoint: string): string {
  const recent = checkpoint.slice(Math.max(0, checkpoint.indexOf("</summary>")))
  const at = recent.search(/^\[(?:Tool result|Tool error|Shell|Synthetic context|Skill activated)\b/m)
  return at < 0 ? "" : recent.slice(at)
}

/** The tail is in the message's metadata and is put after its text in each request; the host rebuilds the messages every time. */
export function showTail(message: unknown): void {
  const tail = shownTail(message)
  const content = listAt(message, "content")
  if (tail === undefined || !content) return
  ;(message as { content: unknown[] }).content = [...content, { type: "text", text: tail }]
}

export function shownTail(message: unknown): string | undefined {
  return isUser(message) ? tailOf(recordAt(message, "metadata")) : undefined
}

function isUser(message: unknown): boolean {
  return field(message, "role") === "user"
}

/** After a compaction the conversation begins with a checkpoint, whose id is the compaction's. */
export function checkpointOf(first: unknown): Pick<Conversation, "compaction" | "summary"> {
  const text = textAt(listAt(first, "content")?.[0], "text")?.trim()
  const compaction = textAt(first, "id")
  if (!text?.startsWith(CHECKPOINT) || compaction === undefined) return {}
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(text)?.[1]?.trim()
  return { compaction, summary: summary ?? text }
}

function textOf(message: unknown): string {
  return textsIn(listAt(message, "content") ?? []).join("\n")
}

function sizesOf(message: unknown) {
  const sizes = { conversation: 0, toolOutputs: 0 }
  for (const part of listIn(message, "content")) {
    const type = field(part, "type")
    if (type === "tool-call") sizes.conversation += textSize(field(part, "input"))
    else if (type === "tool-result") sizes.toolOutputs += outputSize(field(field(part, "result"), "value"))
    else sizes.conversation += lengthOf(field(part, "text"))
  }
  return sizes
}

/** No tool nests its answer deeper than this. */
const MAX_DEPTH = 8

/** The texts of a result: it is a text, a list of contents, an error, or in a provider's own form. */
function textsWithin(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value]
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH || field(value, "type") === "file") return []
  return Object.entries(value).flatMap(([key, item]) => (key === "type" ? [] : textsWithin(item, depth + 1)))
}
