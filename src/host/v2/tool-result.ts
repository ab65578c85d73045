// A tool has answered or failed: OpenCode 2 reports both in one hook.
import type { ToolEnded } from "../../flows/contract.ts"
import { fieldAt, listAt, numberAt, recordAt, textAt } from "../../model/fields.ts"
import { firstName } from "../../model/tool-name.ts"
import type { Change } from "../guard.ts"
import { textsIn, withText } from "../result-content.ts"
import type { Runtime } from "../runtime.ts"
import type { PathOf } from "../worktree-paths.ts"
import { fileTouches } from "./file-touches.ts"

/** `reported` records the calls that came this way: a tool that the host does not know fails without ever coming here. */
export function afterTool(runtime: Runtime, reported: Map<string, true>, pathOf: PathOf) {
  return async (event: unknown): Promise<Change | undefined> => {
    const ended = endedTool(event, pathOf)
    if (!ended)
      return void runtime.features.off("tool-results", "execute.after names no session, call, tool and status")
    reported.set(ended.callID, true)
    const answer = await (await runtime.moments())?.toolEnded(ended)
    if (answer?.output === undefined && answer?.append === undefined) return undefined
    return () => showInstead(event, answer.output, answer.append)
  }
}

function endedTool(event: unknown, pathOf: PathOf): ToolEnded | undefined {
  const [sessionID, callID, tool] = [textAt(event, "sessionID"), textAt(event, "id"), textAt(event, "tool")]
  const status = textAt(event, "status")
  if (!sessionID || !callID || !tool || !status) return undefined
  const ok = status === "completed"
  const texts = textsIn(listAt(event, "result", "content") ?? [])
  const output = ok ? texts.join("\n") : (textAt(event, "error", "message") ?? "")
  const truncated = ok && fieldAt(event, "result", "metadata", "truncated") === true
  const isShell = tool === "shell"
  return {
    sessionID,
    callID,
    tool: firstName(tool),
    args: recordAt(event, "input") ?? {},
    ok,
    output,
    // A command that was stopped has no exit code.
    exit:
      isShell && ok
        ? (numberAt(event, "result", "output", "exit") ?? numberAt(event, "result", "metadata", "exit") ?? null)
        : undefined,
    ...(ok ? fileTouches(tool, event, output, pathOf) : { files: [] }),
    truncated,
    outputPath: isShell && truncated ? savedOutput(texts[0] ?? "") : undefined,
  }
}

/** The host's last line about a command whose output it has cut. */
function savedOutput(text: string): string | undefined {
  return /\n\[full output saved to ([^\n]+)\]\s*$/.exec(text.slice(-2000))?.[1]
}

/** An error stays as it is; only its end is ours. */
function showInstead(event: unknown, text: string | undefined, append: string | undefined): void {
  const result = recordAt(event, "result")
  const content = listAt(result, "content")
  if (result && content) result.content = withText(content, text, append)
  const error = recordAt(event, "error")
  if (error && typeof error.message === "string") error.message += append ?? ""
}
