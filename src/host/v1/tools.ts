// The agent's tools in the form OpenCode 1.18 takes them: zod fields, and an answer with a title for the screen.
import type { ToolDefinition } from "@opencode-ai/plugin"
import type { AgentTool } from "../../surfaces/tools/tools.ts"

export function toolDefinitions(tools: readonly AgentTool[], deadlineMs: number): Record<string, ToolDefinition> {
  return Object.fromEntries(tools.map((tool) => [tool.name, definition(tool, deadlineMs)]))
}

function definition(tool: AgentTool, deadlineMs: number): ToolDefinition {
  return {
    description: tool.description,
    args: tool.input.shape as unknown as ToolDefinition["args"],
    async execute(args, { sessionID }) {
      const output = await within(deadlineMs, tool.call(args, sessionID))
      return { title: titleOf(args, output), output }
    },
  }
}

async function within(ms: number, work: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("Error (timeout): memory did not answer in time. Go on without it"), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function titleOf(args: unknown, output: string): string {
  const path = (args as { path?: unknown } | null)?.path
  return typeof path === "string" ? path : (output.split("\n")[0] ?? "").slice(0, 80)
}
