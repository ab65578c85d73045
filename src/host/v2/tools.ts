// The agent's tools in the form OpenCode 2 takes them: JSON Schema, and callable directly (by default a plugin's tool is only reachable from
// inside the host's code mode).
import { messageOf } from "../../model/errors.ts"
import { functionAt, textAt } from "../fields.ts"
import type { Runtime } from "../runtime.ts"
import type { V2Context } from "./plugin.ts"

export async function addTools(ctx: V2Context, { tools, features }: Runtime): Promise<void> {
  const transform = functionAt(ctx, "tool", "transform")
  if (!transform) return features.off("tools", "the host has no tool.transform")
  await transform((editor: unknown) => {
    const add = functionAt(editor, "add")
    if (!add) return features.off("tools", "the host's tool editor has no add")
    for (const tool of tools) {
      try {
        add({
          name: tool.name,
          description: tool.description,
          input: tool.schema(),
          options: { codemode: false },
          execute: async (args: unknown, context: unknown) => ({
            content: await tool.call(args, {
              sessionID: textAt(context, "sessionID"),
              agent: textAt(context, "agent"),
              callID: textAt(context, "id"),
            }),
          }),
        })
      } catch (error) {
        features.off("tools", `${tool.name}: ${messageOf(error)}`)
      }
    }
  })
}
