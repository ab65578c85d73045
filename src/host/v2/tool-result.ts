// A tool has answered or failed: OpenCode 2 tells both in one hook.
import type { ToolEnded } from "../../flows/contract.ts"
import { listAt, numberAt, recordAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"

/** OpenCode 2 renamed some tools; everything above knows the first names. */
const FIRST_NAMES: Record<string, string> = { shell: "bash", subagent: "task", patch: "apply_patch" }

/** `reported` takes note of the calls that came this way: a tool the host does not know fails without ever coming here. */
export function afterTool(runtime: Runtime, reported: Map<string, true>) {
  return async (event: unknown): Promise<Change | undefined> => {
    const ended = endedTool(event)
    if (!ended)
      return void runtime.features.off("tool-results", "execute.after names no session, call, tool and status")
    reported.set(ended.callID, true)
    const append = (await (await runtime.moments())?.toolEnded(ended))?.append
    return append === undefined ? undefined : () => appendTo(event, append)
  }
}

function endedTool(event: unknown): ToolEnded | undefined {
  const [sessionID, callID, tool] = [textAt(event, "sessionID"), textAt(event, "id"), textAt(event, "tool")]
  const status = textAt(event, "status")
  if (!sessionID || !callID || !tool || !status) return undefined
  const ok = status === "completed"
  const content = (listAt(event, "result", "content") ?? []).map((part) => textAt(part, "text") ?? "").join("\n")
  const isShell = tool === "shell"
  return {
    sessionID,
    callID,
    tool: FIRST_NAMES[tool] ?? tool,
    args: recordAt(event, "input") ?? {},
    ok,
    output: ok ? content : (textAt(event, "error", "message") ?? ""),
    // A command that was stopped has no exit code.
    exit:
      isShell && ok
        ? (numberAt(event, "result", "output", "exit") ?? numberAt(event, "result", "metadata", "exit") ?? null)
        : undefined,
  }
}

function appendTo(event: unknown, text: string): void {
  const result = recordAt(event, "result")
  const content = listAt(result, "content")
  if (result && content) result.content = [...content, { type: "text", text }]
  const error = recordAt(event, "error")
  if (error && typeof error.message === "string") error.message += text
}
