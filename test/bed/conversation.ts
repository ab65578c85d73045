// A session as a test looks at it, in one shape for both generations; `raw` is the host's own message.
import type { Json } from "./recording.ts"
import type { Usage } from "./reply.ts"

export type ToolUse = { id: string; name: string; status: string; input: unknown; output: string; raw: Json }

export type HostMessage = {
  id: string
  /** `user`, `assistant`, `compaction` (a summary), or what OpenCode 2 calls it: `synthetic`, `system`, `idle`, … */
  role: string
  text: string
  parts: Json[]
  tools: ToolUse[]
  /** What the host counted, as the model told it; zeros where it counts nothing. */
  tokens: Usage
  /** Why the message failed; empty when it did not. */
  error: string
  raw: Json
}

/** What one prompt led to. */
export type Turn = {
  /** The assistant's last words. */
  text: string
  /** The parts of the assistant's last message. */
  parts: Json[]
  /** Every tool call of the turn. */
  tools: ToolUse[]
  /** Why the turn failed; empty when it did not. */
  error: string
  /** Every message the turn added. */
  messages: HostMessage[]
}

export function turnOf(messages: HostMessage[]): Turn {
  const last = messages.findLast((message) => message.role === "assistant")
  return {
    text: last?.text ?? "",
    parts: last?.parts ?? [],
    tools: messages.flatMap((message) => message.tools),
    // OpenCode 2 ends a turn with a message that holds the bare outcome; the assistant's own error says more.
    error: last?.error || (messages.at(-1)?.error ?? ""),
    messages,
  }
}

/** The token counts of a message, which both generations store in the same shape. */
export function readTokens(tokens: unknown): Usage {
  const { input = 0, output = 0, cache = {} } = (tokens ?? {}) as TokenCounts
  return { input, output, cacheRead: cache.read ?? 0, cacheWrite: cache.write ?? 0 }
}

type TokenCounts = { input?: number; output?: number; cache?: { read?: number; write?: number } }
