// A failed tool in one line. Its message is the tool's words, or those of whatever it met: one that gives its reader orders is left out.
import { isQuotable } from "../prompt/quoted-text.ts"
import type { LedgerFailure } from "../session/ledger.ts"

export function failureText({ tool, target, message }: LedgerFailure): string {
  const what = target && isQuotable(target, false) ? `${tool} ${target}` : tool
  return isQuotable(message, true) ? `${what}: ${message}` : what
}
