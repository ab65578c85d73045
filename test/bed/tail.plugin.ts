// Both adapters with a flow that has a tail for every message but a session's first, an addition for every tool result and a word for every
// compaction, to see in real hosts where these end up.
import type { PluginInput } from "@opencode-ai/plugin"
import type { Moments } from "../../src/flows/contract.ts"
import { createFeatures } from "../../src/host/features.ts"
import { guard } from "../../src/host/guard.ts"
import type { Runtime } from "../../src/host/runtime.ts"
import { hooksFor } from "../../src/host/v1/plugin.ts"
import { createServices } from "../../src/host/v1/services.ts"
import { connect } from "../../src/host/v2/plugin.ts"
import { worktreePaths } from "../../src/host/worktree-paths.ts"
import { nullLog } from "../../src/platform/log.ts"

const moments: Moments = {
  userSpoke: async ({ text, isFirst }) => (isFirst ? {} : { tail: `\n\n[tail of ${text}]` }),
  promptBuilt: async () => ({ prefix: "<cairn>the prefix</cairn>" }),
  toolEnded: async () => ({ append: "\n[added to the result]" }),
  assistantSpoke: async () => undefined,
  stepEnded: async () => undefined,
  compactionBegun: async () => ({ context: "[a word for the compaction]" }),
  compacted: async () => undefined,
  wentIdle: async () => undefined,
  reverted: async () => undefined,
  forked: async () => undefined,
  sessionDeleted: async () => undefined,
  flushRequested: async () => undefined,
}

const runtime: Runtime = {
  tools: [],
  features: createFeatures("tails", nullLog),
  moments: async () => moments,
  ready: async () => undefined,
  showNotices: async () => undefined,
  guarded: (hook, ms, run) => guard(hook, () => nullLog, ms, run),
  close: async () => undefined,
}

export default {
  id: "tails",
  server: async ({ client, directory, worktree }: PluginInput) =>
    hooksFor(runtime, createServices(client), worktreePaths(directory, worktree)),
  setup: async (ctx: { session?: { hook?: (...args: unknown[]) => unknown } }) => {
    if (typeof ctx.session?.hook === "function") await connect(ctx, ctx.session.hook.bind(ctx.session), runtime)
  },
}
