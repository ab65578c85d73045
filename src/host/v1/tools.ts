// The agent's tools in the form OpenCode 1.18 takes them: zod fields, and an answer with a title for the screen.
import type { ToolDefinition } from "@opencode-ai/plugin"
import type { AgentTool } from "../../surfaces/tools/agent-tool.ts"
import { textAt } from "../fields.ts"

export function toolDefinitions(tools: readonly AgentTool[]): Record<string, ToolDefinition> {
  return Object.fromEntries(tools.map((tool) => [tool.name, definition(tool)]))
}

function definition(tool: AgentTool): ToolDefinition {
  return {
    description: tool.description,
    args: tool.input.shape as unknown as ToolDefinition["args"],
    async execute(args, context) {
      const { sessionID, agent } = context
      const output = await tool.call(args, { sessionID, agent, callID: textAt(context, "callID") })
      return { title: titleOf(args, output), output }
    },
  }
}

function titleOf(args: unknown, output: string): string {
  const path = (args as { path?: unknown } | null)?.path
  return typeof path === "string" ? path : (output.split("\n")[0] ?? "").slice(0, 80)
}
