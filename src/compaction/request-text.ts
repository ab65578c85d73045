// A request as it may be repeated. What the user typed is an instruction and stays as it is. A pasted mail or ticket, or the template of a
// command, belongs to it too, but must not turn its reader away from what the user wants.
import { isQuotable } from "../prompt/quoted-text.ts"
import type { UserRequest } from "../session/asked.ts"
import { messageLines } from "../text/pasted-text.ts"

export function requestText({ text, isTemplate }: UserRequest): string[] {
  return messageLines(text)
    .filter((line) => (line.by === "user" && !isTemplate) || isQuotable(line.text, false))
    .map((line) => line.text.trimEnd())
}
