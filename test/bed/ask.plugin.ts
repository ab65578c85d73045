// Asks a model through the host's own services, by a tool, so that a test can see it happen in a real host.
import type { HostServices } from "../../src/flows/contract.ts"
import { addCommands } from "../../src/host/v1/command.ts"
import { createServices as v1Services } from "../../src/host/v1/services.ts"
import { createServices as v2Services } from "../../src/host/v2/services.ts"

/** Twice: the second question is never answered. */
const ask = async (services: HostServices, about: string) => {
  const model = (await services.smallModel()) ?? "none"
  const question = { purpose: "extraction", model, about } as const
  const asked = await services.ask({ ...question, prompt: "What is six times seven?", deadlineMs: 20_000 })
  const late = await services
    .ask({ ...question, prompt: "What is nine times nine?", deadlineMs: 700 })
    .catch(({ message }: Error) => message)
  return `${asked.text} by ${model} for ${asked.tokens?.input ?? "uncounted"} tokens, then ${late}`
}
const description = "Asks"

export default {
  id: "ask-probe",
  server: async ({ client }: { client: never }) => {
    const services = v1Services(client)
    return {
      config: async (config: object) => {
        addCommands(config)
        services.models.configure(config)
      },
      tool: {
        ask_probe: {
          description,
          args: {},
          execute: async (_: unknown, { sessionID }: { sessionID: string }) => ask(services, sessionID),
        },
      },
    }
  },
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
      editor.add({
        ...tool,
        execute: async (_: unknown, { sessionID }: { sessionID: string }) => ({
          content: await ask(v2Services(ctx), sessionID),
        }),
      }),
    )
  },
}
