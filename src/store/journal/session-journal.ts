// What happened in each session, as an append-only list of events, and the state they add up to. Hooks may not wait for a disk, and two processes
// may serve one session: so events are visible at once and written soon, in order, and decisions that depend on them are made inside the
// transaction that writes the decision.
import { tried } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Log } from "../../platform/log.ts"
import { type Choice, copyEvents, learntAfter, learntFrom, learntOf } from "./journal-rows.ts"
import { JournalWriter, type WriterOptions } from "./journal-writer.ts"

export type SessionJournal<S, E> = ReturnType<typeof openSessionJournal<S, E>>

/** Where a copy ends; without either, it is complete. */
export interface CopyEnd {
  /** The first message that is left out. */
  readonly before?: string | undefined
  /** The last message that is included. */
  readonly through?: string | undefined
}

export interface JournalOptions<S, E> extends WriterOptions<S, E> {
  /** What stays when its message is taken back. */
  readonly outlivesRevert?: (event: E) => boolean
  /** What a copy has wherever it ends. */
  readonly holdsInCopies?: (event: E) => boolean
  /** What a copy knows in addition to the original: that it is one. */
  readonly afterFork?: (original: S) => readonly E[]
}

const ASKED_AT_ONCE = 20
const MAX_GONE = 300

export function openSessionJournal<S, E>(options: JournalOptions<S, E>) {
  const { log, clock } = options
  const writer = new JournalWriter<S, E>(options)
  /** Removed in this process: anything that still arrives about them is late. */
  const gone = new RecentMap<string, true>(MAX_GONE)
  const drop = (session: string, choose: Choice) => dropEvents(writer, session, choose, options.outlivesRevert)

  return {
    /** What the session remembers now, including other processes' events; never throws. */
    read: (session: string): S => writer.read(session),
    /** The same for any session, even of another project, host or database: looking at it does not count as using it here. */
    peek: (session: string): S => writer.peek(session),
    /** Visible at once, on disk soon; never throws. For hooks, which must not wait. */
    note(session: string, events: readonly E[], message?: string): void {
      if (gone.has(session)) return
      for (const event of events) {
        const noted = outcomeOf(() => writer.list.note(session, message ?? null, event))
        if ("reason" in noted) writer.complain("journal-note", noted.reason)
      }
      writer.flushSoon()
    },
    /**
     * Decides on the newest state and writes, in one transaction: on disk when it resolves. If `decide` throws, that is thrown on and nothing is
     * written. It may run again if the transaction fails, so it must only compute.
     */
    change: <T>(session: string, decide: Decide<S, E, T>, message?: string): Promise<T> =>
      decideOnNewest(writer, clock, session, decide, message),
    /** A message is gone, and everything learnt from it on goes with it. Returns the number of events. */
    revert: (session: string, message: string) => drop(session, learntFrom(message, tooOld(log, session, message))),
    /** Removes only what was learnt from this message. */
    forget: (session: string, message: string) => drop(session, learntOf(message, tooOld(log, session, message))),
    /** For a fork: copies what `from` remembers into `to`, unless that has events already. */
    copy(from: string, to: string, end: CopyEnd = {}): Promise<void> {
      const isLasting = lasting(options.holdsInCopies)
      const choose = beyond(log, from, end)
      const left: Choice = (base, events) => choose(base, events).filter(({ data }) => !isLasting(data))
      const more = (options.afterFork?.(writer.read(from)) ?? []).map((event) => JSON.stringify(event))
      return writer.write({ work: (rows) => copyEvents(rows, { from, to, left, more }, clock.now()), session: to })
    },
    /** Whether Cairn was running in that session. */
    knows(session: string): boolean {
      return tried(() => writer.rows.base(session)) !== undefined
    },
    remove(session: string): Promise<void> {
      gone.set(session, true)
      return writer.write({ work: (rows) => rows.remove(session), session })
    },
    /**
     * Asks the host about sessions not seen for a week, at most `max` of them; one that has been missing for a week is removed. `exists` may throw
     * or return undefined, and then the session is left alone.
     */
    sweep: (exists: Exists, max = ASKED_AT_ONCE) => sweepSessions(writer, clock, exists, max),
    /** False: kept for this process only. */
    get isDurable(): boolean {
      return writer.rows.isDurable
    },
    /** Resolves when everything noted is on disk, or has been tried for long enough. */
    flush: () => writer.flush(),
    close: () => writer.close(),
  }
}

type Exists = (session: string) => Promise<boolean | undefined>

type Decide<S, E, T> = (state: S) => { events: readonly E[]; result: T }

type Outcome<T> = { readonly value: T } | { readonly reason: unknown }

async function decideOnNewest<S, E, T>(
  writer: JournalWriter<S, E>,
  clock: Clock,
  session: string,
  decide: Decide<S, E, T>,
  message?: string,
): Promise<T> {
  const { list } = writer
  const decided = await writer.write({
    session,
    outlivesPower: true,
    work(rows) {
      const { state } = list.caughtUp(rows, session, list.get(session).known)
      const outcome = outcomeOf(() => {
        const { events, result } = decide(state)
        return { result, events: events.map((event) => JSON.stringify(event)) }
      })
      const events = "value" in outcome ? outcome.value.events : []
      if (events.length > 0) rows.meet(session, clock.now())
      for (const data of events) rows.append(session, message ?? null, data)
      return outcome
    },
  })
  if ("reason" in decided) throw decided.reason
  return decided.value.result
}

function dropEvents<S, E>(
  writer: JournalWriter<S, E>,
  session: string,
  choose: Choice,
  stays?: (event: E) => boolean,
): Promise<number> {
  const isLasting = lasting(stays)
  return writer.write({
    session,
    work(rows) {
      const base = rows.base(session)
      const chosen = base ? choose(base, rows.since(session, 0)?.events ?? []) : []
      const dropped = chosen.filter(({ data }) => !isLasting(data))
      if (dropped.length > 0) rows.drop(session, dropped)
      return dropped.length
    },
  })
}

function lasting<E>(stays: (event: E) => boolean = () => false): (data: string) => boolean {
  return (data) => tried(() => stays(JSON.parse(data))) === true
}

function beyond(log: Log, session: string, { before, through }: CopyEnd): Choice {
  if (before !== undefined) return learntFrom(before, tooOld(log, session, before))
  return through === undefined ? () => [] : learntAfter(through, tooOld(log, session, through))
}

function tooOld(log: Log, session: string, message: string): () => void {
  return () => log.warn("journal-folded", { session, message, why: "too old to be told apart from what came after it" })
}

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (reason) {
    return { reason }
  }
}

async function sweepSessions<S, E>(writer: JournalWriter<S, E>, clock: Clock, exists: Exists, max: number) {
  const sessions = writer.rows.unseen(clock.now(), max)
  const removed: string[] = []
  for (const session of sessions) {
    // A host that cannot be asked has not said that the session is gone.
    const answer = await exists(session).catch(() => undefined)
    const isGone = await writer.write({ work: (rows) => rows.answer(session, answer, clock.now()), session })
    if (isGone) removed.push(session)
  }
  return { asked: sessions.length, removed }
}
