// A request to the model, in two hooks: first the conversation, which shows the last compaction (events would be too late), then the system prompt,
// where the prefix goes. Calls that write titles or compact get no memory; they are recognised by having no environment block.

import { fieldAt, listAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import { type Conversation, createReading, foreignTexts, typedTexts } from "./conversation.ts"
import { createRetiring } from "./retire.ts"
import type { Services } from "./services.ts"
import { createMessageMarks } from "./shown-outputs.ts"

export function promptHooks(runtime: Runtime, services: Services) {
  const conversations = new RecentMap<string, Conversation>()
  /** Passed on with the request and then released: they are whole conversations. */
  const shown = new RecentMap<string, readonly unknown[]>()
  /** Sessions whose conversation is about to be summarised. */
  const compacted = new Set<string>()
  const marksOf = createMessageMarks()
  const readConversation = createReading()
  const retiring = createRetiring(runtime)
  const { features } = runtime
  const { models } = services

  async function messagesTransform(_input: unknown, output: unknown): Promise<Change | undefined> {
    const messages = listAt(output, "messages")
    if (!messages) return void features.off("compaction", "messages.transform hands over no messages")
    const sessionID = textAt(messages[0], "info", "sessionID")
    if (!sessionID) return undefined
    const marks = marksOf(sessionID, messages)
    const conversation = readConversation(sessionID, messages, marks)
    if (compacted.delete(sessionID)) return hearCompaction(sessionID, { messages, marks }, conversation)
    conversations.set(sessionID, conversation)
    // As they were: the model has read what is removed now.
    shown.set(sessionID, [...messages])
    if (services.isOwn(sessionID)) return undefined
    const left = await retiring.retire({ sessionID, compaction: conversation.compaction }, output, {
      messages,
      marks,
    })
    if (left) conversations.set(sessionID, shorterBy(conversation, left.shorter))
    return left?.change
  }

  /** Right after a start nothing else shows who said what, and the summary's proposals are judged by that. */
  async function hearCompaction(
    sessionID: string,
    request: Parameters<typeof retiring.retireForSummary>[1],
    { tailed }: Conversation,
  ): Promise<Change> {
    const whole = [...request.messages]
    const said = { foreign: () => foreignTexts(whole), typed: () => typedTexts(whole) }
    await (await runtime.moments())?.promptBuilt({ sessionID, model: "", purpose: "compaction", tailed, ...said })
    return retiring.retireForSummary(sessionID, request)
  }

  async function systemTransform(input: unknown, output: unknown): Promise<Change | undefined> {
    const sessionID = textAt(input, "sessionID")
    const system = listAt(output, "system")
    if (!system?.every((entry) => typeof entry === "string")) {
      features.off("prefix", "system.transform hands over no list of texts")
      return undefined
    }
    const isTurn = (system as string[]).some((entry) => entry.includes("<env>"))
    if (!sessionID || !isTurn || services.isOwn(sessionID)) return undefined
    const model = fieldAt(input, "model")
    const key = models.learn(model)
    const { sizes, ...conversation } = conversations.get(sessionID) ?? { tailed: [] }
    const messages = shown.get(sessionID)
    shown.delete(sessionID)
    const moments = await runtime.moments()
    await retiring.check(sessionID)
    const built = await moments?.promptBuilt({
      sessionID,
      model: key,
      purpose: "turn",
      ...conversation,
      window: models.windowOf(key),
      sizes: sizes && { system: (system as string[]).reduce((sum, entry) => sum + entry.length, 0), ...sizes },
      foreign: messages && (() => foreignTexts(messages)),
      typed: messages && (() => typedTexts(messages)),
    })
    const prefix = built?.prefix
    return prefix === undefined ? undefined : () => place(system as string[], prefix, model)
  }

  return { messagesTransform, systemTransform, compacts: (sessionID: string) => void compacted.add(sessionID) }
}

function shorterBy({ sizes, ...conversation }: Conversation, by: NonNullable<Conversation["sizes"]>): Conversation {
  if (!sizes) return conversation
  const less = { conversation: sizes.conversation - by.conversation, toolOutputs: sizes.toolOutputs - by.toolOutputs }
  return { ...conversation, sizes: less }
}

/**
 * Claude's providers cache the first two system entries separately, so there the block is a separate entry. Elsewhere strict chat templates
 * refuse a second system message, so the block is appended to the last entry.
 */
function place(system: string[], prefix: string, model: unknown): void {
  if (isClaude(model) || system.length === 0) system.push(prefix)
  else system[system.length - 1] += `\n\n${prefix}`
}

function isClaude(model: unknown): boolean {
  const names = [
    textAt(model, "providerID"),
    textAt(model, "id"),
    textAt(model, "api", "id"),
    textAt(model, "api", "npm"),
  ]
  return names.some((name) => name !== undefined && /claude|anthropic/i.test(name))
}
