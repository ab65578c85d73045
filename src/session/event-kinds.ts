// What each kind of event is: which parts of a session's memory it changes, whether it outlives a revert of its messages, and which of its fields,
// at any depth, need not be clean: Cairn's own names and hashes, and what is derived from clean text. A new kind of event does not compile until it
// has its line here, and until the fold of each part that it changes handles it.
import type { Clean } from "../text/known-clean.ts"
import type { EventKind, EventOf, MemoryEvent } from "./memory-event.ts"
import type { SessionMemory } from "./session-memory.ts"

type Part = keyof SessionMemory

const passing = <const Changed extends Part, const Field extends string = never>(
  changes: readonly Changed[],
  ...own: readonly Field[]
) => ({ isLasting: false, changes, own })
/** Happened outside the conversation, or still applies to it: reverting messages does not undo it. */
const lasting = <const Changed extends Part, const Field extends string = never>(
  changes: readonly Changed[],
  ...own: readonly Field[]
) => ({ ...passing(changes, ...own), isLasting: true })

const KINDS = {
  turn: passing(["asked", "heard", "notes", "telling"]),
  step: passing(["retired", "step", "window", "working"]),
  compaction: passing(["compaction", "retired", "window", "working"], "id"),
  fork: lasting(["compactions", "telling"]),
  pause: lasting(["paused"]),
  mined: passing(["mined"], "through"),
  core: passing(["core"], "block", "operation"),
  item: passing(["activity", "working"], "slot", "why"),
  directive: passing(["directives"]),
  mention: passing(["working"], "texts", "in"),
  remove: passing(["activity", "working"], "text"),
  clear: passing(["activity", "working"], "slot"),
  files: passing(["activity", "lately", "ledger"], "action"),
  saved: passing(["activity"], "note"),
  used: passing(["lately"]),
  command: passing(["activity", "ledger"], "fingerprint", "category", "tool"),
  failure: passing(["ledger"], "tool"),
  prefix: lasting(["notes", "telling"], "tells", "notes", "quotes"),
  tail: passing(["telling"], "message", "tells"),
  shown: passing(["telling"], "messages"),
  pressure: passing(["window"], "level"),
  seen: passing(["notes"], "note", "hash"),
  answer: passing(["notes"], "call"),
  recalled: passing(["notes"], "notes"),
  unsaved: passing(["notes"], "facts"),
  contradiction: passing(["notes"], "pairs"),
  asked: passing(["notes"], "claim"),
  aside: passing(["telling"]),
  fresh: lasting(["telling"], "by"),
  marked: passing(["compactions"], "id", "facts"),
  summary: lasting(["compactions"], "hash"),
  loss: passing(["compactions"], "compaction", "missing"),
  cutting: passing(["compactions"], "from"),
  cut: passing(["compactions"], "from", "after"),
  uncut: passing(["compactions"]),
  room: passing(["window"]),
  retired: lasting(["retired"], "reason", "call", "kind", "id"),
  shorter: passing(["retired"]),
  fetched: passing(["retired"], "output"),
  left: lasting(["retired"]),
} satisfies Readonly<Record<EventKind, unknown>>

/** The events that leave these parts as they are: a fold says so of all that it does not handle. */
export type NotFor<P extends Part> = {
  [K in EventKind]: [P & (typeof KINDS)[K]["changes"][number]] extends [never] ? EventOf<K> : never
}[EventKind]

/** An event as the journal accepts it: every text in it is clean. */
export type CleanEvent = { [K in EventKind]: Clean<EventOf<K>, (typeof KINDS)[K]["own"][number]> }[EventKind]

export function outlivesRevert({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return KINDS[kind].isLasting
}

/** What requests leave out holds in a copy too: its requests begin with the same bytes, which the provider may have cached. */
export function holdsInCopies({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return kind === "retired" || kind === "left"
}
