// Asks a model through the host's own services, by a tool, so that a test can see it happen in a real host.
import type { HostServices } from "../../src/flows/contract.ts"
import { addCommands } from "../../src/host/v1/command.ts"
import { createServices as v1Services } from "../../src/host/v1/services.ts"
import { createServices as v2Services } from "../../src/host/v2/services.ts"

const ask = (services: HostServices) => services.ask({ prompt: "What is six times seven?", model: "bed/small" })
const description = "Asks"

export default {
  id: "ask-probe",
  server: async ({ client }: { client: never }) => ({
    config: async (config: object) => addCommands(config),
    tool: { ask_probe: { description, args: {}, execute: async () => ask(v1Services(client)) } },
  }),
  setup: async (ctx: {
    session?: { hook?: unknown }
    tool: { transform(edit: (editor: { add(tool: unknown): void }) => void): Promise<void> }
  }) => {
    if (typeof ctx.session?.hook !== "function") return
    const tool = {
      name: "ask_probe",
      description,
      input: { type: "object", properties: {} },
      options: { codemode: false },
    }
    await ctx.tool.transform((editor) =>
      editor.add({ ...tool, execute: async () => ({ content: await ask(v2Services(ctx)) }) }),
    )
  },
}
