// A process's only writer to the session journal. Events are visible at once and written soon, in order. SQLite drivers block the event loop, so
// Cairn does not wait for a busy database, but asks again; if it turns out to be damaged, the process continues in memory.
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError, messageOf } from "../../model/errors.ts"
import { storeError } from "../../model/store-error.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Log } from "../../platform/log.ts"
import { isSqliteBusy, isSqliteDamaged, type Sqlite, sqliteErrno } from "../../platform/sqlite.ts"
import { type JournalRows, rowsInMemory, rowsInSqlite, type SessionOwner } from "./journal-rows.ts"
import {
  type After,
  createFold,
  createSessionList,
  FOLD_AT,
  type Fold,
  foldOld,
  type KnownSession,
  type SessionList,
} from "./session-list.ts"

export interface WriterOptions<S, E> extends SessionOwner {
  readonly db: Sqlite | undefined
  readonly log: Log
  readonly clock: Clock
  readonly empty: S
  readonly after: After<S, E>
}

const PATIENCE_MS = 5_000
const MAX_RETRY_MS = 2_000
/** After this many failed attempts a busy database is worth a log line. */
const BUSY_FOR_LONG = 10
const HOUR_MS = 3_600_000

interface Write<T> {
  readonly work: (rows: JournalRows) => T
  /** Its state is brought up to date within the transaction. */
  readonly session?: string | undefined
  /** On disk for good when it resolves. */
  readonly outlivesPower?: boolean | undefined
}

export class JournalWriter<S, E> {
  readonly list: SessionList<S, E>
  readonly #options: WriterOptions<S, E>
  readonly #fold: Fold<S, E>
  /** Still to be recorded as seen. */
  readonly #met = new Set<string>()
  readonly #overfull = new Set<string>()
  readonly #complaints = new Set<string>()
  #rows: JournalRows
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(options: WriterOptions<S, E>) {
    this.#options = options
    this.#fold = createFold(options.empty, options.after, options.log)
    this.list = createSessionList(this.#fold, options.log)
    this.#rows = options.db ? rowsInSqlite(options.db, options) : rowsInMemory()
  }

  get rows(): JournalRows {
    return this.#rows
  }

  read(session: string): S {
    return this.#look(session, () => {
      const { known } = this.list.get(session)
      const now = this.list.caughtUp(this.#rows, session, known)
      if (now !== known) this.#adopt(session, now)
      if (now.generation !== undefined) this.#meet(session)
      return this.list.visible(session)
    })
  }

  peek(session: string): S {
    return this.#look(session, () => this.list.glance(this.#rows, session))
  }

  #look(session: string, look: () => S): S {
    try {
      if (!this.#closed) return look()
    } catch (error) {
      if (!this.#surviveDamage(error)) this.complain("journal-read", error)
    }
    return this.list.visible(session)
  }

  write<T>(write: Write<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    const mine = this.#turn.then(() => this.#commitBy(deadline, write))
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  flushSoon(): void {
    if (!this.#closed) this.#timer ??= setTimeout(() => this.#flushNow(), 0)
  }

  async flush(): Promise<void> {
    if (this.#closed) return
    await this.write({ work: () => undefined }).catch((error) => this.complain("journal-write", error))
  }

  async close(): Promise<void> {
    await this.flush()
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** Once per cause, until a write succeeds again. */
  complain(event: string, error: unknown): void {
    const why = messageOf(error)
    if (!this.#complaints.has(event + why)) this.#options.log.warn(event, { why })
    this.#complaints.add(event + why)
  }

  async #commitBy<T>(deadline: number, write: Write<T>): Promise<T> {
    for (;;) {
      if (this.#closed) throw new CairnError("journal_closed", "the session journal is closed", "start OpenCode again")
      try {
        return this.#commit(write)
      } catch (error) {
        const isPatient = isSqliteBusy(error) && performance.now() <= deadline
        if (!this.#surviveDamage(error) && !isPatient) throw journalError(error)
      }
      await sleep(1 + Math.random() * 7)
    }
  }

  /** One transaction: everything that waits, then `work`. Nothing in memory changes unless it is committed. */
  #commit<T>({ work, session, outlivesPower = false }: Write<T>): T {
    const rows = this.#rows
    const events = [...this.list.pending]
    const fresh = new Map<string, KnownSession<S>>()
    const result = rows.transaction(() => {
      const touched = new Set([...this.#met, ...events.map((event) => event.session)])
      for (const id of touched) rows.meet(id, this.#options.clock.now())
      for (const event of events) rows.append(event.session, event.message, event.data)
      for (const id of this.#overfull) foldOld(rows, id, this.#fold)
      const done = work(rows)
      // A folded session is loaded again here, in the background, not in the next hook.
      for (const id of new Set([...touched, ...this.#overfull, ...(session === undefined ? [] : [session])])) {
        const listed = this.list.peek(id)
        if (listed) fresh.set(id, this.list.caughtUp(rows, id, listed.known))
      }
      return done
    }, outlivesPower)
    for (const waiting of [this.#met, this.#overfull, this.#complaints]) waiting.clear()
    this.#failures = 0
    this.list.written(events)
    for (const [id, known] of fresh) this.#adopt(id, known)
    return result
  }

  #adopt(session: string, known: KnownSession<S>): void {
    Object.assign(this.list.get(session), { known, visible: undefined })
    if (known.events < FOLD_AT) return
    this.#overfull.add(session)
    this.flushSoon()
  }

  #meet(session: string): void {
    const listed = this.list.get(session)
    const now = this.#options.clock.now()
    if (now - listed.metAt < HOUR_MS) return
    listed.metAt = now
    this.#met.add(session)
    this.flushSoon()
  }

  #flushNow(): void {
    this.#timer = undefined
    if (this.list.pending.length + this.#met.size + this.#overfull.size === 0) return
    try {
      this.#commit({ work: () => undefined })
    } catch (error) {
      const isUsual = isSqliteBusy(error) && this.#failures < BUSY_FOR_LONG
      if (!this.#surviveDamage(error) && !isUsual) this.complain("journal-write", error)
      const delay = Math.min(5 * 2 ** this.#failures++, MAX_RETRY_MS) * (0.5 + Math.random())
      this.#timer = setTimeout(() => this.#flushNow(), delay)
      this.#timer.unref()
    }
  }

  /** A damaged database is set aside at the next start; until then the process continues with what it has in memory. */
  #surviveDamage(error: unknown): boolean {
    if (!isSqliteDamaged(error) || !this.#rows.isDurable) return false
    this.#options.log.error("journal-damaged", { why: messageOf(error) })
    this.#rows = rowsInMemory()
    for (const [session, { known }] of this.list.all()) {
      if (known.generation === undefined) continue
      this.#rows.meet(session, this.#options.clock.now())
      this.#rows.setBase(session, JSON.stringify(known.state), null)
    }
    return true
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
