// Both adapters with a flow of a test's own in place of Cairn's: a plugin to see in real hosts what the adapters tell and where answers go.
import { appendFileSync } from "node:fs"
import type { PluginInput } from "@opencode-ai/plugin"
import type { HostServices, Moments } from "../../src/flows/contract.ts"
import { createFeatures } from "../../src/host/features.ts"
import { guard } from "../../src/host/guard.ts"
import type { Runtime } from "../../src/host/runtime.ts"
import { hooksFor } from "../../src/host/v1/plugin.ts"
import { createServices as v1Services } from "../../src/host/v1/services.ts"
import { connect } from "../../src/host/v2/plugin.ts"
import { createServices as v2Services } from "../../src/host/v2/services.ts"
import { worktreePaths } from "../../src/host/worktree-paths.ts"
import { notice } from "../../src/model/notice.ts"
import { nullLog } from "../../src/platform/log.ts"
import type { AgentTool } from "../../src/surfaces/tools/agent-tool.ts"

export interface Flow {
  readonly moments: Moments
  readonly tools?: readonly AgentTool[]
}

export const silentMoments: Moments = {
  userSpoke: async () => ({}),
  promptBuilt: async () => ({}),
  outputsShown: async () => new Map(),
  outputsRewritten: async () => undefined,
  toolEnded: async () => ({}),
  assistantSpoke: async () => undefined,
  stepEnded: async () => undefined,
  compactionBegun: async () => ({}),
  compactionFailed: async () => undefined,
  mayContinue: async () => true,
  compacted: async () => undefined,
  wentIdle: async () => undefined,
  reverted: async () => undefined,
  forked: async () => undefined,
  sessionDeleted: async () => undefined,
  flushRequested: async () => notice("flushed", ""),
  resumeRequested: async () => notice("where_were_we", ""),
  pauseRequested: async () => notice("paused", ""),
}

/** To the file CAIRN_TEST_MOMENTS names. */
export function writeMoment(moment: string, said: unknown): void {
  appendFileSync(process.env.CAIRN_TEST_MOMENTS as string, `${JSON.stringify({ moment, said })}\n`)
}

/** The flow, with every moment written down before it answers. */
export function writtenDown(moments: Moments): Moments {
  const hear = (name: string, answer: (said: never) => unknown) => async (said: unknown) => {
    writeMoment(name, said)
    return answer(said as never)
  }
  const heard = Object.entries(moments).map(([name, answer]) => [name, hear(name, answer)])
  return Object.fromEntries(heard) as unknown as Moments
}

export function flowPlugin(id: string, flowFor: (host: HostServices) => Flow) {
  return {
    id,
    server: async ({ client, directory, worktree }: PluginInput) => {
      const services = v1Services(client)
      return hooksFor(runtimeFor(id, flowFor(services)), services, worktreePaths(directory, worktree))
    },
    setup: async (ctx: { session?: { hook?: (...args: unknown[]) => unknown } }) => {
      if (typeof ctx.session?.hook !== "function") return
      const services = v2Services(ctx)
      await connect(ctx, ctx.session.hook.bind(ctx.session), runtimeFor(id, flowFor(services)), services)
    },
  }
}

function runtimeFor(id: string, { moments, tools = [] }: Flow): Runtime {
  return {
    toolsIn: () => tools,
    toolMode: "full",
    features: createFeatures(id, nullLog),
    toolOutputs: process.env.CAIRN_TEST_READABLE ?? "/nowhere",
    moments: async () => moments,
    ready: async () => undefined,
    showNotices: async () => undefined,
    // What a test asks of its flow is not how fast it is.
    guarded: (hook, ms, run) => guard(hook, nullLog, ms * 20, run),
    close: async () => undefined,
  }
}
