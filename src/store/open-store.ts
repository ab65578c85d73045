// Opens a store: everything below one root, shared by all projects of the process. Each part that cannot be had (no write access, no SQLite,
// a damaged database) is done without and said once; only a root that cannot even be read is an error.
import { access, constants } from "node:fs/promises"
import { messageOf } from "../model/errors.ts"
import { MAX_NOTE_BYTES, type NoteInfo } from "../model/note.ts"
import { isPrivate, type Scope } from "../model/scope.ts"
import { storeError } from "../model/store-error.ts"
import type { Clock } from "../platform/clock.ts"
import { type Log, openLog } from "../platform/log.ts"
import { privateDir, privateFile } from "../platform/private-mode.ts"
import type { Sqlite } from "../platform/sqlite.ts"
import { sweepTemps } from "../platform/temp-file.ts"
import { type History, openHistory } from "./git/history.ts"
import { type JournalOptions, openSessionJournal, type SessionJournal } from "./journal/session-journal.ts"
import { type Layout, layoutOf } from "./layout.ts"
import { openWriteLock, type WriteLock } from "./lock/write-lock.ts"
import { type IndexCache, openIndexCache } from "./notes/index-cache.ts"
import type { NoteSettings } from "./notes/note-reader.ts"
import { createNotes, type LostVersion, type Notes } from "./notes/notes.ts"
import { type Decisions, openDecisions } from "./notes/person-decisions.ts"
import { openScopeNotes, type ScopeNotes } from "./notes/scope-notes.ts"
import { openProjects, type Projects } from "./projects/projects.ts"
import { type CompactionLog, openCompactionLog } from "./tables/compaction-log.ts"
import { type AllEpochs, openEpochs } from "./tables/epochs.ts"
import { type Hosts, openHosts } from "./tables/hosts.ts"
import { type Outcomes, openOutcomes } from "./tables/outcomes.ts"
import { openStateDb } from "./tables/state-db.ts"
import { openToolOutputs, type ToolOutputs } from "./tables/tool-outputs.ts"
import { openWorkDays, type WorkDays } from "./tables/work-days.ts"

export interface StoreSettings extends NoteSettings {
  /** What every line of the log goes through. */
  readonly redact: (text: string) => string
  readonly history: boolean
  readonly autoCommitDebounceMs: number
}

export interface Store {
  readonly layout: Layout
  readonly log: Log
  readonly notes: Notes
  /** Undefined when switched off. */
  readonly history: History | undefined
  readonly epochs: AllEpochs
  readonly projects: Projects
  readonly hosts: Hosts
  readonly toolOutputs: ToolOutputs
  readonly compactions: CompactionLog
  readonly outcomes: Outcomes
  readonly workDays: WorkDays
  /** What happened in the sessions of one project and host. */
  openJournal<S, E>(given: Omit<JournalOptions<S, E>, "db" | "log" | "clock">): SessionJournal<S, E>
  /** What a person should know, in plain words. */
  readonly notices: readonly string[]
  /** Adds to the notices. */
  tell(notice: string): void
  /** The notes of a scope, opened at the first call. */
  scopeNotes(scope: Scope): ScopeNotes
  /** What a person decided about the facts of a scope. */
  decisions(scope: Scope): Decisions
  close(): Promise<void>
}

/** How long a note's last version on disk may hold up its replacement while it is being committed. */
const KEEP_VERSION_MS = 1500
/** A writer that has not renamed its temporary file after this time is dead. */
const STALE_TEMP_MS = 60_000
const DAMAGED =
  "the state database is damaged: sessions go on in memory; it is set aside at the next start. Notes are not affected"

export async function openStore(root: string, settings: StoreSettings, clock: Clock): Promise<Store> {
  const layout = layoutOf(root)
  const notices = await makeRoot(layout)
  const log = openLog(layout.log, { clock, redact: settings.redact })
  const onDamage = () => void (notices.includes(DAMAGED) || notices.push(DAMAGED))
  const parts = await openParts(layout, settings, log, notices, onDamage)
  const history = settings.history ? historyOf(layout, settings, clock, log) : undefined
  const scopes = new Map<string, ScopeNotes>()
  /** Up to which change of its index history has everything of a scope. */
  const committed = new Map<string, number>()
  const keyOf = (scope: Scope) => scope.folder.join("/")

  /** What somebody else wrote, and on removal also what is not committed yet, goes into history before it is gone from disk. */
  async function beforeLoss(scope: Scope, { path, hash }: NoteInfo, how: LostVersion): Promise<void> {
    if (!history || isPrivate(path)) return
    const index = scopes.get(keyOf(scope))?.index
    const known = index?.get(path)
    const isSaved = (index?.sequenceOf(path) ?? 0) <= (committed.get(keyOf(scope)) ?? -1)
    const isForeign = known?.info.hash !== hash || (known.foreign === true && !isSaved)
    if (!isForeign && !(how === "remove" && history.status().state === "pending")) return
    const sequence = index?.sequence ?? -1
    const { result } = await history.flush(KEEP_VERSION_MS)
    if (result === "committed" || result === "unchanged") committed.set(keyOf(scope), sequence)
  }

  const notes = createNotes({
    memory: layout.memory,
    settings,
    lock: parts.lock,
    indexOf: (scope) => scopes.get(keyOf(scope))?.index,
    beforeLoss,
    onChange: () => history?.touch(),
  })

  function scopeNotes(scope: Scope): ScopeNotes {
    const known = scopes.get(keyOf(scope))
    if (known) return known
    const opened = openScopeNotes({
      memory: layout.memory,
      scope,
      settings,
      cache: parts.cache,
      log,
      onForeignChange: () => history?.touch(),
    })
    scopes.set(keyOf(scope), opened)
    return opened
  }

  void sweepTemps(layout.memory, STALE_TEMP_MS, clock.now()).catch((error) =>
    log.warn("sweep", { why: messageOf(error) }),
  )
  return {
    layout,
    log,
    notes,
    history,
    epochs: openEpochs(parts.db, log, clock.now()),
    projects: openProjects({ memoryDir: layout.memory, db: parts.db, lock: parts.lock, log, clock }),
    hosts: openHosts(parts.db, log),
    toolOutputs: openToolOutputs({ folder: layout.toolOutputs, db: parts.db, log, clock }),
    compactions: openCompactionLog(parts.db, log),
    outcomes: openOutcomes(parts.db, log),
    workDays: openWorkDays(parts.db, log),
    openJournal: (given) => openSessionJournal({ ...given, db: parts.db, log, clock }),
    notices,
    tell: (notice) => void notices.push(notice),
    scopeNotes,
    decisions: (scope) =>
      openDecisions({ memory: layout.memory, scope, alone: notes.alone, onChange: () => history?.touch() }),
    async close() {
      for (const scope of scopes.values()) scope.close()
      for (const scope of scopes.values()) await parts.cache.save(scope.scope, scope.index)
      await history?.close()
      parts.lock.close()
      parts.cache.close()
      parts.db?.close()
      await log.flush()
    },
  }
}

async function makeRoot(layout: Layout): Promise<string[]> {
  const notices: string[] = []
  try {
    const made = await privateDir(layout.root)
    if (made.tightened) notices.push(`${layout.root} was open to other users; it is private now`)
    if (made.parentWritableByOthers)
      notices.push(`the folder above ${layout.root} is writable by every user of this machine`)
    await privateDir(layout.memory)
    await Promise.all([layout.lockDb, layout.stateDb, layout.indexDb, layout.log].map(privateFile))
    await access(layout.root, constants.W_OK)
  } catch (error) {
    const readable = await access(layout.memory).then(
      () => true,
      () => false,
    )
    if (!readable) throw storeError(error)
    notices.push(`memory is read-only: ${storeError(error).message}`)
  }
  return notices
}

interface Parts {
  readonly lock: WriteLock
  readonly db: Sqlite | undefined
  readonly cache: IndexCache
}

async function openParts(
  layout: Layout,
  settings: StoreSettings,
  log: Log,
  notices: string[],
  onDamage: () => void,
): Promise<Parts> {
  const [lock, state, cache] = await Promise.all([
    openWriteLock(layout.lockDb).catch((error) => {
      notices.push(`memory cannot be written: ${messageOf(error)}`)
      return refusingLock(error)
    }),
    openStateDb(layout.stateDb, log, onDamage),
    openIndexCache(layout.indexDb, settings, log),
  ])
  if (state.notice) notices.push(state.notice)
  return { lock, db: state.db, cache }
}

/** Without the lock nothing may be written; reading goes on. */
function refusingLock(error: unknown): WriteLock {
  return { hold: () => Promise.reject(storeError(error)), close: () => undefined }
}

function historyOf(layout: Layout, settings: StoreSettings, clock: Clock, log: Log): History {
  return openHistory({
    gitDir: layout.historyGit,
    workTree: layout.memory,
    debounceMs: settings.autoCommitDebounceMs,
    clock,
    log,
    accepts: (_path, size) => size <= MAX_NOTE_BYTES,
  })
}
