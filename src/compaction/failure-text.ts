// A tool that failed, in a line. Its message is the tool's own words, or those of whatever it met: one that speaks to its reader is left out.
import { isQuotable } from "../prompt/quoted-text.ts"
import type { LedgerFailure } from "../session/ledger.ts"

export function failureText({ tool, target, message }: LedgerFailure): string {
  const what = target && isQuotable(target, false) ? `${tool} ${target}` : tool
  return isQuotable(message, true) ? `${what}: ${message}` : what
}
