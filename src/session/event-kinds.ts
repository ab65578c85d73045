// What each kind of event is: whether it outlives a revert of its messages, and which of its fields, at any depth, need not be clean: Cairn's own
// names and hashes, and what is derived from clean text. A new kind of event does not compile until it has its line here.
import type { Clean } from "../text/known-clean.ts"
import type { EventKind, EventOf, MemoryEvent } from "./memory-event.ts"

const passing = <const Field extends string = never>(...own: readonly Field[]) => ({ isLasting: false, own })
/** Happened outside the conversation, or still applies to it: reverting messages does not undo it. */
const lasting = <const Field extends string = never>(...own: readonly Field[]) => ({ isLasting: true, own })

const KINDS = {
  turn: passing(),
  step: passing(),
  compaction: passing("id"),
  fork: lasting(),
  pause: lasting(),
  mined: passing("through"),
  core: passing("block", "operation"),
  item: passing("slot", "why"),
  directive: passing(),
  mention: passing("texts", "in"),
  remove: passing("text"),
  clear: passing("slot"),
  files: passing("action"),
  saved: passing("note"),
  used: passing(),
  command: passing("fingerprint", "category", "tool"),
  failure: passing("tool"),
  prefix: lasting("tells", "notes", "quotes"),
  tail: passing("message", "tells"),
  shown: passing("messages"),
  pressure: passing("level"),
  seen: passing("note", "hash"),
  answer: passing("call"),
  recalled: passing("notes"),
  unsaved: passing("facts"),
  contradiction: passing("pairs"),
  asked: passing("claim"),
  aside: passing(),
  fresh: lasting("by"),
  marked: passing("id", "facts"),
  summary: lasting("hash"),
  loss: passing("compaction", "missing"),
  cutting: passing("from"),
  cut: passing("from", "after"),
  uncut: passing(),
  room: passing(),
  retired: lasting("reason", "call", "kind", "id"),
  shorter: passing(),
  fetched: passing("output"),
  left: lasting(),
} satisfies Readonly<Record<EventKind, unknown>>

/** An event as the journal accepts it: every text in it is clean. */
export type CleanEvent = { [K in EventKind]: Clean<EventOf<K>, (typeof KINDS)[K]["own"][number]> }[EventKind]

export function outlivesRevert({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return KINDS[kind].isLasting
}

/** What requests leave out holds in a copy too: its requests begin with the same bytes, which the provider may have cached. */
export function holdsInCopies({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return kind === "retired" || kind === "left"
}
