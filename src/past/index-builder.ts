// Brings the index up to what the host has now: newest sessions first, message by message, in pieces so small that nobody waits for them. It can be
// stopped anywhere, also by the end of the process, and goes on from there. What was edited, taken back or deleted meanwhile, also while Cairn was
// not running, is found by comparing.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { indexedTerms, termsOfTitle, voiceIn } from "./indexed-terms.ts"
import type { PastView } from "./past.ts"
import type { IndexedSession, NewEntry, PastIndex } from "./past-index.ts"
import type { PastMessage, PastSession } from "./past-session.ts"

export interface BuildLimits {
  /** A moment of `now` after which no new piece is begun. */
  readonly until: number
  now(): number
  isStopped(): boolean
  /** Sessions of which nothing is kept. */
  isExcluded(session: PastSession): boolean
  readonly maxBytes: number
  /** Between two pieces: nobody waits for the index, and the host has work of its own. */
  readonly restMs: number
}

const PIECE_MS = 6

/** Whether all is indexed now; false also where another process is at it. */
export async function bringUpToDate(index: PastIndex, view: PastView, limits: BuildLimits): Promise<boolean> {
  const mayGoOn = () => limits.now() < limits.until && !limits.isStopped() && index.takeLease(limits.now())
  if (!mayGoOn()) return false
  const goesOn = async () => {
    await rest(limits.restMs)
    return mayGoOn()
  }
  try {
    const indexed = index.sessions()
    const known = new Map(indexed.map(({ id, stamp }) => [id, stamp]))
    for (const { id } of goneFrom(indexed, view)) {
      index.forget(id)
      if (!(await goesOn())) return false
    }
    for (const session of view.sessions) {
      if (known.get(session.id) === stampOfSession(session)) continue
      if (limits.isExcluded(session)) {
        index.leaveOut(asIndexed(view, session))
        continue
      }
      if (!(await makeRoom(index, session, limits, goesOn))) return false
      if (!(await indexSession(index, view, session, goesOn))) return false
    }
    return true
  } finally {
    index.dropLease()
  }
}

/** Another one means that something in the session has changed. */
export function stampOfSession({ updated, revertedFrom, generation }: PastSession): string {
  return `${updated}.${generation}.${revertedFrom ?? ""}`
}

/**
 * Only what is missing from a database that was read is gone, and what was in a file that is deleted: others are locked for a moment, another
 * host's, or on a disk that is not there now.
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
  const { id, created, updated } = session
  return { id, created, updated, stamp: stampOfSession(session), database: view.databaseOf(session) }
}

/** After a rest. */
type GoesOn = () => Promise<boolean>

async function indexSession(index: PastIndex, view: PastView, session: PastSession, goesOn: GoesOn): Promise<boolean> {
  const places = view.places(session)
  const entries = index.entriesOf(session.id)
  const indexed = new Map(entries.map(({ id, changed }) => [id, changed]))
  const there = new Set([TITLE, ...places.map(({ id }) => id)])
  const changed = places.filter(({ id, changed }) => indexed.has(id) && indexed.get(id) !== changed).map(({ id }) => id)
  const gone = [...indexed.keys()].filter((id) => !there.has(id))
  index.remove(session.id, [TITLE, ...gone, ...changed])
  const number = index.begin(asIndexed(view, session))
  const positionFor = positionsFor(entries)
  let batch: NewEntry[] = [titleEntry(session)]
  let from = performance.now()
  for (const place of places) {
    if (indexed.get(place.id) === place.changed) continue
    const message = view.message(session, place, "ends")
    if (message) batch.push(entryFor(message, positionFor(place.id)))
    if (performance.now() - from < PIECE_MS) continue
    index.put(number, batch)
    batch = []
    if (!(await goesOn())) return false
    from = performance.now()
  }
  if (batch.length > 0) index.put(number, batch)
  index.set(asIndexed(view, session))
  return goesOn()
}

/** In the place of a message's id. */
const TITLE = ""

function titleEntry({ title, updated }: PastSession): NewEntry {
  return { id: TITLE, position: 0, voice: "summed up", changed: updated, terms: termsOfTitle(title) }
}

function entryFor(message: PastMessage, position: number): NewEntry {
  return { id: message.id, position, voice: voiceIn(message), changed: message.changed, terms: indexedTerms(message) }
}

/** A message that was indexed before keeps its place; what is new comes after all others. */
function positionsFor(entries: readonly { readonly id: string; readonly position: number }[]) {
  const before = new Map(entries.map(({ id, position }) => [id, position]))
  let last = Math.max(0, ...before.values())
  return (id: string) => before.get(id) ?? ++last
}

/** The oldest go when the file is as large as it may be; false: this one would be the oldest. */
async function makeRoom(
  index: PastIndex,
  session: PastSession,
  { maxBytes }: BuildLimits,
  goesOn: GoesOn,
): Promise<boolean> {
  if (index.bytes() < maxBytes) return true
  const oldest = index.sessions().sort((a, b) => a.updated - b.updated)[0]
  if (!oldest || oldest.updated >= session.updated) return false
  index.forget(oldest.id)
  return goesOn()
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => void (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
}
