// A request to the model. What a hook pushes is for this request only, so the prefix is pushed anew each time, last in the system text. The
// compaction's request is an ordinary one: it must carry the very bytes of the turn before, or the whole cached prompt is missed.
import { listAt, recordAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import { RecentMap } from "../recent-map.ts"
import type { Runtime } from "../runtime.ts"
import type { Instructions } from "./instructions.ts"
import type { Models } from "./models.ts"
import { tailOf } from "./user-message.ts"

/** What the conversation of a request shows. */
interface Conversation {
  readonly compaction?: string | undefined
  readonly tailed: readonly string[]
}

export function promptHooks(runtime: Runtime, models: Models, instructions: Instructions) {
  const { features } = runtime
  const conversations = new RecentMap<string, Conversation>()

  async function build(event: unknown, purpose: "turn" | "compaction"): Promise<Change | undefined> {
    const sessionID = textAt(event, "sessionID")
    const system = listAt(event, "system")
    const messages = listAt(event, "messages")
    if (!sessionID || !system || !messages) {
      features.off("prefix", "the request hands over no session, system and messages")
      return undefined
    }
    const moments = await runtime.moments()
    if (!moments) return undefined
    const model = models.learn(sessionID, (event as { model?: unknown }).model)
    const conversation = { compaction: checkpointOf(messages), tailed: messages.filter(hasTail).map(idOf) }
    conversations.set(sessionID, conversation)
    const built = await moments.promptBuilt({ sessionID, model, purpose, ...conversation })
    const context = purpose === "compaction" ? (await moments.compactionBegun({ sessionID })).context : undefined
    const isCarried = built.prefix !== undefined && instructions.areShown(sessionID, event)
    if (built.prefix !== undefined && purpose === "turn") await instructions.give(sessionID, built.prefix)
    return () => {
      if (built.prefix !== undefined && !isCarried) system.push({ type: "text", text: built.prefix })
      for (const message of messages) showTail(message)
      if (context !== undefined) messages.push({ role: "user", content: [{ type: "text", text: context }] })
    }
  }

  /** Before the first request of a turn, so that a host which carries the prefix shows it from the start. */
  async function announce(sessionID: string): Promise<void> {
    const moments = instructions.isOffered ? await runtime.moments() : undefined
    const conversation = conversations.get(sessionID) ?? { tailed: [] }
    const model = models.lastOf(sessionID)
    const built = await moments?.promptBuilt({ sessionID, model, purpose: "turn", ...conversation })
    if (built?.prefix !== undefined) await instructions.give(sessionID, built.prefix)
  }

  return {
    announce,
    turn: (event: unknown) => build(event, "turn"),
    compaction: (event: unknown) => build(event, "compaction"),
  }
}

/** The tail lies in the message's metadata and is put behind its text in each request; the host rebuilds the messages every time. */
function showTail(message: unknown): void {
  const tail = shownTail(message)
  const content = listAt(message, "content")
  if (tail === undefined || !content) return
  ;(message as { content: unknown[] }).content = [...content, { type: "text", text: tail }]
}

function shownTail(message: unknown): string | undefined {
  return textAt(message, "role") === "user" ? tailOf(recordAt(message, "metadata")) : undefined
}

function hasTail(message: unknown): boolean {
  return shownTail(message) !== undefined
}

function idOf(message: unknown): string {
  return textAt(message, "id") ?? ""
}

/** After a compaction the conversation begins with a checkpoint, whose id is the compaction's. */
function checkpointOf(messages: readonly unknown[]): string | undefined {
  const [first] = messages
  const text = textAt(listAt(first, "content")?.[0], "text")
  return text?.trimStart().startsWith("<conversation-checkpoint>") ? textAt(first, "id") : undefined
}
