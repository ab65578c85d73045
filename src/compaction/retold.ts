// What may be repeated of a request and of a failed tool. What the user typed is an instruction and stays as it is. A pasted mail, the template of
// a command and a tool's message may not turn their reader away from what the user wants.
import { isQuotable } from "../prompt/quoted-text.ts"
import type { UserRequest } from "../session/asked.ts"
import type { LedgerFailure } from "../session/ledger.ts"
import { messageLines } from "../text/pasted-text.ts"

export function requestText({ text, isTemplate }: UserRequest): string[] {
  return messageLines(text)
    .filter((line) => (line.by === "user" && !isTemplate) || isQuotable(line.text, false))
    .map((line) => line.text.trimEnd())
}

export function failureText({ tool, target, message }: LedgerFailure): string {
  const what = target && isQuotable(target, false) ? `${tool} ${target}` : tool
  return isQuotable(message, true) ? `${what}: ${message}` : what
}
