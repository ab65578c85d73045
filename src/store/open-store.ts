// Opens a store: everything below one root, shared by all projects of the process. Each part that is unavailable (no write access, no SQLite, a
// damaged database) is left out and reported once; only a root that cannot even be read is an error.

import { existsSync } from "node:fs"
import { access, constants } from "node:fs/promises"
import { CairnError, messageOf, toLog } from "../model/errors.ts"
import { MAX_NOTE_BYTES } from "../model/note.ts"
import { type Notice, notice } from "../model/notice.ts"
import type { Scope } from "../model/scope.ts"
import { storeError } from "../model/store-error.ts"
import type { Clock } from "../platform/clock.ts"
import { otherUsersOf } from "../platform/file-users.ts"
import { type Log, openLog } from "../platform/log.ts"
import { privateDir, privateFile } from "../platform/private-mode.ts"
import type { Sqlite } from "../platform/sqlite.ts"
import { STALE_TEMP_MS, sweepTemps } from "../platform/temp-file.ts"
import { eraseWords, findWords } from "./erasure/erase-words.ts"
import type { NamedChange } from "./git/commit-message.ts"
import { History } from "./git/history.ts"
import { type JournalOptions, openSessionJournal } from "./journal/session-journal.ts"
import { type Layout, layoutOf } from "./layout.ts"
import { openWriteLock, type WriteLock } from "./lock/write-lock.ts"
import { type IndexCache, openIndexCache } from "./notes/index-cache.ts"
import { createVersionKeeper } from "./notes/keep-versions.ts"
import type { NoteSettings } from "./notes/note-reader.ts"
import { createNotes } from "./notes/notes.ts"
import { openDecisions } from "./notes/person-decisions.ts"
import { openScopeNotes, type ScopeNotes } from "./notes/scope-notes.ts"
import { openWrittenMarks } from "./notes/written-marks.ts"
import { refuseForeign, unmakeable, WRITABLE_HINT } from "./own-folder.ts"
import { openProjects } from "./projects/projects.ts"
import { openBackgroundLog } from "./tables/background-log.ts"
import { openCompactionLog } from "./tables/compaction-log.ts"
import { openEpochs } from "./tables/epochs.ts"
import { openLastWork, openWorkDays } from "./tables/last-work.ts"
import { openOutcomes } from "./tables/outcomes.ts"
import { openShownClaims, openShownPrompts } from "./tables/shown-prompts.ts"
import { spareState } from "./tables/spare-state.ts"
import { openStateDb } from "./tables/state-db.ts"
import { openToolOutputs } from "./tables/tool-outputs.ts"
import { openTypedDirectives } from "./tables/typed-directives.ts"

export interface StoreSettings extends NoteSettings {
  /** Every line of the log goes through this. */
  readonly redact: (text: string) => string
  readonly history: boolean
  readonly autoCommitDebounceMs: number
}

export type Store = Awaited<ReturnType<typeof openStore>>

const DAMAGED = notice(
  "state_damaged",
  "the state database is damaged: sessions go on in memory; it is set aside at the next start. Notes are not affected",
  "restart OpenCode",
)

export async function openStore(root: string, settings: StoreSettings, clock: Clock) {
  const layout = layoutOf(root)
  const { memory } = layout
  const notices = await makeRoot(layout)
  const log = openLog(layout.log, { clock, redact: settings.redact })
  const onDamage = () => void (notices.includes(DAMAGED) || notices.push(DAMAGED))
  const { db, lock, cache } = await openParts(layout, settings, log, notices, onDamage)
  const history = settings.history ? historyOf(layout, settings, clock, log) : undefined
  const onChange = () => history?.touch()
  const announce = (change: NamedChange) => history?.announce(change)
  const scopes = createScopes((scope) =>
    openScopeNotes({ memory, scope, settings, cache, log, onForeignChange: onChange }),
  )
  const unmade = new Map<string, () => Promise<void>>()
  const marks = openWrittenMarks(layout.written)
  const notes = createNotes({
    ...{ memory, settings, lock, onChange, marks },
    indexOf: scopes.indexOf,
    beforeLoss: createVersionKeeper(history, scopes.indexOf, marks),
    announce,
    async beforeWrite(scope) {
      await unmade.get(keyOf(scope))?.()
      unmade.delete(keyOf(scope))
    },
  })
  void sweepTemps(memory, STALE_TEMP_MS, clock.now()).catch(toLog({ log }, "sweep"))
  return {
    ...{ layout, log, notes },
    /** Undefined when switched off. */
    history,
    /** What a person should know, in plain words. */
    notices: notices as readonly Notice[],
    tell: (told: Notice) => void notices.push(told),
    ...openTables(layout, db, log, clock),
    projects: openProjects({ memoryDir: memory, db, lock, log, clock, announce }),
    openJournal: <S, E>(given: Omit<JournalOptions<S, E>, "db" | "log" | "clock">) =>
      openSessionJournal<S, E>({ ...given, db, log, clock }),
    /** The notes of a scope, opened at the first call. */
    scopeNotes: scopes.open,
    /** The function that makes the scope's folder, run before the first note is written there, by the only writer; undefined if the folder exists. */
    makeAtFirstWrite: (scope: Scope, make: (() => Promise<void>) | undefined) =>
      void (make ? unmade.set(keyOf(scope), make) : unmade.delete(keyOf(scope))),
    otherUsers: () => otherUsersOf(layout.stateDb),
    /** Where the words are that `erase` would remove. */
    findWords: (words: string) => findWords({ layout, db, history }, words),
    erase: (words: string) => notes.alone(() => eraseWords({ layout, db, history }, words)),
    decisions: (scope: Scope) => openDecisions({ memory, scope, alone: notes.alone, onChange }),
    async close(): Promise<void> {
      await scopes.close(cache)
      await history?.close()
      lock.close()
      cache.close()
      db?.close()
      await log.flush()
    },
  }
}

function keyOf(scope: Scope): string {
  return scope.folder.join("/")
}

/** The scopes of the store, each opened once. */
function createScopes(openOne: (scope: Scope) => ScopeNotes) {
  const scopes = new Map<string, ScopeNotes>()
  return {
    open(scope: Scope): ScopeNotes {
      const opened = scopes.get(keyOf(scope)) ?? openOne(scope)
      scopes.set(keyOf(scope), opened)
      return opened
    },
    /** For a scope that is open. */
    indexOf: (scope: Scope) => scopes.get(keyOf(scope))?.index,
    async close(cache: IndexCache): Promise<void> {
      for (const scope of scopes.values()) scope.close()
      for (const { scope, index } of scopes.values()) await cache.save(scope, index)
    },
  }
}

function openTables(layout: Layout, db: Sqlite | undefined, log: Log, clock: Clock) {
  const state = (event: string) => spareState(db, log, event)
  return {
    epochs: openEpochs(state("epoch-state"), clock.now()),
    toolOutputs: openToolOutputs({ folder: layout.toolOutputs, db, log, clock }),
    compactions: openCompactionLog(state("compaction-log")),
    outcomes: openOutcomes(state("outcomes")),
    workDays: openWorkDays(state("work-days")),
    typedDirectives: openTypedDirectives(state("typed-directives")),
    shownClaims: openShownClaims(state("shown-claims")),
    lastWork: openLastWork(state("last-work")),
    shownPrompts: openShownPrompts(state("shown-prompts"), clock.now()),
    background: openBackgroundLog(state("background-log")),
  }
}

async function makeRoot(layout: Layout): Promise<Notice[]> {
  const notices: Notice[] = []
  await refuseForeign(layout)
  try {
    const made = await privateDir(layout.root)
    if (made.tightened)
      notices.push(notice("store_was_open", `${layout.root} was open to other users; it is private now`))
    if (made.parentWritableByOthers)
      notices.push(
        notice(
          "folder_open_to_all",
          `the folder above ${layout.root} is writable by every user of this machine`,
          "take that permission away, or move Cairn's folder",
        ),
      )
    await privateDir(layout.memory)
    await access(layout.root, constants.W_OK)
  } catch (error) {
    const isReadable = await access(layout.memory).then(
      () => true,
      () => false,
    )
    if (!existsSync(layout.root))
      throw new CairnError(storeError(error).code, unmakeable(layout.root, error), WRITABLE_HINT, {
        cause: error,
        needsPerson: true,
      })
    if (!isReadable) throw storeError(error)
    const { message, hint } = storeError(error)
    notices.push(notice("store_read_only", `memory is read-only: ${message}`, hint))
  }
  // What needs a file that is not one, or is not ours, says so when it opens it; the others go on.
  await Promise.allSettled([layout.lockDb, layout.stateDb, layout.indexDb, layout.log].map(privateFile))
  return notices
}

async function openParts(layout: Layout, settings: StoreSettings, log: Log, notices: Notice[], onDamage: () => void) {
  const [lock, state, cache] = await Promise.all([
    openWriteLock(layout.lockDb).catch((error) => {
      notices.push(notice("store_locked", `memory cannot be written: ${messageOf(error)}`))
      return refusingLock(error)
    }),
    openStateDb(layout.stateDb, log, onDamage),
    openIndexCache(layout.indexDb, settings, log),
  ])
  if (state.notice) notices.push(state.notice)
  return { lock, db: state.db, cache }
}

/** Without the lock nothing may be written; reading still works. */
function refusingLock(error: unknown): WriteLock {
  return { hold: () => Promise.reject(storeError(error)), close: () => undefined }
}

function historyOf(layout: Layout, settings: StoreSettings, clock: Clock, log: Log): History {
  return new History({
    gitDir: layout.historyGit,
    workTree: layout.memory,
    debounceMs: settings.autoCommitDebounceMs,
    clock,
    log,
    accepts: (_path, size) => size <= MAX_NOTE_BYTES,
  })
}
