// Brings the index up to date with the host: newest sessions first, message by message, in pieces so small that nobody notices. It can be stopped
// at any point, even by the end of the process, and continues from there. Edits, reverts and deletions, including those made while Cairn was not
// running, are found by comparing.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { indexTerms } from "../search/index-terms.ts"
import { joinedTerms, searchableSlices, termsOfTitle, voiceIn } from "./indexed-terms.ts"
import type { PastView } from "./past.ts"
import { type IndexedSession, MOST_FORGOTTEN, type NewEntry, type PastIndex, type SessionPiece } from "./past-index.ts"
import type { MessagePlace, PastMessage, PastSession } from "./past-session.ts"

export interface BuildLimits {
  /** Time (of `now`) after which no new piece is started. */
  readonly until: number
  now(): number
  isStopped(): boolean
  /** Sessions of which nothing may be in the index. */
  isExcluded(session: PastSession): boolean
  readonly maxBytes: number
  /** Pause between two pieces: the index is not urgent, and the host has its own work. */
  readonly restMs: number
}

/** How long one piece of reading may take. */
const PIECE_MS = 4
/** Characters of terms written at once, in some five milliseconds; smaller batches make many small lists that have to be merged again and again. */
const BATCH = 192_000
/** After this many batches, many more are expected. */
const LARGE = 8

/** True if everything is indexed now; false also if another process is building the index. */
export async function bringUpToDate(index: PastIndex, view: PastView, limits: BuildLimits): Promise<boolean> {
  const mayGoOn = () => limits.now() < limits.until && !limits.isStopped() && index.takeLease(limits.now())
  if (!mayGoOn()) return false
  const goesOn = async () => {
    await rest(limits.restMs)
    return mayGoOn()
  }
  const batch = batchFor(index, goesOn)
  try {
    // With thousands of sessions, each of these steps takes some milliseconds.
    if (!(await goesOn())) return false
    const indexed = index.sessions()
    if (!(await goesOn())) return false
    const known = new Map(indexed.map(({ id, stamp }) => [id, stamp]))
    const gone = goneFrom(indexed, view)
    if (!(await goesOn())) return false
    for (const { id } of gone) if (!(await forget(index, id, goesOn))) return false
    for (const session of view.sessions) {
      if (known.get(session.id) === stampOfSession(session)) continue
      if (limits.isExcluded(session)) {
        if (!(await forget(index, session.id, goesOn))) return false
        index.leaveOut(asIndexed(view, session))
        continue
      }
      if (!(await makeRoom(index, session, limits, goesOn))) return false
      if (known.has(session.id) && !(await keepsRoom(index, view, session, goesOn))) return false
      if (!(await indexSession(index, view, session, batch))) return false
    }
    return batch.writeLast()
  } finally {
    // Keep what was read, unless another process has taken over the lease meanwhile.
    if (index.takeLease(limits.now())) batch.put()
    index.dropLease()
  }
}

/** Changes whenever something in the session does. The host moves a session's time when a turn begins, its tokens at each step, `idle` at the end. */
function stampOfSession({ updated, revertedFrom, generation, idle, tokens }: PastSession): string {
  return `${updated}.${generation}.${revertedFrom ?? ""}.${idle ?? ""}.${tokens.input}.${tokens.output}`
}

/**
 * Sessions are gone only if they are missing from a database that was read, or if their file was deleted. Others may be locked for a moment,
 * belong to another host, or be on a disk that is not mounted.
 */
function goneFrom<T extends Pick<IndexedSession, "id" | "database">>(
  indexed: readonly T[],
  { sessions, databases }: PastView,
): T[] {
  const ids = new Set(sessions.map(({ id }) => id))
  const isDeleted = new Map([...new Set(indexed.map(({ database }) => database))].map((file) => [file, isGone(file)]))
  return indexed.filter(
    ({ id, database }) => (!ids.has(id) && databases.includes(database)) || isDeleted.get(database) === true,
  )
}

function isGone(file: string): boolean {
  return !existsSync(file) && existsSync(dirname(file))
}

function asIndexed(view: PastView, session: PastSession): IndexedSession {
  const { id, updated } = session
  return { id, updated, stamp: stampOfSession(session), database: view.databaseOf(session) }
}

/** Rests, then says whether to continue. */
type GoesOn = () => Promise<boolean>

type Batch = ReturnType<typeof batchFor>

/**
 * Collects what was read in short pieces and writes many at once, with rests in between for the rest of the process. What waits resolves to
 * whether to continue.
 */
function batchFor(index: PastIndex, goesOn: GoesOn) {
  let pieces: SessionPiece[] = []
  let size = 0
  let written = 0
  let from = performance.now()
  const hasTime = () => performance.now() - from < PIECE_MS
  const rest = async () => {
    const isOn = await goesOn()
    from = performance.now()
    return isOn
  }
  const add = (piece: SessionPiece) => {
    pieces.push(piece)
    size += sizeOf(piece.entries)
  }
  const put = () => {
    if (pieces.length > 0) index.put(pieces)
    pieces = []
    size = 0
  }
  const write = async () => {
    // After a rest, so that reading and writing do not block as one piece.
    if (!(await rest())) return false
    index.settle()
    if (!(await rest())) return false
    put()
    while (await rest()) if (!index.tidy(hasTime)) return true
    return false
  }
  return {
    put,
    /** There is more to come. */
    write(): Promise<boolean> {
      if (++written === LARGE) index.expectMore(true)
      return write()
    },
    /** Also if an earlier build was killed before it came to its end. */
    writeLast(): Promise<boolean> {
      if (written > 0 || pieces.length > 0) index.expectMore(false)
      return write()
    },
    /** Whether the current piece may go on. */
    hasTime,
    /** Rests if the current piece is over. */
    hasTimeOrRests: async () => hasTime() || rest(),
    add,
    /** Keeps the part of a session at which the build stops. */
    leave(piece: Omit<SessionPiece, "isLast">): false {
      add({ ...piece, isLast: false })
      return false
    },
    isFull: () => size >= BATCH,
  }
}

function sizeOf(entries: readonly NewEntry[]): number {
  return entries.reduce((sum, { terms }) => sum + terms.length, 0)
}

async function indexSession(index: PastIndex, view: PastView, session: PastSession, batch: Batch): Promise<boolean> {
  const places = view.places(session)
  const entries = index.entriesOf(session.id)
  const indexed = new Map(entries.map(({ id, changed }) => [id, changed]))
  const there = new Set([TITLE, ...places.map(({ id }) => id)])
  const changed = places.filter(({ id, changed }) => indexed.has(id) && indexed.get(id) !== changed).map(({ id }) => id)
  const gone = [...indexed.keys()].filter((id) => id === TITLE || !there.has(id))
  const positionFor = positionsFor(entries)
  const whole = { session: asIndexed(view, session), messages: places.length }
  let piece = { ...whole, gone: [...gone, ...changed], entries: [titleEntry(session)] }
  const wanted = places.filter(({ id, changed }) => indexed.get(id) !== changed)
  let size = 0
  let next = 0
  const readSome = () => {
    const messages: PastMessage[] = []
    do {
      const message = view.message(session, wanted[next++] as MessagePlace, "ends")
      if (message) messages.push(message)
    } while (next < wanted.length && batch.hasTime())
    return messages
  }
  while (next < wanted.length) {
    if (!(await batch.hasTimeOrRests())) return batch.leave(piece)
    // Nothing but reading is done while the host cannot tidy up its file.
    for (const message of view.atOnce(session, readSome)) {
      const terms = await termsOf(message, batch)
      if (terms === undefined) return batch.leave(piece)
      piece.entries.push(entryFor(message, positionFor(message.id), terms))
      size += terms.length
      if (size < BATCH) continue
      batch.add({ ...piece, isLast: false })
      if (!(await batch.write())) return false
      piece = { ...whole, gone: [], entries: [] }
      size = 0
    }
  }
  batch.add({ ...piece, isLast: true })
  return !batch.isFull() || batch.write()
}

/** A long text full of new words takes tens of milliseconds, so there may be rests within it. Undefined means stop. */
async function termsOf(message: PastMessage, batch: Batch): Promise<string | undefined> {
  const terms: string[] = []
  for (const slice of searchableSlices(message)) {
    if (!(await batch.hasTimeOrRests())) return undefined
    terms.push(indexTerms(slice))
  }
  return joinedTerms(terms)
}

/**
 * Forgets a session that has outgrown its stretch of numbers, so that it is indexed again where there is room; also one of which too much has
 * changed to remove it in one go. False means stop.
 */
async function keepsRoom(index: PastIndex, view: PastView, session: PastSession, goesOn: GoesOn): Promise<boolean> {
  const entries = index.entriesOf(session.id)
  const places = view.places(session)
  const known = new Set(entries.map(({ id }) => id))
  const missing = places.filter(({ id }) => !known.has(id)).length
  const there = new Map(places.map(({ id, changed }) => [id, changed]))
  const stale = entries.filter(({ id, changed }) => there.get(id) !== changed).length
  const stays = stale <= MOST_FORGOTTEN && !index.hasOutgrown(session.id, lastPosition(entries) + missing)
  return stays || forget(index, session.id, goesOn)
}

/** False means stop. */
async function forget(index: PastIndex, session: string, goesOn: GoesOn): Promise<boolean> {
  while (index.forget(session)) if (!(await goesOn())) return false
  return goesOn()
}

/** Stands for the title where a message's id is expected. */
const TITLE = ""

function titleEntry({ title, updated }: PastSession): NewEntry {
  return { id: TITLE, position: 0, voice: "summed up", changed: updated, terms: termsOfTitle(title) }
}

function entryFor(message: PastMessage, position: number, terms: string): NewEntry {
  return { id: message.id, position, voice: voiceIn(message), changed: message.changed, terms }
}

/** A message that was indexed before keeps its position; new ones follow. */
function positionsFor(entries: readonly { readonly id: string; readonly position: number }[]) {
  const before = new Map(entries.map(({ id, position }) => [id, position]))
  let last = lastPosition(entries)
  return (id: string) => before.get(id) ?? ++last
}

function lastPosition(entries: readonly { readonly position: number }[]): number {
  return entries.reduce((last, { position }) => Math.max(last, position), 0)
}

/** Drops the oldest session if the file has reached its size limit. False if this session itself would be the oldest. */
async function makeRoom(
  index: PastIndex,
  session: PastSession,
  { maxBytes }: BuildLimits,
  goesOn: GoesOn,
): Promise<boolean> {
  if (index.bytes() < maxBytes) return true
  const oldest = index.sessions().sort((a, b) => a.updated - b.updated)[0]
  if (!oldest || oldest.updated >= session.updated) return false
  return forget(index, oldest.id, goesOn)
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => void (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
}
