// The conversation as the model is about to see it. It runs before the system prompt is built and shows the last compaction, which events
// would tell too late.
import type { Message, Part } from "@opencode-ai/sdk"
import type { Context } from "../plugin.ts"

export function messagesTransform({ app }: Context) {
  return async (_input: unknown, output: { messages: { info: Message; parts: Part[] }[] }): Promise<undefined> => {
    const sessionID = output.messages[0]?.info.sessionID
    if (!sessionID) return
    const opened = await app()
    if (opened) opened.sessions.get(sessionID).compaction = lastCompaction(output.messages)
  }
}

function lastCompaction(messages: readonly { info: Message; parts: Part[] }[]): string | undefined {
  const compacted = messages.filter(({ parts }) => parts.some((part) => (part.type as string) === "compaction"))
  return compacted
    .map(({ info }) => info.id)
    .sort()
    .at(-1)
}
