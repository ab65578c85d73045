// The sessions a process has loaded: the state of each one's rows, plus what is not written yet. Another process may write to the same session at
// any time, so a state is known up to a numbered event of a generation, and updated from there.

import { messageOf } from "../../model/errors.ts"
import { firstTime, RecentMap } from "../../model/recent-map.ts"
import type { Log } from "../../platform/log.ts"
import type { EventRow, JournalRows } from "./journal-rows.ts"

/** The state that a session's rows add up to. */
export interface KnownSession<S> {
  readonly state: S
  readonly seq: number
  /** Undefined: this session had no rows. */
  readonly generation: number | undefined
  readonly events: number
}

export interface ListedSession<S> {
  known: KnownSession<S>
  /** Including what is not written yet; undefined if it has to be computed again. */
  visible: S | undefined
  /** When the session was last recorded as seen. */
  metAt: number
}

export interface PendingEvent<E> {
  readonly session: string
  readonly message: string | null
  readonly data: string
  readonly event: E
}

export type SessionList<S, E> = ReturnType<typeof createSessionList<S, E>>

const MAX_RELOADS = 5
const MAX_PENDING = 5_000
/** Several are dropped at once: each time costs a log line and a fold. */
const KEPT_PENDING = 4_500

export function createSessionList<S, E>(fold: Fold<S, E>, log: Log) {
  const sessions = new RecentMap<string, ListedSession<S>>()
  const blank: KnownSession<S> = { state: fold.empty, seq: 0, generation: undefined, events: 0 }
  let pending: PendingEvent<E>[] = []

  function get(session: string): ListedSession<S> {
    const listed = sessions.get(session) ?? { known: blank, visible: undefined, metAt: Number.NEGATIVE_INFINITY }
    sessions.set(session, listed)
    return listed
  }

  function makeRoom(): void {
    if (pending.length <= MAX_PENDING) return
    const dropped = pending.splice(0, pending.length - KEPT_PENDING)
    for (const listed of sessions.values()) listed.visible = undefined
    log.warn("journal-dropped", { events: dropped.length })
  }

  function withPending(session: string, written: S): S {
    return pending
      .filter((event) => event.session === session)
      .reduce((state, { event, message }) => fold.add(state, event, message), written)
  }

  /** Throws what the database throws. */
  function caughtUp(rows: JournalRows, session: string, known: KnownSession<S>): KnownSession<S> {
    let from = known
    // Between two queries somebody may give the session another generation.
    for (let reload = 0; reload < MAX_RELOADS; reload++) {
      if (from.generation === undefined) {
        const row = rows.base(session)
        if (!row) return blank
        from = { state: fold.fromBase(row.base), seq: 0, generation: row.generation, events: 0 }
      }
      const news = rows.since(session, from.seq)
      if (news?.generation === from.generation) return advanced(fold, from, news?.events ?? [])
      from = blank
    }
    return known
  }

  return {
    /** Not written yet, in the order in which they came. */
    get pending(): readonly PendingEvent<E>[] {
      return pending
    },
    get,
    peek: (session: string) => sessions.get(session),
    all: (): Iterable<[string, ListedSession<S>]> => sessions,
    /** The state in memory, without reading the rows. */
    visible(session: string): S {
      const listed = get(session)
      listed.visible ??= withPending(session, listed.known.state)
      return listed.visible
    },
    /** The state of the rows plus what is not written yet. The session is not kept loaded for it. Throws what the database throws. */
    glance(rows: JournalRows, session: string): S {
      return withPending(session, caughtUp(rows, session, sessions.get(session)?.known ?? blank).state)
    },
    note(session: string, message: string | null, given: E): void {
      const data = JSON.stringify(given)
      // As it will be read back, and out of reach of the caller that gave it.
      const event: E = JSON.parse(data)
      pending.push({ session, message, data, event })
      const listed = sessions.get(session)
      if (listed?.visible !== undefined) listed.visible = fold.add(listed.visible, event, message)
      makeRoom()
    },
    written(events: readonly PendingEvent<E>[]): void {
      const gone = new Set(events)
      pending = pending.filter((event) => !gone.has(event))
    },
    caughtUp,
  }
}

function advanced<S, E>(fold: Fold<S, E>, known: KnownSession<S>, events: readonly EventRow[]): KnownSession<S> {
  const seq = events.at(-1)?.seq
  if (seq === undefined) return known
  return { ...known, state: fold.replay(known.state, events), seq, events: known.events + events.length }
}

export type Fold<S, E> = ReturnType<typeof createFold<S, E>>

/** `message`: the one that the event came with. */
export type After<S, E> = (state: S, event: E, message: string | null) => S

const MAX_REPORTED = 1_000

/** How events add up. One that cannot be read is skipped, so that the others still count. */
export function createFold<S, E>(empty: S, after: After<S, E>, log: Log) {
  const isNews = firstTime(MAX_REPORTED)

  /** A bad row is read at every load, and is worth one log line. */
  function attempt(what: string, otherwise: S, work: () => S): S {
    try {
      return work()
    } catch (error) {
      if (isNews(what)) log.warn("journal-unreadable", { what, why: messageOf(error) })
      return otherwise
    }
  }

  return {
    empty,
    add: (state: S, event: E, message: string | null) =>
      attempt("a new event", state, () => after(state, event, message)),
    replay: (start: S, events: readonly EventRow[]) =>
      events.reduce(
        (state, { seq, data, message }) =>
          attempt(`event ${seq}`, state, () => after(state, JSON.parse(data), message)),
        start,
      ),
    fromBase: (base: string | null) =>
      attempt("a base", empty, () => (base === null ? empty : filledIn(empty, JSON.parse(base)))),
  }
}

/** A base that another version of Cairn wrote may lack fields of this one. */
function filledIn<T>(empty: T, found: T): T {
  if (!isRecord(empty) || !isRecord(found)) return found
  const missing = Object.entries(empty).map(([key, value]) => [key, key in found ? filledIn(value, found[key]) : value])
  return { ...found, ...Object.fromEntries(missing) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value)
}

/** A session with this many events is folded … */
export const FOLD_AT = 2_000
/** … except for the newest ones, which can still be taken back. */
const UNFOLDED = 1_000

/** Keeps the table bounded: of a long session only the newest events stay as they were. Within a transaction. */
export function foldOld<S, E>(rows: JournalRows, session: string, fold: Fold<S, E>): void {
  const row = rows.base(session)
  const events = rows.since(session, 0)?.events ?? []
  if (!row || events.length < FOLD_AT) return
  const old = events.slice(0, -UNFOLDED)
  const messages = [row.base_message, ...old.map((event) => event.message)].filter((id) => id !== null)
  const base = JSON.stringify(fold.replay(fold.fromBase(row.base), old))
  rows.setBase(session, base, messages.sort().at(-1) ?? null)
  rows.dropUpTo(session, (old.at(-1) as EventRow).seq)
}
