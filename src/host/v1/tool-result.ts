// A tool has answered. What Cairn shows instead, and what it adds at the end, is stored as the answer and replayed unchanged.
import type { ToolEnded } from "../../flows/contract.ts"
import { fieldAt, listAt, recordAt, textAt } from "../../model/fields.ts"
import type { Change } from "../guard.ts"
import { textsIn, withText } from "../result-content.ts"
import type { Runtime } from "../runtime.ts"
import type { PathOf } from "../worktree-paths.ts"
import { fileTouches } from "./file-touches.ts"
import type { Services } from "./services.ts"

export function afterTool(runtime: Runtime, services: Services, pathOf: PathOf) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const ended = endedTool(input, output, pathOf)
    if (!ended) return void runtime.features.off("tool-results", "tool.execute.after names no session, call and tool")
    if (services.isOwn(ended.sessionID)) return undefined
    const answer = await (await runtime.moments())?.toolEnded(ended)
    if (answer?.output === undefined && answer?.append === undefined) return undefined
    return () => showInstead(output, answer.output, answer.append)
  }
}

/** An MCP tool's answer comes as a list of contents, as its server gave them. */
function showInstead(result: unknown, text: string | undefined, append: string | undefined): void {
  const [own, content] = [textAt(result, "output"), listAt(result, "content")]
  if (own !== undefined) (result as { output: string }).output = (text ?? own) + (append ?? "")
  else if (content) content.splice(0, content.length, ...withText(content, text, append))
}

function endedTool(input: unknown, output: unknown, pathOf: PathOf): ToolEnded | undefined {
  const [sessionID, callID, tool] = [textAt(input, "sessionID"), textAt(input, "callID"), textAt(input, "tool")]
  if (!sessionID || !callID || !tool) return undefined
  const exit = fieldAt(output, "metadata", "exit")
  const args = recordAt(input, "args") ?? {}
  return {
    sessionID,
    callID,
    tool,
    args,
    ok: true,
    output: textAt(output, "output") ?? textsIn(listAt(output, "content") ?? []).join("\n"),
    exit: typeof exit === "number" || exit === null ? exit : undefined,
    ...fileTouches(tool, args, output, pathOf),
    truncated: fieldAt(output, "metadata", "truncated") === true,
    outputPath: textAt(output, "metadata", "outputPath"),
  }
}

/** A tool that threw reaches no hook; only the event of its part shows that it ended. */
export function failedTool(part: unknown): ToolEnded | undefined {
  if (textAt(part, "type") !== "tool" || textAt(part, "state", "status") !== "error") return undefined
  const [sessionID, callID, tool] = [textAt(part, "sessionID"), textAt(part, "callID"), textAt(part, "tool")]
  if (!sessionID || !callID || !tool) return undefined
  const args = recordAt(part, "state", "input") ?? {}
  return { sessionID, callID, tool, args, ok: false, output: textAt(part, "state", "error") ?? "", files: [] }
}
