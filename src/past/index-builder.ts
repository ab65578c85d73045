// Brings the index up to date with the host: newest sessions first, message by message, in pieces so small that nobody notices. It can be stopped
// at any point, even by the end of the process, and continues from there. Edits, reverts and deletions, including those made while Cairn was not
// running, are found by comparing.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { slicedTerms } from "../search/index-terms.ts"
import { FREE_SHARE, keepLimit, makeRoom } from "./index-room.ts"
import { searchableSlices, termsOfTitle, voiceIn } from "./indexed-terms.ts"
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
  const steps = { ...batch, forget: (id: string) => forget(index, id, goesOn) }
  try {
    if (!(await goesOn())) return false
    if (!(await keepLimit(index, limits.maxBytes, steps))) return false
    // With thousands of sessions, each of these steps takes some milliseconds.
    if (!(await goesOn())) return false
    const indexed = index.sessions()
    if (!(await goesOn())) return false
    const known = new Map(indexed.map(({ id, stamp }) => [id, stamp]))
    const round = roundOf(index, view)
    const gone = goneFrom(indexed, view)
    if (!(await goesOn())) return false
    for (const { id } of gone) if (!(await forget(index, id, goesOn))) return false
    for (const session of view.sessions) {
      if (!(await batch.hasTimeOrRests())) return false
      const stamp = stampOf(view, session, round.has(session) ? undefined : known.get(session.id))
      if (known.get(session.id) === stamp) continue
      if (limits.isExcluded(session)) {
        if (!(await forget(index, session.id, goesOn))) return false
        index.leaveOut(asIndexed(view, session, stamp))
        continue
      }
      if (!(await makeRoom(index, session.updated, limits.maxBytes, steps))) {
        // The index is full: what is in it was looked into, and the next run goes on from there.
        round.end()
        if (await goesOn()) await batch.finish()
        return false
      }
      const places = view.places(session, true)
      if (!(await batch.hasTimeOrRests())) return false
      if (known.has(session.id) && !(await keepsRoom(index, places, session, goesOn))) return false
      if (!(await indexSession(index, view, asIndexed(view, session, stamp), session, places, batch))) return false
    }
    round.end()
    // Awaited here, since the lease must be held until then.
    return await batch.finish()
  } finally {
    // Keep what was read, unless another process has taken over the lease meanwhile.
    if (index.takeLease(limits.now())) batch.put()
    index.dropLease()
  }
}

/** How many of the newest sessions are searched each time for parts that were edited or deleted, and how many of the others in turn. */
const LOOKED_INTO = { newest: 10, others: 8 }

/** The sessions that are looked into this time: looking into all of them would read every row of the host's largest table. */
function roundOf(index: PastIndex, view: PastView) {
  const sessions = view.sessions.filter(({ generation, copied }) => generation === 1 || copied)
  const others = sessions.slice(LOOKED_INTO.newest)
  const last = index.roundAt()
  const from = last < others.length ? last : 0
  const inTurn = others.slice(from, from + LOOKED_INTO.others)
  const chosen = new Set([...sessions.slice(0, LOOKED_INTO.newest), ...inTurn])
  return {
    has: (session: PastSession) => chosen.has(session),
    /** The next round begins where this one ended. New sessions only move the others back, so none is passed over. */
    end: () => others.length > 0 && index.goRound(from + inTurn.length),
  }
}

/** Between what the rows of sessions and messages show and what only the parts do. */
const PARTS = "/"

/**
 * Changes whenever something in the session does. The host moves a session's time when a turn begins, its tokens at each step, `idle` at the end.
 * OpenCode 1 moves nothing when a message is deleted, a part edited or deleted or the title changed. With `known`, the parts are taken to be as they were then.
 */
function stampOf(view: PastView, session: PastSession, known?: string): string {
  const { updated, revertedFrom, generation, idle, tokens, titleMark } = session
  const numbers = [updated, generation, revertedFrom, idle, tokens.input, tokens.output, titleMark]
  const seen = [...numbers, view.traceOf(session)].map((one) => one ?? "").join(".")
  // A session of which something else has changed is looked into as well.
  return known?.startsWith(seen + PARTS) ? known : seen + PARTS + view.partsTraceOf(session)
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

function asIndexed(view: PastView, session: PastSession, stamp: string): IndexedSession {
  const { id, updated } = session
  return { id, updated, stamp, database: view.databaseOf(session) }
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
  /** For steps that may take as long as a piece themselves. */
  const hasHalfTime = () => performance.now() - from < PIECE_MS / 2
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
    while (await rest()) if (!index.tidy(hasHalfTime)) return true
    return false
  }
  const giveBack = async (least: number) => {
    let share = least
    while (await rest()) {
      if (index.shrink(hasHalfTime, share)) {
        share = 0
        continue
      }
      // The pages leave the file when the log is moved into it.
      if (!(await rest())) return false
      index.settle()
      if (!(await rest())) return false
      index.trimLog()
      return true
    }
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
    async finish(): Promise<boolean> {
      if (written > 0 || pieces.length > 0) index.expectMore(false)
      return (await write()) && giveBack(FREE_SHARE)
    },
    giveBack,
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

async function indexSession(
  index: PastIndex,
  view: PastView,
  indexed: IndexedSession,
  session: PastSession,
  places: readonly MessagePlace[],
  batch: Batch,
): Promise<boolean> {
  const entries = index.entriesOf(session.id)
  const known = new Map(entries.map(({ id, changed }) => [id, changed]))
  const there = new Set([TITLE, ...places.map(({ id }) => id)])
  const changed = places.filter(({ id, changed }) => known.has(id) && known.get(id) !== changed).map(({ id }) => id)
  const gone = [...known.keys()].filter((id) => id === TITLE || !there.has(id))
  const positionFor = positionsFor(entries)
  const whole = { session: indexed, messages: places.length }
  let piece = { ...whole, gone: [...gone, ...changed], entries: [titleEntry(session)] }
  const wanted = places.filter(({ id, changed }) => known.get(id) !== changed)
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
  const termsIn = slicedTerms()
  const terms: string[] = []
  for (const slice of searchableSlices(message)) {
    if (!(await batch.hasTimeOrRests())) return undefined
    terms.push(termsIn(slice))
  }
  return terms.filter((list) => list !== "").join(" ")
}

/**
 * Forgets a session that has outgrown its stretch of numbers, so that it is indexed again where there is room; also one of which too much has
 * changed to remove it in one go. False means stop.
 */
async function keepsRoom(
  index: PastIndex,
  places: readonly MessagePlace[],
  session: PastSession,
  goesOn: GoesOn,
): Promise<boolean> {
  const entries = index.entriesOf(session.id)
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

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => void (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
}
