// Nothing a session remembers is kept with a secret in it: all text of an event is redacted before the journal has it.

import { redactText } from "../redaction/redact.ts"
import type { EventKind, MemoryEvent } from "./memory-event.ts"

/** Of each kind the fields, at any depth, that hold names and hashes of Cairn's own, or text that is made of redacted text. */
const OWN_FIELDS: Readonly<Record<EventKind, readonly string[]>> = {
  turn: [],
  step: [],
  compaction: ["id"],
  fork: [],
  core: ["block", "operation"],
  item: ["slot", "why"],
  directive: [],
  mention: ["in"],
  remove: [],
  clear: ["slot"],
  files: ["action"],
  saved: [],
  command: ["fingerprint", "category"],
  failure: [],
  prefix: ["tells", "notes"],
  tail: ["message", "tells"],
  shown: ["messages"],
  pressure: ["level"],
  seen: ["note", "hash"],
  answer: ["call", "origin"],
  recalled: ["notes"],
  reinforced: ["note"],
  aside: [],
  marked: ["id", "scope", "path", "hash"],
  summary: ["hash"],
  loss: ["compaction", "kind", "action"],
  cut: ["from", "after"],
  uncut: [],
}

export function redactEvent(event: MemoryEvent): MemoryEvent {
  return redactTexts(event, new Set(["kind", ...OWN_FIELDS[event.kind]])) as MemoryEvent
}

function redactTexts(value: unknown, own: ReadonlySet<string>): unknown {
  if (typeof value === "string") return redactText(value)
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, own))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, own.has(key) ? field : redactTexts(field, own)]),
  )
}
