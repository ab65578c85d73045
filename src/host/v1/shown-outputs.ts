// The outputs of tools in a request of OpenCode 1, and the same request without those that have left it. The host reads its messages anew for
// every request and sends the list that it has handed over, so a changed message takes the other's place in that list and nowhere else.

import { field, fieldAt, listAt, recordAt, textAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { SaidText, ShownConversation, ShownOutput } from "../../window/retiring/shown-output.ts"
import { lengthOf, shownTokens, textSize } from "../request-texts.ts"
import { typedText } from "./user-message.ts"

export function shownConversation(messages: readonly unknown[]): ShownConversation {
  const outputs: ShownOutput[] = []
  const said: SaidText[] = []
  let [steps, chars, images] = [0, 0, 0]
  for (const message of messages) {
    const parts = partsOf(message)
    const isAgent = field(field(message, "info"), "role") === "assistant"
    if (isAgent) steps++
    const text = isAgent ? textsOf(parts) : typedText(parts)
    if (text !== "") said.push({ id: idOf(message), by: isAgent ? "agent" : "user", step: steps, text })
    for (const part of parts) {
      const output = field(part, "type") === "tool" ? outputOf(part) : undefined
      if (output) {
        chars += textSize(output.args)
        outputs.push({ ...output, step: steps, before: shownTokens(chars, images) })
        chars += output.text.length
        images += filesOf(part).length
      } else chars += lengthOf(field(part, "text")) + textSize(field(field(part, "state"), "input"))
    }
  }
  return { outputs, said, steps, tokens: shownTokens(chars, images) }
}

/** The messages in which something has left, by their place in the list. */
export function withoutRetired(
  messages: readonly unknown[],
  retired: ReadonlyMap<string, RetiredOutput>,
): Map<number, unknown> {
  const changed = new Map<number, unknown>()
  if (retired.size === 0) return changed
  messages.forEach((message, at) => {
    const parts = partsOf(message)
    const shown = parts.map((part) => replaced(part, retired))
    if (shown.some((part, index) => part !== parts[index])) changed.set(at, { ...(message as object), parts: shown })
  })
  return changed
}

/** Whether the lines that were put into a request are still in it, after all other plugins. */
export function hasLines(messages: readonly unknown[], changed: ReadonlyMap<number, unknown>): boolean {
  const lines = new Map([...changed.values()].flatMap(partsOf).flatMap(callAndOutput))
  const now = new Map(messages.flatMap(partsOf).flatMap(callAndOutput))
  return [...lines].every(([call, line]) => now.get(call) === line)
}

function callAndOutput(part: unknown): [string, string][] {
  if (field(part, "type") !== "tool") return []
  const [call, output] = [textAt(part, "callID"), textAt(part, "state", "output")]
  return call === undefined || output === undefined ? [] : [[call, output]]
}

function replaced(part: unknown, retired: ReadonlyMap<string, RetiredOutput>): unknown {
  if (field(part, "type") !== "tool") return part
  const left = retired.get(textAt(part, "callID") ?? "")
  const output = outputOf(part)
  if (!left || !output?.ok || output.text.length !== left.chars || output.hasFile) return part
  return { ...(part as object), state: { ...recordAt(part, "state"), output: left.line } }
}

/** What the host itself no longer shows is gone already. */
function outputOf(part: unknown): Omit<ShownOutput, "step" | "before"> | undefined {
  const state = field(part, "state")
  const status = field(state, "status")
  const [call, tool] = [textAt(part, "callID"), textAt(part, "tool")]
  if (call === undefined || tool === undefined || field(field(state, "time"), "compacted") !== undefined)
    return undefined
  const text =
    status === "completed" ? textAt(state, "output") : status === "error" ? textAt(state, "error") : undefined
  if (text === undefined) return undefined
  const exit = fieldAt(state, "metadata", "exit")
  return {
    call,
    tool,
    args: recordAt(state, "input") ?? {},
    text,
    ok: status === "completed",
    exit: typeof exit === "number" || exit === null ? exit : undefined,
    ...(filesOf(part).length > 0 && { hasFile: true }),
  }
}

function filesOf(part: unknown): readonly unknown[] {
  return listAt(part, "state", "attachments") ?? []
}

function textsOf(parts: readonly unknown[]): string {
  const texts = parts.filter((part) => field(part, "type") === "text")
  return texts.map((part) => textAt(part, "text") ?? "").join("\n")
}

function idOf(message: unknown): string {
  return textAt(message, "info", "id") ?? ""
}

function partsOf(message: unknown): readonly unknown[] {
  const parts = field(message, "parts")
  return Array.isArray(parts) ? parts : []
}
