// Which version of each note a session's model has seen, and what was mentioned or reported once and need not be repeated.
import type { Origin } from "../facts/trust/outside-text.ts"
import type { NoteInfo } from "../model/note.ts"
import { ownLines } from "../text/pasted-text.ts"
import { LEFT_OUT } from "./asked.ts"
import type { NotFor } from "./event-kinds.ts"
import type { EventOf, MemoryEvent } from "./memory-event.ts"

export interface KnownNotes {
  /** By `scope:path`; only the most recent. */
  readonly seen: Readonly<Record<string, SeenNote>>
  /** Hashes of notes that a prefix has shown. Kept apart because reverting messages does not revert the prefix. */
  readonly inPrefix: Readonly<Record<string, string>>
  /** For calls of Cairn's tools that passed on a text: whose text it was. */
  readonly origins: Readonly<Record<string, Origin>>
  readonly recalled: readonly string[]
  /** Ids of facts that the model was told are not written yet. */
  readonly unsaved?: readonly string[] | undefined
  /** The claim about the user that the assistant has just asked about. */
  readonly asked?: string | undefined
  /** How many messages the user has typed, and for pairs of contradicting facts how many there were when a pair was first shown. */
  readonly typed?: number | undefined
  readonly contradictions?: Readonly<Record<string, number>> | undefined
  /** What the user has typed since the first of them was shown, oldest first, each with how many messages there were then. */
  readonly answers?: readonly Typed[] | undefined
}

interface Typed {
  readonly at: number
  readonly text: string
}

export interface SeenNote {
  readonly hash: string
  /** First unread line, if it was read page by page and the last page is missing. */
  readonly upTo?: number | undefined
}

export const noNotes: KnownNotes = { seen: {}, inPrefix: {}, origins: {}, recalled: [] }

/** Most entries of each kind; the oldest are dropped. */
const MAX_KNOWN_NOTES = 300
const MAX_ANSWERS = 40

export function notesAfter(notes: KnownNotes, event: MemoryEvent): KnownNotes {
  switch (event.kind) {
    case "prefix":
      return { ...notes, inPrefix: withFields(notes.inPrefix, event.notes) }
    case "seen":
      return { ...notes, seen: withFields(notes.seen, { [event.note]: { hash: event.hash, upTo: event.upTo } }) }
    case "answer":
      return { ...notes, origins: withFields(notes.origins, { [event.call]: event.origin }) }
    case "recalled": {
      const others = notes.recalled.filter((note) => !event.notes.includes(note))
      return { ...notes, recalled: [...others, ...event.notes].slice(-MAX_KNOWN_NOTES) }
    }
    case "unsaved":
      return { ...notes, unsaved: event.facts }
    case "contradiction":
      return { ...notes, contradictions: withFields(notes.contradictions, shownFirst(notes, event.pairs)) }
    case "asked":
      return { ...notes, asked: event.claim }
    case "turn": {
      const answered = { ...notes, asked: undefined }
      return event.said === undefined || event.isTemplate ? answered : withTyped(answered, event)
    }
    default:
      event satisfies NotFor<"notes">
      return notes
  }
}

/** Two processes may both show a pair. */
function shownFirst({ typed = 0, contradictions = {} }: KnownNotes, pairs: readonly string[]): Record<string, number> {
  return Object.fromEntries(pairs.filter((pair) => contradictions[pair] === undefined).map((pair) => [pair, typed]))
}

function withTyped(notes: KnownNotes, { said = "", own }: EventOf<"turn">): KnownNotes {
  const at = (notes.typed ?? 0) + 1
  if (notes.contradictions === undefined) return { ...notes, typed: at }
  const text = own ?? (said.includes(LEFT_OUT) ? "" : ownLines(said).join("\n"))
  return { ...notes, typed: at, answers: [...(notes.answers ?? []), { at, text }].slice(-MAX_ANSWERS) }
}

/** What the user has typed since the model was shown that the pair contradicts, oldest first; undefined if it never was. */
export function typedSince({ contradictions = {}, answers = [] }: KnownNotes, pair: string): string[] | undefined {
  const shownAt = contradictions[pair]
  return shownAt === undefined ? undefined : answers.filter(({ at }) => at > shownAt).map(({ text }) => text)
}

export function scopedPath({ scope, path }: Pick<NoteInfo, "scope" | "path">): string {
  return `${scope}:${path}`
}

export function hasSeen({ seen, inPrefix }: KnownNotes, note: NoteInfo): boolean {
  const key = scopedPath(note)
  const read = seen[key]
  return inPrefix[key] === note.hash || (read?.hash === note.hash && read.upTo === undefined)
}

/** Undefined if the note is already known, or if there is a gap before this page, so that it does not count. */
export function afterReading(
  notes: KnownNotes,
  note: NoteInfo,
  page: { readonly from: number; readonly to: number; readonly rows: number },
): EventOf<"seen"> | undefined {
  const read = notes.seen[scopedPath(note)]
  const readSoFar = read?.hash === note.hash ? (read.upTo ?? 0) : 0
  if (hasSeen(notes, note) || page.from > readSoFar) return undefined
  const upTo = Math.max(readSoFar, page.to)
  return { kind: "seen", note: scopedPath(note), hash: note.hash, ...(upTo < page.rows && { upTo }) }
}

/** Notes that this prefix shows whole and the last one did not. */
export function newInPrefix({ inPrefix }: KnownNotes, notes: readonly NoteInfo[]): Record<string, string> {
  const shown = notes.map((note) => [scopedPath(note), note.hash] as const)
  return Object.fromEntries(shown.filter(([key, hash]) => inPrefix[key] !== hash))
}

/** A field that is set again is the newest. */
function withFields<T>(
  record: Readonly<Record<string, T>> = {},
  fields: Readonly<Record<string, T>>,
): Record<string, T> {
  const others = Object.entries(record).filter(([key]) => !Object.hasOwn(fields, key))
  return Object.fromEntries([...others, ...Object.entries(fields)].slice(-MAX_KNOWN_NOTES))
}
