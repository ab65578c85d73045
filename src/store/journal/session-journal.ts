// What happened in each session, as an append-only list of events, and what they add up to. Hooks may not wait for a disk, and two
// processes may serve one session: so events are visible at once and written soon, in order, and whoever has to decide on them does so
// inside the transaction that writes the decision. SQLite drivers block the event loop: a busy database is not waited for, but asked again.
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError, messageOf } from "../../model/errors.ts"
import { storeError } from "../../model/store-error.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Log } from "../../platform/log.ts"
import { isSqliteBusy, isSqliteDamaged, type Sqlite, sqliteErrno } from "../../platform/sqlite.ts"
import {
  type Choice,
  copyEvents,
  type JournalRows,
  learntAfter,
  learntFrom,
  learntOf,
  rowsInMemory,
  rowsInSqlite,
  type SessionOwner,
} from "./journal-rows.ts"
import { createFold, createSessionList, FOLD_AT, foldOld, type KnownSession } from "./session-list.ts"

export interface SessionJournal<S, E> {
  /** What the session remembers now, other processes' events included; never throws. */
  read(session: string): S
  /** Visible at once, on disk soon; never throws. For hooks, which must not wait. */
  note(session: string, events: readonly E[], message?: string): void
  /**
   * Decides on the newest state and writes, in one transaction: on disk when it resolves. What `decide` throws is thrown on, and then
   * nothing was decided. It may run again when the transaction fails, so it only computes.
   */
  change<T>(session: string, decide: (state: S) => { events: readonly E[]; result: T }, message?: string): Promise<T>
  /** A message is gone, and what was learnt from it on goes with it. Gives how many events that were. */
  revert(session: string, message: string): Promise<number>
  /** Only what was learnt from this very message goes. */
  forget(session: string, message: string): Promise<number>
  /** For a fork: copies what `from` remembers into `to`, unless that has events already. A text is the message `before` which it ends. */
  copy(from: string, to: string, end?: CopyEnd): Promise<void>
  remove(session: string): Promise<void>
  /**
   * Asks about sessions not seen for a week, at most `max` of them; what has been missing for a week goes. `exists` may throw or say
   * undefined, and then the session is left alone.
   */
  sweep(
    exists: (session: string) => Promise<boolean | undefined>,
    max?: number,
  ): Promise<{ asked: number; removed: readonly string[] }>
  /** False: kept for this process only. */
  readonly isDurable: boolean
  /** Resolves when all that was noted is on disk, or has been tried for long enough. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Where a copy ends; without either, it has all there is. */
export interface CopyEnd {
  /** The first message that does not count. */
  readonly before?: string | undefined
  /** The last message that does. */
  readonly through?: string | undefined
}

export interface JournalOptions<S, E> extends SessionOwner {
  readonly db: Sqlite | undefined
  readonly log: Log
  readonly clock: Clock
  readonly empty: S
  readonly after: (state: S, event: E) => S
  /** What every event goes through before it is kept or seen; what throws here is not kept. */
  readonly clean?: (event: E) => E
  /** What stays when the message it belongs to is taken back. */
  readonly outlivesRevert?: (event: E) => boolean
  /** What a copy knows more than the original: that it is one. */
  readonly afterFork?: readonly E[]
  /** The database turned out to be damaged while it was in use. */
  readonly onDamage?: () => void
}

const PATIENCE_MS = 5_000
const MAX_RETRY_MS = 2_000
/** So many tries in vain: until then a busy database is not worth a line. */
const BUSY_FOR_LONG = 10
const HOUR_MS = 3_600_000
const ASKED_AT_ONCE = 20
const MAX_GONE = 300

export function openSessionJournal<S, E>(options: JournalOptions<S, E>): SessionJournal<S, E> {
  const { db, log, clock, clean = (event: E) => event } = options
  const fold = createFold(options.empty, options.after, log)
  const list = createSessionList(fold, log)
  let rows: JournalRows = db ? rowsInSqlite(db, options) : rowsInMemory()
  /** To be written down as seen. */
  const met = new Set<string>()
  const overfull = new Set<string>()
  const complaints = new Set<string>()
  /** Removed in this process: what still comes in about them is late. */
  const gone = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let closed = false

  /** One transaction: all that waits, then `work`. Nothing in memory changes unless it is committed. */
  function commit<T>(work: () => T, session?: string, outlivesPower = false): T {
    const events = [...list.pending]
    const fresh = new Map<string, KnownSession<S>>()
    const result = rows.transaction(() => {
      const touched = new Set([...met, ...events.map((event) => event.session)])
      for (const id of touched) rows.meet(id, clock.now())
      for (const event of events) rows.append(event.session, event.message, event.data)
      for (const id of overfull) foldOld(rows, id, fold)
      const done = work()
      // A folded session is loaded anew here, behind everybody's back, not in the next hook.
      for (const id of new Set([...touched, ...overfull, ...(session === undefined ? [] : [session])])) {
        const listed = list.peek(id)
        if (listed) fresh.set(id, list.caughtUp(rows, id, listed.known))
      }
      return done
    }, outlivesPower)
    for (const waiting of [met, overfull, complaints]) waiting.clear()
    failures = 0
    list.written(events)
    for (const [id, known] of fresh) adopt(id, known)
    return result
  }

  function adopt(session: string, known: KnownSession<S>): void {
    Object.assign(list.get(session), { known, visible: undefined })
    if (known.events < FOLD_AT) return
    overfull.add(session)
    flushSoon()
  }

  /** Writers of this process take turns, so that they are served in the order in which they came. */
  function write<T>(work: () => T, session?: string, outlivesPower = false): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    const mine = turn.then(() => commitBy(deadline, work, session, outlivesPower))
    turn = mine.catch(() => undefined)
    return mine
  }

  async function commitBy<T>(
    deadline: number,
    work: () => T,
    session: string | undefined,
    outlivesPower: boolean,
  ): Promise<T> {
    for (;;) {
      if (closed) throw new CairnError("journal_closed", "the session journal is closed", "start OpenCode again")
      try {
        return commit(work, session, outlivesPower)
      } catch (error) {
        if (!surviveDamage(error) && (!isSqliteBusy(error) || performance.now() > deadline)) throw journalError(error)
      }
      await sleep(1 + Math.random() * 7)
    }
  }

  function flushSoon(): void {
    if (!closed) timer ??= setTimeout(flushNow, 0)
  }

  function flushNow(): void {
    timer = undefined
    if (list.pending.length + met.size + overfull.size === 0) return
    try {
      commit(() => undefined)
    } catch (error) {
      if (!surviveDamage(error) && !(isSqliteBusy(error) && failures < BUSY_FOR_LONG)) complain("journal-write", error)
      const delay = Math.min(5 * 2 ** failures++, MAX_RETRY_MS) * (0.5 + Math.random())
      timer = setTimeout(flushNow, delay)
      timer.unref()
    }
  }

  /** A damaged database is set aside at the next start; until then the process goes on with what it has in memory. */
  function surviveDamage(error: unknown): boolean {
    if (!isSqliteDamaged(error) || !rows.isDurable) return false
    log.error("journal-damaged", { why: messageOf(error) })
    options.onDamage?.()
    rows = rowsInMemory()
    for (const [session, { known }] of list.all()) {
      if (known.generation === undefined) continue
      rows.meet(session, clock.now())
      rows.setBase(session, JSON.stringify(known.state), null)
    }
    return true
  }

  /** Once a cause, until something could be written again. */
  function complain(event: string, error: unknown): void {
    const why = messageOf(error)
    if (!complaints.has(event + why)) log.warn(event, { why })
    complaints.add(event + why)
  }

  async function flush(): Promise<void> {
    if (closed) return
    await write(() => undefined).catch((error) => complain("journal-write", error))
  }

  function read(session: string): S {
    if (!closed) {
      try {
        const { known } = list.get(session)
        const now = list.caughtUp(rows, session, known)
        if (now !== known) adopt(session, now)
        if (now.generation !== undefined) meet(session)
      } catch (error) {
        if (!surviveDamage(error)) complain("journal-read", error)
      }
    }
    return list.visible(session)
  }

  function meet(session: string): void {
    const listed = list.get(session)
    if (clock.now() - listed.metAt < HOUR_MS) return
    listed.metAt = clock.now()
    met.add(session)
    flushSoon()
  }

  function tooOld(session: string, message: string): () => void {
    return () =>
      log.warn("journal-folded", { session, message, why: "too old to be told apart from what came after it" })
  }

  function beyond(session: string, { before, through }: CopyEnd): Choice {
    if (before !== undefined) return learntFrom(before, tooOld(session, before))
    return through === undefined ? () => [] : learntAfter(through, tooOld(session, through))
  }

  function stays(data: string): boolean {
    const read = outcomeOf(() => options.outlivesRevert?.(JSON.parse(data)) ?? false)
    return "value" in read && read.value
  }

  function drop(session: string, choose: Choice): Promise<number> {
    return write(() => {
      const base = rows.base(session)
      const chosen = base ? choose(base, rows.since(session, 0)?.events ?? []) : []
      const gone = chosen.filter(({ data }) => !stays(data))
      if (gone.length > 0) rows.drop(session, gone)
      return gone.length
    }, session)
  }

  return {
    read,
    note(session, events, message) {
      if (gone.has(session)) return
      for (const event of events) {
        const noted = outcomeOf(() => list.note(session, message ?? null, clean(event)))
        if ("reason" in noted) complain("journal-note", noted.reason)
      }
      flushSoon()
    },
    async change(session, decide, message) {
      const decision = await write(
        () => {
          const { state } = list.caughtUp(rows, session, list.get(session).known)
          const outcome = outcomeOf(() => {
            const { events, result } = decide(state)
            return { result, events: events.map((event) => JSON.stringify(clean(event))) }
          })
          const events = "value" in outcome ? outcome.value.events : []
          if (events.length > 0) rows.meet(session, clock.now())
          for (const data of events) rows.append(session, message ?? null, data)
          return outcome
        },
        session,
        true,
      )
      if ("reason" in decision) throw decision.reason
      return decision.value.result
    },
    revert: (session, message) => drop(session, learntFrom(message, tooOld(session, message))),
    forget: (session, message) => drop(session, learntOf(message, tooOld(session, message))),
    copy(from, to, end = {}) {
      const left = beyond(from, end)
      const more = (options.afterFork ?? []).map((event) => JSON.stringify(event))
      return write(() => copyEvents(rows, { from, to, left, more }, clock.now()), to)
    },
    remove(session) {
      gone.add(session)
      if (gone.size > MAX_GONE) gone.delete(gone.values().next().value as string)
      return write(() => rows.remove(session), session)
    },
    async sweep(exists, max = ASKED_AT_ONCE) {
      const sessions = rows.unseen(clock.now(), max)
      const removed: string[] = []
      for (const session of sessions) {
        const answer = await ask(exists, session)
        if (await write(() => rows.answer(session, answer, clock.now()), session)) removed.push(session)
      }
      return { asked: sessions.length, removed }
    },
    get isDurable() {
      return rows.isDurable
    },
    flush,
    async close() {
      await flush()
      closed = true
      clearTimeout(timer)
    },
  }
}

function outcomeOf<T>(work: () => T): { value: T } | { reason: unknown } {
  try {
    return { value: work() }
  } catch (reason) {
    return { reason }
  }
}

/** A host that cannot be asked has not said that the session is gone. */
async function ask(
  exists: (session: string) => Promise<boolean | undefined>,
  session: string,
): Promise<boolean | undefined> {
  try {
    return await exists(session)
  } catch {
    return undefined
  }
}

function journalError(error: unknown): CairnError {
  if (isSqliteBusy(error)) {
    return new CairnError(
      "journal_busy",
      "another process keeps the session state locked; nothing was changed",
      "Try again in a moment. If it lasts, find the OpenCode or Cairn process that is still writing.",
      { cause: error },
    )
  }
  const code = sqliteErrno(error)
  return storeError(code ? { code, cause: error } : error)
}
