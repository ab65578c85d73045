// What every text passes before it is kept anywhere: nothing private and no secret goes further.
import { withoutPrivateText } from "./private-text.ts"
import { type Redacted, redact } from "./redact.ts"

export function cleanText(text: string): Redacted {
  return redact(withoutPrivateText(text))
}
