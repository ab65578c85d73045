// The agent's tools in the form OpenCode 1.18 takes them: zod fields, and an answer with a title for the screen.
import type { ToolDefinition } from "@opencode-ai/plugin"
import { textAt } from "../../model/fields.ts"
import type { AgentTool } from "../../surfaces/tools/agent-tool.ts"
import { readOwnCall } from "../../surfaces/tools/route.ts"
import { oneLine } from "../../text/text.ts"

export function definitionOf(tool: AgentTool): ToolDefinition {
  return {
    description: tool.description,
    args: tool.input.shape as unknown as ToolDefinition["args"],
    async execute(args, context) {
      const [sessionID, agent] = [textAt(context, "sessionID"), textAt(context, "agent")]
      const output = await tool.call(args, { sessionID, agent, callID: textAt(context, "callID") })
      return { title: titleOf(tool.name, args, output), output }
    },
  }
}

const MAX_TITLE = 80

/** For a verb that passes on a text, which text; for every other, the outcome with which its answer begins. */
export function titleOf(tool: string, args: unknown, output: string): string {
  const own = readOwnCall(tool, args)
  const which =
    own?.handsOn && !output.startsWith("Error (") ? (textAt(own.args, "path") ?? textAt(own.args, "about")) : undefined
  return oneLine(which ?? output.split("\n", 1)[0] ?? "", MAX_TITLE)
}
