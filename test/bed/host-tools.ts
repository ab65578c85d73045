// Calls of the hosts' own tools, which the two generations name and ask for differently, and of those of Cairn's that most stories begin with.
import { isToolOfItsOwn, ROUTER } from "../../src/model/tool-mode.ts"
import type { HostVersion } from "./host.ts"
import { callTool, type Reply, type ToolCall } from "./reply.ts"

export function hostTools(version: HostVersion) {
  const isV1 = version === "1.18"
  const file = (path: string) => (isV1 ? { filePath: path } : { path })
  const call = ({ name, args }: ToolCall): Reply => callTool(name, args)
  return {
    call,
    shell: (command: string, timeout?: number): Reply =>
      callTool(isV1 ? "bash" : "shell", { command, description: "run it", ...(timeout && { timeout }) }),
    read: (path: string): ToolCall => ({ name: "read", args: file(path) }),
    write: (path: string, content: string): ToolCall => ({ name: "write", args: { ...file(path), content } }),
    edit: (path: string, oldString: string, newString: string): ToolCall => ({
      name: "edit",
      args: { ...file(path), oldString, newString },
    }),
    patch: (lines: readonly string[]): Reply =>
      callTool(isV1 ? "apply_patch" : "patch", {
        patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
      }),
    subagent: (prompt: string): Reply =>
      isV1
        ? callTool("task", { description: "an errand", prompt, subagent_type: "general" })
        : callTool("subagent", { description: "an errand", prompt, agent: "general" }),
  }
}

export function setGoal(content: string): Reply {
  return callTool("core_memory_update", { block: "goal", content })
}

export function keepInMind(content: string, slot = "todo"): Reply {
  return callVerb("working_memory_add", { content, slot })
}

/** A verb of memory as an agent asks for it by default: those that are seldom needed go through the router. */
export function callVerb(
  verb: string,
  args: Record<string, unknown> = {},
  extra?: Parameters<typeof callTool>[2],
): Reply {
  return isToolOfItsOwn("standard", verb) ? callTool(verb, args, extra) : callTool(ROUTER, { verb, args }, extra)
}

export const readMemory: Reply = callVerb("core_memory_read")
