// An event as the journal accepts it: every text in it is clean, except for Cairn's own names and hashes and for what is derived from clean text.
// A new kind of event does not compile until it has its line here.
import type { Clean } from "../text/known-clean.ts"
import type { EventKind, EventOf } from "./memory-event.ts"

/** For each kind, the fields at any depth that need not be cleaned. */
interface OwnFields {
  turn: never
  step: never
  compaction: "id"
  fork: never
  pause: never
  mined: "through"
  core: "block" | "operation"
  item: "slot" | "why"
  directive: never
  mention: "texts" | "in"
  remove: "text"
  clear: "slot"
  files: "action"
  saved: "note"
  used: never
  command: "fingerprint" | "category" | "tool"
  failure: "tool"
  prefix: "tells" | "notes" | "quotes"
  tail: "message" | "tells"
  shown: "messages"
  pressure: "level"
  seen: "note" | "hash"
  answer: "call"
  recalled: "notes"
  unsaved: "facts"
  contradiction: "pairs"
  asked: "claim"
  aside: never
  fresh: "by"
  marked: "id" | "facts"
  summary: "hash"
  loss: "compaction" | "missing"
  cutting: "from"
  cut: "from" | "after"
  uncut: never
  room: never
  retired: "reason" | "call" | "kind" | "id"
  shorter: never
  fetched: "output"
  left: never
}

export type CleanEvent = { [K in EventKind]: Clean<EventOf<K>, OwnFields[K]> }[EventKind]
