// Both adapters without a host: driven with calls as a real host made them, talking to moments that write down what they hear and answer
// what the test wants.
import type { Hooks } from "@opencode-ai/plugin"
import type { Moments } from "../../src/flows/contract.ts"
import { createFeatures, type Features } from "../../src/host/features.ts"
import { guard } from "../../src/host/guard.ts"
import type { Runtime } from "../../src/host/runtime.ts"
import { hooksFor } from "../../src/host/v1/plugin.ts"
import { createServices } from "../../src/host/v1/services.ts"
import { connect } from "../../src/host/v2/plugin.ts"
import { worktreePaths } from "../../src/host/worktree-paths.ts"
import type { Log } from "../../src/platform/log.ts"
import type { AgentTool } from "../../src/surfaces/tools/agent-tool.ts"
import { silentMoments } from "./flow-plugin.ts"
import type { RecordedCall } from "./recording-story.ts"

export interface Heard {
  readonly moment: keyof Moments
  readonly said: Record<string, unknown>
}

export type Answers = { [K in keyof Moments]?: Awaited<ReturnType<Moments[K]>> }

export interface Adapter {
  readonly heard: Heard[]
  readonly log: string[]
  /** Every hook that was run, in order. */
  readonly ran: string[]
  readonly features: Features
  /** Makes one call; gives the arguments as the adapter left them. */
  play(call: RecordedCall): Promise<unknown[]>
  /** The same with the very values, which may be of any kind. */
  playRaw(call: RecordedCall): Promise<void>
  /** Names of the hooks it listens to. */
  readonly hooks: string[]
  readonly tools: string[]
}

const MOMENTS = Object.keys(silentMoments) as (keyof Moments)[]

function standIn(host: string, answers: Answers, tools: readonly AgentTool[] = []) {
  const heard: Heard[] = []
  const lines: string[] = []
  const ran: string[] = []
  const write = (level: string) => (event: string, fields?: object) =>
    void lines.push(`${level} ${event} ${JSON.stringify(fields ?? {})}`)
  const log: Log = { info: write("INFO"), warn: write("WARN"), error: write("ERROR"), flush: async () => undefined }
  const hear = (moment: keyof Moments) => async (said: unknown) => {
    heard.push({ moment, said: said as Record<string, unknown> })
    return answers[moment] ?? (moment === "outputsShown" ? new Map() : {})
  }
  const moments = Object.fromEntries(MOMENTS.map((moment) => [moment, hear(moment)])) as unknown as Moments
  const features = createFeatures(host, log)
  const runtime: Runtime = {
    toolsIn: () => tools,
    toolMode: "full",
    features,
    toolOutputs: "/home/u/.local/share/cairn/cache/tool-outputs",
    moments: async () => moments,
    ready: async () => undefined,
    showNotices: async () => undefined,
    guarded: (hook, ms, run) =>
      guard(hook, log, ms, (...args) => {
        ran.push(hook)
        return run(...args)
      }),
    close: async () => undefined,
  }
  return { heard, log: lines, ran, features, runtime }
}

export function v1Adapter(answers: Answers = {}): Adapter {
  const { heard, log, ran, features, runtime } = standIn("opencode-1", answers)
  const places = { directory: "/project", worktree: "/project" }
  let messages = 1
  const client = {
    session: {
      messages: async () => ({ data: Array(messages).fill({}) }),
      get: async () => ({ data: {} }),
    },
  }
  const pathOf = (path: string) => worktreePaths(places.directory, places.worktree)(path)
  const hooks = hooksFor(runtime, createServices(client as never), pathOf) as Hooks &
    Record<string, (...args: unknown[]) => Promise<void>>
  return {
    heard,
    log,
    ran,
    features,
    hooks: Object.keys(hooks),
    tools: Object.keys(hooks.tool ?? {}),
    playRaw: async ({ hook, args }) => hooks[hook]?.(...args),
    async play({ hook, args }) {
      const given = structuredClone(args)
      if (hook === "server") Object.assign(places, given[0])
      else if (hook === "client.session.messages") messages = given[0] === 0 ? 0 : 1
      else await hooks[hook]?.(...given)
      return given
    },
  }
}

/** `missing` are calls of the context that fail, by their path. */
export async function v2Adapter(
  answers: Answers = {},
  missing: readonly string[] = [],
  directory = "/project",
): Promise<Adapter> {
  const { heard, log, ran, features, runtime } = standIn("opencode-2", answers)
  const hooks = new Map<string, (event: unknown) => Promise<void>>()
  const events = eventStream()
  let session: unknown = {}
  const ctx = {
    location: { directory, project: { directory } },
    session: {
      hook: async (name: string, run: (event: unknown) => Promise<void>) => void hooks.set(name, run),
      get: async () => session,
    },
    tool: {
      hook: async (name: string, run: (event: unknown) => Promise<void>) => void hooks.set(name, run),
      transform: async (edit: (editor: unknown) => void) => edit({ add: () => undefined }),
    },
    permission: {
      hook: async (name: string, run: (event: unknown) => Promise<void>) => void hooks.set(`permission.${name}`, run),
    },
    command: { transform: async (edit: (editor: unknown) => void) => edit({ add: () => undefined }) },
    model: {
      list: async () => ({ data: [{ providerID: "bed", id: "main", limit: { context: 200_000, output: 8000 } }] }),
    },
    event: { subscribe: () => events.stream },
  }
  for (const path of missing) {
    const [group, name] = path.split(".") as [keyof typeof ctx, string]
    ;(ctx[group] as Record<string, unknown>)[name] = () => {
      throw new Error(`${path} is not what it was`)
    }
  }
  await connect(ctx, ctx.session.hook as never, runtime)
  return {
    heard,
    log,
    ran,
    features,
    hooks: [...hooks.keys()],
    tools: [],
    playRaw: async ({ hook, args }) => (hook === "event" ? events.send(args[0]) : hooks.get(hook)?.(args[0])),
    async play({ hook, args }) {
      const given = structuredClone(args)
      if (hook === "event") await events.send(withoutPlace(given[0]))
      else if (hook === "ctx.session.get") session = given[0]
      else await hooks.get(hook)?.(given[0])
      return given
    },
  }
}

/** The recording was made in another directory. */
function withoutPlace(event: unknown): unknown {
  if (event === null || typeof event !== "object") return event
  const { location, ...rest } = event as Record<string, unknown>
  return rest
}

function eventStream() {
  const waiting: ((result: IteratorResult<unknown>) => void)[] = []
  const iterator: AsyncIterator<unknown> = { next: () => new Promise((resolve) => waiting.push(resolve)) }
  return {
    stream: { [Symbol.asyncIterator]: () => iterator },
    async send(value: unknown): Promise<void> {
      while (waiting.length === 0) await new Promise(setImmediate)
      waiting.shift()?.({ done: false, value })
      // Handled when the reader asks for the next one.
      while (waiting.length === 0) await new Promise(setImmediate)
    },
  }
}
