// Cairn as OpenCode 2 holds it: what it registered with a context that has the least Cairn asks for. The request that it is handed has the
// shape that OpenCode 2.0.15 was seen to give, in the middle of a conversation.
import type { PrefixSource } from "./hooks.ts"

export type Setup = (ctx: unknown) => Promise<(() => Promise<void>) | undefined>
type Hook = (event: unknown) => Promise<void>

const SYSTEM = [
  "You are an AI agent running in OpenCode.",
  "# Your Model\n- Name: claude-bench",
  "Here is some useful information about the environment you are running in:\n<env>\n</env>",
]
const TURNS = 20
const model = { providerID: "anthropic", id: "claude-bench", limit: { context: 200_000, output: 8_000 } }

/** Beside the prefix, requests with messages of the caller's. */
export interface CairnOnV2 extends PrefixSource {
  /** How long the host waited for the hook on a request. */
  messages(sessionID: string, messages: unknown[]): Promise<number>
  /** The model has answered a step. */
  answered(sessionID: string): Promise<void>
}

export async function startOnV2(setup: Setup, directory: string): Promise<CairnOnV2> {
  const hooks = new Map<string, Hook>()
  const events = eventStream()
  const close = await setup(contextOf(directory, hooks, events.stream))
  let answers = 0
  return {
    async prefix(sessionID) {
      const request = requestOf(sessionID)
      const started = performance.now()
      await hooks.get("context")?.(request)
      return { ms: performance.now() - started, text: request.system[SYSTEM.length]?.text ?? "" }
    },
    async messages(sessionID, messages) {
      const request = { ...requestOf(sessionID), messages }
      const started = performance.now()
      await hooks.get("context")?.(request)
      return performance.now() - started
    },
    answered(sessionID) {
      const tokens = { input: 10, output: 10, reasoning: 0, cache: { read: 50_000, write: 0 } }
      const data = { sessionID, assistantMessageID: `msg_answer_${++answers}`, tokens }
      return events.send({ type: "session.step.ended", data })
    },
    close: async () => close?.(),
  }
}

function contextOf(directory: string, hooks: Map<string, Hook>, events: unknown): unknown {
  const hook = async (name: string, run: Hook) => void hooks.set(name, run)
  const transform = async (edit: (editor: unknown) => void) => edit({ add: () => undefined })
  return {
    app: { name: "opencode", version: "2.0.15" },
    location: { directory },
    session: { hook, get: async ({ sessionID }: { sessionID: string }) => ({ data: { id: sessionID } }) },
    tool: { hook, transform },
    command: { transform },
    model: { list: async () => ({ data: [model] }) },
    event: { subscribe: () => events },
  }
}

/** Nothing comes but what is sent. */
function eventStream() {
  let waiting = Promise.withResolvers<IteratorResult<unknown>>()
  let isAsked = Promise.withResolvers<void>()
  const end = { done: true, value: undefined } as const
  const iterator = {
    next() {
      isAsked.resolve()
      return waiting.promise
    },
    async return() {
      waiting.resolve(end)
      return end
    },
  }
  return {
    stream: { [Symbol.asyncIterator]: () => iterator },
    /** It is handled when the reader asks for the next one. */
    async send(value: unknown): Promise<void> {
      await isAsked.promise
      const { resolve } = waiting
      waiting = Promise.withResolvers()
      isAsked = Promise.withResolvers()
      resolve({ done: false, value })
      await isAsked.promise
    },
  }
}

/** Made anew for each call, as the host does. */
function requestOf(sessionID: string) {
  const text = (words: string) => ({ type: "text", text: words })
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    { id: `msg_${turn}_user`, role: "user", content: [text(`question ${turn}`)], metadata: {} },
    { id: `msg_${turn}_assistant`, role: "assistant", content: [text(`answer ${turn}`)] },
  ]).flat()
  return {
    sessionID,
    model: { providerID: model.providerID, id: model.id },
    system: SYSTEM.map(text),
    messages,
    options: {},
    agent: "build",
  }
}
