// A request as it may be told again. What the user typed is an instruction and stays as it is; a mail or a ticket that was pasted with it, or the
// template of a command, belongs to it too, but may not tell its reader to turn away from what the user wants.
import { isQuotable } from "../prompt/quoted-text.ts"
import type { UserRequest } from "../session/asked.ts"
import { messageLines } from "../text/pasted-text.ts"

export function requestText({ text, isTemplate }: UserRequest): string[] {
  return messageLines(text)
    .filter((line) => (line.by === "user" && !isTemplate) || isQuotable(line.text, false))
    .map((line) => line.text.trimEnd())
}
