// Cairn as OpenCode 1.18 holds it: a set of hooks, called with the least a host would give. Works with the sources and with the built plugin.
import { setTimeout as sleep } from "node:timers/promises"
import type { Hooks, PluginInput } from "@opencode-ai/plugin"
import { HOT_NOTES } from "./corpus.ts"
import type { EndedCall } from "./tool-calls.ts"

export type Server = (input: PluginInput) => Promise<Hooks>

const client = { session: { get: async ({ path }: { path: { id: string } }) => ({ data: { id: path.id } }) } }
const model = { providerID: "anthropic", id: "claude-bench", limit: { context: 200_000, output: 8_000 } }

export function pluginInput(directory: string): PluginInput {
  return { client, directory, worktree: directory } as unknown as PluginInput
}

let sessions = 0
let calls = 0

export function newSession(): string {
  return `ses_bench_${process.pid}_${++sessions}`
}

/** What both adapters can be asked. */
export interface PrefixSource {
  /** The prefix hook: what it added to the system prompt, empty when nothing, and how long the host waited for it. */
  prefix(sessionID: string): Promise<{ text: string; ms: number }>
  close(): Promise<void>
}

export class Cairn implements PrefixSource {
  readonly hooks: Hooks

  constructor(hooks: Hooks) {
    this.hooks = hooks
  }

  async prefix(sessionID: string): Promise<{ text: string; ms: number }> {
    const hook = this.hooks["experimental.chat.system.transform"]
    const output = { system: ["You are a coding agent.\n<env>\n</env>"] }
    const started = performance.now()
    await hook?.({ sessionID, model } as unknown as Parameters<NonNullable<typeof hook>>[0], output)
    return { ms: performance.now() - started, text: output.system[1] ?? "" }
  }

  async userMessage(sessionID: string, text?: string): Promise<void> {
    const hook = this.hooks["chat.message"]
    type Args = Parameters<NonNullable<typeof hook>>
    const spoken =
      text === undefined
        ? { message: {}, parts: [] }
        : { message: { id: `msg_${++calls}` }, parts: [{ id: `prt_${calls}`, type: "text", text }] }
    await hook?.({ sessionID } as Args[0], spoken as unknown as Args[1])
  }

  /** The hook on the messages of a request: how long the host waited for it. */
  async messages(messages: readonly unknown[]): Promise<number> {
    const hook = this.hooks["experimental.chat.messages.transform"]
    const output = { messages } as unknown as Parameters<NonNullable<typeof hook>>[1]
    const started = performance.now()
    await hook?.({}, output)
    return performance.now() - started
  }

  /** The model has answered a step. */
  async answered(sessionID: string): Promise<void> {
    type Updated = Parameters<NonNullable<Hooks["event"]>>[0]
    const tokens = { input: 10, output: 10, reasoning: 0, cache: { read: 50_000, write: 0 } }
    const time = { created: 1, completed: 2 }
    const info = {
      id: `msg_${++calls}`,
      sessionID,
      role: "assistant",
      tokens,
      time,
      providerID: "anthropic",
      modelID: "claude-bench",
    }
    await this.hooks.event?.({ event: { type: "message.updated", properties: { info } } } as unknown as Updated)
  }

  /** As after a tool of the host that answered. */
  async toolEnded(sessionID: string, { tool, args, output, metadata }: EndedCall): Promise<void> {
    const hook = this.hooks["tool.execute.after"]
    await hook?.({ sessionID, callID: `call_${++calls}`, tool, args }, { title: "", output, metadata })
  }

  /** Throws where a model would be told that its call failed. */
  async tool(name: string, args: Record<string, unknown>, sessionID: string): Promise<string> {
    const tool = this.hooks.tool?.[name]
    if (!tool) throw new Error(`no tool ${name}`)
    const result = await tool.execute(args, { sessionID } as Parameters<typeof tool.execute>[1])
    const text = typeof result === "string" ? result : result.output
    if (text.startsWith("Error")) throw new Error(`${name}: ${text}`)
    return text
  }

  async command(name: string, sessionID: string): Promise<void> {
    await this.hooks["command.execute.before"]?.({ command: name, sessionID, arguments: "" }, { parts: [] })
  }

  /** As when a session goes idle: what is pending is committed. */
  async idle(sessionID: string): Promise<void> {
    type Idle = Parameters<NonNullable<Hooks["event"]>>[0]
    await this.hooks.event?.({ event: { type: "session.idle", properties: { sessionID } } } as Idle)
  }

  close(): Promise<void> {
    return Promise.resolve(this.hooks.dispose?.())
  }
}

/** All hot notes stand in the prefix. */
export function showsHot(prefix: string): boolean {
  return prefix.split("Hot note ").length - 1 === HOT_NOTES
}

/** How many cold notes a prefix lists or counts, or shows as facts. */
export function coldNotesIn(prefix: string): number {
  const listed = prefix.match(/ \(\d+\/\d+\) — /g)?.length ?? 0
  const counted = [...prefix.matchAll(/(\d+) more notes?/g)].reduce((sum, [, more]) => sum + Number(more), 0)
  const facts = /<facts>[\s\S]*?<\/facts>/.exec(prefix)?.[0].match(/^- /gm)?.length ?? 0
  const bySubject = /^(\d+)(?: more)? facts?(?:, by subject:| \()/m.exec(prefix)?.[1] ?? 0
  return listed + counted + facts + Number(bySubject)
}

/** Waits until a session that begins now would be shown every note; looks seldom, since looking costs time too. */
export async function untilComplete(cairn: PrefixSource, listed: number, everyMs = 50): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(everyMs)) {
    const { text } = await cairn.prefix(newSession())
    if (showsHot(text) && coldNotesIn(text) === listed) return
  }
  throw new Error(`the prefix did not show all ${listed} cold notes in time`)
}
