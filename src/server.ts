// The entry that OpenCode loads. 1.18 calls `server`; OpenCode 2 calls `setup`, and so does an embedded pass inside 1.18, with a context
// that can only register things: there is nothing for Cairn to do in it. What throws here is logged by the host and costs only Cairn.
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin"

export default {
  id: "opencode-cairn",
  async server(input: PluginInput, options?: PluginOptions): Promise<Hooks> {
    const { startV1 } = await import("./host/v1/plugin.ts")
    return startV1(input, options)
  },
  async setup(): Promise<void> {
    // OpenCode 2 is not served yet.
  },
}
