// A user message arrives, before it is stored. A tail becomes a part of it that the model reads and the screen does not show.

import { fieldAt, listAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { Services } from "./services.ts"

export function chatMessage(runtime: Runtime, services: Services) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(input, "sessionID") ?? textAt(output, "message", "sessionID")
    if (!sessionID) return void runtime.features.off("tail", "chat.message names no session")
    if (services.isOwn(sessionID)) return undefined
    void runtime.showNotices(sessionID)
    const messageID = textAt(output, "message", "id")
    const parts = listAt(output, "parts")
    const moments = await runtime.moments()
    const answer = await moments?.userSpoke({ sessionID, messageID, text: typedText(parts ?? []) })
    const tail = answer?.tail
    if (tail === undefined) return undefined
    if (!messageID || !parts) return void runtime.features.off("tail", "chat.message hands over no message with parts")
    // The title model reads a session's first message, and the prefix is rendered after it anyway.
    if (await services.isNew(sessionID)) return undefined
    return () =>
      void parts.push({ id: idAfter(parts), messageID, sessionID, type: "text", text: tail, synthetic: true })
  }
}

function typedText(parts: readonly unknown[]): string {
  const typed = parts.filter((part) => textAt(part, "type") === "text" && fieldAt(part, "synthetic") !== true)
  return typed.map((part) => textAt(part, "text") ?? "").join("\n")
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** OpenCode sorts a message's parts by id and refuses one without. */
export function idAfter(parts: readonly unknown[]): string {
  const last =
    parts
      .map((part) => textAt(part, "id") ?? "")
      .sort()
      .at(-1) || "prt_"
  const digit = DIGITS.indexOf(last.at(-1) as string)
  return digit >= 0 && digit < DIGITS.length - 1 && last.length > 4 ? last.slice(0, -1) + DIGITS[digit + 1] : `${last}z`
}
