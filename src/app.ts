// The composition root: paths and settings in, the opened store and its companions out. One App serves one directory; the store below it is shared
// by all directories of the process that use the same root.

import { existsSync, mkdtempSync } from "node:fs"
import { lstat, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { messageOf } from "./model/errors.ts"
import { createLateHooks, type LateHooks } from "./model/late-hooks.ts"
import type { Notice } from "./model/notice.ts"
import { onceFor } from "./model/once-for.ts"
import { globalScope, projectScope, type Scope, type ScopeName } from "./model/scope.ts"
import type { Config } from "./model/settings.ts"
import { openPast, type Past } from "./past/past.ts"
import type { Clock } from "./platform/clock.ts"
import type { Log } from "./platform/log.ts"
import { readBranch } from "./platform/repository.ts"
import { redactText } from "./redaction/redact.ts"
import type { CleanEvent } from "./session/clean-event.ts"
import { createLiveSessions, type LiveSessions } from "./session/live-session.ts"
import { holdsInCopies, outlivesRevert } from "./session/memory-event.ts"
import { emptyMemory, memoryAfter, type SessionMemory } from "./session/session-memory.ts"
import { type SlotSettings, slotSettings } from "./session/working-memory.ts"
import { beginMessage } from "./store/git/commit-message.ts"
import type { SessionJournal } from "./store/journal/session-journal.ts"
import { configFile, findRoot, layoutOf, type UserFolders, userFolders } from "./store/layout.ts"
import type { ScopeNotes } from "./store/notes/scope-notes.ts"
import { isSeeded, seedPaths, seedScope } from "./store/notes/seed-notes.ts"
import type { Store } from "./store/open-store.ts"
import { refuseForeign } from "./store/own-folder.ts"
import type { Checkout } from "./store/projects/projects.ts"
import { writeProjectsList } from "./store/projects/projects-list.ts"
import type { Settings } from "./store/settings-file.ts"
import { releaseStore, shareStore } from "./store/share-store.ts"
import type { Epochs } from "./store/tables/epochs.ts"
import { outputsOfPlace } from "./store/tables/tool-outputs.ts"

export interface App {
  /** As the settings are now. */
  readonly config: Config
  /** Settings whose value comes from the plugin's options, which a repository can supply. */
  readonly narrowed: readonly string[]
  readonly store: Store
  readonly project: AppProject
  readonly sessions: LiveSessions
  readonly epochs: Epochs
  /** What happened in each session, and what it remembers of it. */
  readonly journal: SessionJournal<SessionMemory, CleanEvent>
  /** What OpenCode has stored of all sessions. */
  readonly past: Past
  /** Slots of working memory, the user's own included. */
  readonly slots: SlotSettings
  /** Where the host keeps the user's own settings and instructions. */
  readonly hostConfig: string
  /** Scopes whose memory began with this start. */
  readonly begun: readonly ScopeName[]
  /** Where this user's other memories may be. */
  readonly userFolders: UserFolders
  /** Where the notes are, or will be. */
  readonly notesFolder: string
  /** False: there is no memory yet, and looking at the empty one leaves nothing behind. */
  readonly isBegun: boolean
  /** The directory that the host works in. */
  readonly directory: string
  readonly clock: Clock
  readonly log: Log
  /** What a person should know. */
  readonly notices: readonly Notice[]
  /** Answers that did not come in time. */
  readonly late: LateHooks
  /** Those of these worktree paths that are files. */
  filesThere(paths: readonly string[]): Promise<string[]>
  /** The branch that is checked out now; empty if there is none. */
  branch(): Promise<string>
  scopeNotes(scope: ScopeName): ScopeNotes
  scope(name: ScopeName): Scope
  /** Everything is loaded and scanned once. */
  readonly complete: Promise<void>
  isComplete(): boolean
  close(): Promise<void>
}

export interface AppProject {
  readonly name: string
  readonly scope: Scope
  readonly checkout: Checkout
  /** False for a folder that had no memory when it was opened. */
  readonly isMade: boolean
}

export interface AppOptions {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Those in force now. */
  readonly settings: Settings
  /** The project of this name, wherever its folder is, instead of the directory's. */
  readonly project?: string | undefined
  /** Only looks: creates neither a store nor a project. */
  readonly onlyReads?: boolean
  /** Which host's sessions these are, and which of its databases has them. */
  readonly host: { readonly name: string; readonly database: string }
  /** Those of a process in which hooks run. */
  readonly late?: LateHooks
}

/** Where memory is kept. */
export function memoryFolder(env: AppOptions["env"]): string {
  return findRoot(env)
}

export function logFile(env: AppOptions["env"]): string {
  return layoutOf(findRoot(env)).log
}

/** Where the pruned outputs of a directory are kept: a host must let its agent read there before the store is open. */
export function toolOutputsFolder(env: AppOptions["env"], directory: string): string {
  return outputsOfPlace(layoutOf(findRoot(env)).toolOutputs, directory)
}

export async function openApp(given: AppOptions): Promise<App> {
  const { settings, onlyReads = false } = given
  const root = findRoot(given.env)
  const isBegun = !onlyReads || existsSync(layoutOf(root).memory)
  if (!isBegun) await refuseForeign(layoutOf(root))
  // Nothing of it remains except the index of past sessions, which is in its usual place.
  const passing = !isBegun ? mkdtempSync(join(tmpdir(), "cairn-look-")) : undefined
  const store = await shareStore(passing ?? root, { ...settings.config, redact: redactText }, given.clock)
  const { log } = store
  for (const { text } of settings.problems) log.warn("config", { problem: text })
  if (settings.narrowed.length > 0) log.info("config", { setByOptions: settings.narrowed.join(" ") })
  const leave = async () => {
    await releaseStore(store)
    if (passing) await rm(passing, { recursive: true, force: true })
  }
  const { project, scopes, notice, begun, reason } = await openProject(given, store).catch(async (error) => {
    await leave()
    throw error
  })
  const epochs = store.epochs.of(project.name)
  const past = openPast(given.env, layoutOf(root).pastDb)
  const slots = createSlots(settings)
  const journal = openMemoryJournal(store, project.name, given, slots)
  log.info("opened", { project: project.name, reason, notes: scopes.global.index.size + scopes.project.index.size })

  let closed = false
  let isComplete = false
  let listing: Promise<void> | undefined
  const complete = Promise.all([scopes.global.complete, scopes.project.complete]).then(() => {
    isComplete = true
    // The day on which the project was last seen may have changed.
    if (!closed && begun.length === 0 && !onlyReads) listing = listProjects(store)
  })
  return {
    get config() {
      return settings.config
    },
    get narrowed() {
      return settings.narrowed
    },
    get slots() {
      return slots()
    },
    // The store and the settings may report more later.
    get notices() {
      return [...settings.problems, ...(notice ? [notice] : []), ...store.notices]
    },
    ...{ store, project, epochs, journal, log, complete, begun, isBegun },
    sessions: createLiveSessions(epochs.load),
    past,
    hostConfig: dirname(configFile(given.env)),
    userFolders: userFolders(given.env),
    notesFolder: layoutOf(root).memory,
    directory: given.directory,
    clock: given.clock,
    late: given.late ?? createLateHooks(),
    filesThere: (paths) => filesIn(project.checkout.worktree, paths),
    branch: () => readBranch(project.checkout.worktree).catch(() => ""),
    scopeNotes: (name) => scopes[name],
    scope: (name) => (name === "global" ? globalScope : project.scope),
    isComplete: () => isComplete,
    async close() {
      if (closed) return
      closed = true
      await listing
      await past.close()
      await journal.close()
      await leave()
    },
  }
}

function openMemoryJournal(
  store: Store,
  project: string,
  { host, settings }: AppOptions,
  slots: () => SlotSettings,
): App["journal"] {
  return store.openJournal<SessionMemory, CleanEvent>({
    ...{ project, host: host.name, database: host.database },
    empty: emptyMemory,
    after: (memory, event, message) => memoryAfter(memory, event, slots(), settings.config, message),
    outlivesRevert,
    holdsInCopies,
    // A copy of a paused session is paused too, wherever it was taken.
    afterFork: ({ paused }) => [
      { kind: "fork" },
      ...(paused === "now" ? [{ kind: "pause", isOn: true } as const] : []),
    ],
  })
}

/** No path leads out of the worktree. */
async function filesIn(worktree: string, paths: readonly string[]): Promise<string[]> {
  const within = paths.filter((path) => !isAbsolute(path) && !path.split(/[\\/]/).includes(".."))
  const found = await Promise.all(
    within.map((path) =>
      lstat(join(worktree, path)).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    ),
  )
  return within.filter((_, at) => found[at])
}

/** The project of the directory, its notes and the global ones, read as far as a prompt needs them. */
async function openProject({ settings, directory, onlyReads, project: name }: AppOptions, store: Store) {
  const { config } = settings
  // The global notes are the same for every project, so they are read while the project is identified.
  if (isSeeded(store.layout.memory, globalScope, config.hotDir)) store.scopeNotes(globalScope)
  const found =
    name === undefined
      ? await (onlyReads ? store.projects.find : store.projects.resolve)(directory)
      : await store.projects.named(name)
  const scope = projectScope(found.name)
  store.makeAtFirstWrite(scope, found.make)
  const begun = onlyReads ? [] : await seed(store, config, found.make ? [globalScope] : [globalScope, scope])
  const scopes = { global: store.scopeNotes(globalScope), project: store.scopeNotes(scope) }
  await Promise.all([scopes.global.ready, scopes.project.ready])
  if (begun.length > 0) await listProjects(store)
  const project = { name: found.name, scope, checkout: found, isMade: found.make === undefined }
  return { project, scopes, begun, notice: found.notice, reason: found.reason }
}

/** The slots that the settings ask for now. */
function createSlots(settings: Settings): () => SlotSettings {
  const slotsOf = onceFor((config: Config) => slotSettings(config.slots))
  return () => slotsOf(settings.config)
}

/** Makes the seed notes of new scopes, and returns those scopes; a failure costs the seed notes, not the memory. */
async function seed(store: Store, { hotDir }: Config, scopes: readonly Scope[]): Promise<ScopeName[]> {
  const { memory } = store.layout
  const unseeded = () => scopes.filter((scope) => !isSeeded(memory, scope, hotDir))
  if (unseeded().length === 0) return []
  try {
    return await store.notes.alone(async () => {
      const begun = unseeded()
      for (const scope of begun) {
        store.history?.announce({ why: beginMessage(scope.name), paths: seedPaths(scope, hotDir) })
        await seedScope(memory, scope, hotDir)
      }
      return begun.map(({ name }) => name)
    })
  } catch (error) {
    store.log.warn("seed", { why: messageOf(error) })
    return []
  }
}

async function listProjects(store: Store): Promise<void> {
  await writeProjectsList(store.notes, store.projects).catch((error) =>
    store.log.warn("projects-list", { why: messageOf(error) }),
  )
}
