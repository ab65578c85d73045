// Both adapters with a flow that only writes down what it hears, in order, to the file CAIRN_TEST_MOMENTS names. A message that begins with
// "facts" also has the host asked about the sessions it names. A tail is put on every message but a session's first.
import { appendFileSync } from "node:fs"
import type { PluginInput } from "@opencode-ai/plugin"
import type { HostServices, Moments } from "../../src/flows/contract.ts"
import { createFeatures } from "../../src/host/features.ts"
import { guard } from "../../src/host/guard.ts"
import type { Runtime } from "../../src/host/runtime.ts"
import { configure } from "../../src/host/v1/command.ts"
import { hooksFor } from "../../src/host/v1/plugin.ts"
import { createServices as v1Services } from "../../src/host/v1/services.ts"
import { connect } from "../../src/host/v2/plugin.ts"
import { createServices as v2Services } from "../../src/host/v2/services.ts"
import { worktreePaths } from "../../src/host/worktree-paths.ts"
import { nullLog } from "../../src/platform/log.ts"

const NAMES: (keyof Moments)[] = [
  "promptBuilt",
  "toolEnded",
  "assistantSpoke",
  "stepEnded",
  "compactionBegun",
  "compacted",
  "wentIdle",
  "forked",
  "sessionDeleted",
  "flushRequested",
]

function write(moment: string, said: unknown): void {
  appendFileSync(process.env.CAIRN_TEST_MOMENTS as string, `${JSON.stringify({ moment, said })}\n`)
}

function momentsFor(host: HostServices): Moments {
  const hear = (name: string) => async (said: unknown) => {
    write(name, said)
    return {}
  }
  const others = NAMES.map((name) => [name, hear(name)])
  return {
    ...(Object.fromEntries(others) as Moments),
    async userSpoke(said) {
      write("userSpoke", said)
      if (said.text.startsWith("facts")) await writeFacts(host, said.text.split(" ").slice(1))
      if (said.text.startsWith("ask")) void host.ask({ prompt: "a question of Cairn's", model: "bed/small" })
      return said.isFirst ? {} : { tail: `\n\n[tail of ${said.text}]` }
    },
    /** Takes a while, as a disk may. */
    async reverted(said) {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
      write("reverted", said)
    },
  }
}

async function writeFacts(host: HostServices, sessions: readonly string[]): Promise<void> {
  for (const session of sessions) {
    const [parent, exists, todos] = await Promise.all([
      host.parentOf(session).catch(() => "failed"),
      host.exists(session),
      host.todos(session),
    ])
    write("facts", { session, parent: parent === undefined ? "unknown" : parent, exists: exists ?? "unknown", todos })
  }
}

function runtimeFor(host: HostServices): Runtime {
  const moments = momentsFor(host)
  return {
    tools: [],
    features: createFeatures("moments", nullLog),
    moments: async () => moments,
    ready: async () => undefined,
    showNotices: async () => undefined,
    guarded: (hook, ms, run) => guard(hook, () => nullLog, ms, run),
    close: async () => undefined,
  }
}

export default {
  id: "moments",
  server: async ({ client, directory, worktree }: PluginInput) => {
    const services = v1Services(client)
    const hooks = hooksFor(runtimeFor(services), services, worktreePaths(directory, worktree))
    return { ...hooks, config: async (config: unknown) => (await configure(config))() }
  },
  setup: async (ctx: { session?: { hook?: (...args: unknown[]) => unknown } }) => {
    if (typeof ctx.session?.hook !== "function") return
    const services = v2Services(ctx)
    await connect(ctx, ctx.session.hook.bind(ctx.session), runtimeFor(services), services)
  },
}
