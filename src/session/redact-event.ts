// Nothing a session remembers is kept with a secret in it: all text of an event is redacted before the journal has it.

import { redactText } from "../redaction/redact.ts"
import type { MemoryEvent } from "./memory-event.ts"

/** Names and hashes of Cairn's own. */
const OWN_FIELDS = new Set([
  "kind",
  "slot",
  "why",
  "fingerprint",
  "category",
  "action",
  "operation",
  "block",
  "in",
  "id",
])

export function redactEvent(event: MemoryEvent): MemoryEvent {
  return redactTexts(event) as MemoryEvent
}

function redactTexts(value: unknown): unknown {
  if (typeof value === "string") return redactText(value)
  if (Array.isArray(value)) return value.map(redactTexts)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, OWN_FIELDS.has(key) ? field : redactTexts(field)]),
  )
}
