// The entry that OpenCode loads: 1.18 calls `server`, OpenCode 2 calls `setup`. The host logs what throws here, and only Cairn is affected.
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin"

export default {
  id: "opencode-cairn",
  async server(input: PluginInput, options?: PluginOptions): Promise<Hooks> {
    const { startV1 } = await import("./host/v1/plugin.ts")
    return startV1(input, options)
  },
  async setup(ctx: unknown): Promise<(() => Promise<void>) | undefined> {
    const { startV2 } = await import("./host/v2/plugin.ts")
    return startV2(ctx)
  },
}
