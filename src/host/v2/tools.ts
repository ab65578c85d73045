// The agent's tools in the form OpenCode 2 takes them: JSON Schema, and callable directly (by default a plugin's tool is only reachable from
// inside the host's code mode). It knows the tools of every mode; each request then shows those of its session's.
import { messageOf } from "../../model/errors.ts"
import { functionAt, recordAt, textAt } from "../../model/fields.ts"
import { TOOL_MODES, type ToolMode } from "../../model/tool-mode.ts"
import type { AgentTool } from "../../surfaces/tools/agent-tool.ts"
import type { Runtime } from "../runtime.ts"
import type { V2Context } from "./plugin.ts"

export async function addTools(ctx: V2Context, { toolsIn, features }: Runtime): Promise<void> {
  const transform = functionAt(ctx, "tool", "transform")
  if (!transform) return features.off("tools", "the host has no tool.transform")
  const tools = new Map(TOOL_MODES.flatMap((mode) => toolsIn(mode).map((tool) => [tool.name, tool])))
  await transform((editor: unknown) => {
    const add = functionAt(editor, "add")
    if (!add) return features.off("tools", "the host's tool editor has no add")
    for (const tool of tools.values()) {
      try {
        add(definitionOf(tool))
      } catch (error) {
        features.off("tools", `${tool.name}: ${messageOf(error)}`)
      }
    }
  })
}

function definitionOf(tool: AgentTool): object {
  return {
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
  }
}

/** Keeps only the tools of one mode in a request; tools that a permission removed stay out. */
export function toolOffer({ toolsIn }: Runtime): (request: unknown, mode: ToolMode) => void {
  const byMode = new Map(TOOL_MODES.map((mode) => [mode, new Map(toolsIn(mode).map((tool) => [tool.name, tool]))]))
  const names = new Set([...byMode.values()].flatMap((tools) => [...tools.keys()]))
  return (request, mode) => {
    const shown = recordAt(request, "tools")
    if (!shown) return
    for (const name of names) {
      const tool = byMode.get(mode)?.get(name)
      if (!tool) delete shown[name]
      else if (recordAt(shown, name)) shown[name] = { ...recordAt(shown, name), description: tool.description }
    }
  }
}
