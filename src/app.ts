// The composition root: paths and settings in, the opened store and its companions out. One App serves one directory; the store below it is shared
// by all directories of the process that use the same root.

import { existsSync, mkdtempSync } from "node:fs"
import { lstat, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { createDeferredWork } from "./model/deferred-work.ts"
import { toLog } from "./model/errors.ts"
import { createLateHooks, type LateHooks } from "./model/late-hooks.ts"
import type { Notice } from "./model/notice.ts"
import { onceFor } from "./model/once-for.ts"
import { globalScope, projectScope, type Scope, type ScopeName } from "./model/scope.ts"
import type { Config } from "./model/settings.ts"
import { openPast } from "./past/past.ts"
import type { Clock } from "./platform/clock.ts"
import { readBranch } from "./platform/repository.ts"
import { redactText } from "./redaction/redact.ts"
import { type CleanEvent, holdsInCopies, outlivesRevert } from "./session/event-kinds.ts"
import { createLiveSessions } from "./session/live-session.ts"
import { emptyMemory, memoryAfter, type SessionMemory } from "./session/session-memory.ts"
import { wholeEvent } from "./session/whole-event.ts"
import { type SlotSettings, slotSettings } from "./session/working-memory.ts"
import { beginMessage } from "./store/git/commit-message.ts"
import { configFile, findRoot, layoutOf, userFolders } from "./store/layout.ts"
import type { ScopeNotes } from "./store/notes/scope-notes.ts"
import { isSeeded, seedPaths, seedScope } from "./store/notes/seed-notes.ts"
import type { Store } from "./store/open-store.ts"
import { hasLostNotes, refuseForeign, whyUnmakeable } from "./store/own-folder.ts"
import type { Checkout } from "./store/projects/projects.ts"
import { writeProjectsList } from "./store/projects/projects-list.ts"
import type { Settings } from "./store/settings-file.ts"
import { releaseStore, shareStore } from "./store/share-store.ts"
import { outputsOfPlace } from "./store/tables/tool-outputs.ts"

export type App = Readonly<Awaited<ReturnType<typeof openApp>>>

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

export async function openApp(given: AppOptions) {
  const { settings, onlyReads = false } = given
  const { store, layout, beginning, leave } = await enterStore(given)
  const { log } = store
  const { project, scopes, notice, begun, reason } = await openProject(given, store).catch(async (error) => {
    await leave()
    throw error
  })
  const epochs = store.epochs.of(project.name)
  const past = openPast(given.env, layout.pastDb)
  const slots = createSlots(settings)
  const journal = openMemoryJournal(store, project.name, given, slots)
  log.info("opened", { project: project.name, reason, notes: scopes.global.index.size + scopes.project.index.size })

  const deferred = createDeferredWork(toLog(store, "after-answer"))
  // The day on which the project was last seen may have changed.
  const scan = firstScan(scopes, async () => {
    if (begun.length === 0 && !onlyReads) await listProjects(store)
  })
  let closed = false
  return {
    /** As the settings are now. */
    get config() {
      return settings.config
    },
    /** Settings whose value comes from the plugin's options, which a repository can supply. */
    get narrowed() {
      return settings.narrowed
    },
    /** Slots of working memory, the user's own included. */
    get slots() {
      return slots()
    },
    /** What a person should know; the store and the settings may report more later. */
    get notices(): readonly Notice[] {
      return [...settings.problems, ...(notice ? [notice] : []), ...store.notices]
    },
    ...{ store, project, epochs, log },
    sessions: createLiveSessions(epochs.load),
    /** What happened in each session, and what it remembers of it. */
    journal,
    /** What OpenCode has stored of all sessions. */
    past,
    /** Where the host keeps the user's own settings and instructions. */
    hostConfig: dirname(configFile(given.env)),
    /** Where this user's other memories may be. */
    userFolders: userFolders(given.env),
    /** Where the notes are, or will be. */
    notesFolder: layout.memory,
    /** Scopes whose memory began with this start. */
    begun,
    /** Whether there is a memory at all. */
    ...beginning,
    /** The directory that the host works in. */
    directory: given.directory,
    clock: given.clock,
    /** Answers that did not come in time. */
    late: given.late ?? createLateHooks(),
    /** Those of these worktree paths that are files. */
    filesThere: (paths: readonly string[]) => filesIn(project.checkout.worktree, paths),
    /** The branch that is checked out now; empty if there is none. */
    branch: () => readBranch(project.checkout.worktree).catch(() => ""),
    scopeNotes: (name: ScopeName) => scopes[name],
    scope: (name: ScopeName): Scope => (name === "global" ? globalScope : project.scope),
    /** Everything is loaded and scanned once. */
    complete: scan.complete,
    isComplete: scan.isComplete,
    /** For writes: the database may wait for a lock, but a prompt may not. */
    afterAnswer: deferred.add,
    async close(): Promise<void> {
      if (closed) return
      closed = true
      deferred.finish()
      await scan.close()
      await past.close()
      await journal.close()
      await leave()
    },
  }
}

/** For somebody who only looks where there is no store, an empty one of which nothing remains except the index of past sessions in its usual place. */
async function enterStore({ env, settings, clock, onlyReads }: AppOptions) {
  const layout = layoutOf(findRoot(env))
  const isBegun = !onlyReads || existsSync(layout.memory)
  const hadNotes = hasLostNotes(layout)
  if (!isBegun) await refuseForeign(layout)
  const passing = isBegun ? undefined : mkdtempSync(join(tmpdir(), "cairn-look-"))
  const store = await shareStore(passing ?? layout.root, { ...settings.config, redact: redactText }, clock)
  for (const { text } of settings.problems) store.log.warn("config", { problem: text })
  if (settings.narrowed.length > 0) store.log.info("config", { setByOptions: settings.narrowed.join(" ") })
  const leave = async () => {
    await releaseStore(store)
    if (passing) await rm(passing, { recursive: true, force: true })
  }
  const beginning = {
    /** False: there is no memory yet, and looking at the empty one leaves nothing behind. */
    isBegun,
    /** There is none any more: the notes were deleted or moved. */
    hadNotes,
    /** Why the first note could not be kept, as far as that can be tried. */
    whyUnmakeable: () => whyUnmakeable(layout.root),
  }
  return { store, layout, beginning, leave }
}

/** `after` begins when all notes have been loaded and scanned once, unless it is closed before. */
function firstScan({ global, project }: Record<ScopeName, ScopeNotes>, after: () => Promise<void>) {
  let isComplete = false
  let isClosed = false
  let doing: Promise<void> | undefined
  const complete = Promise.all([global.complete, project.complete]).then(() => {
    isComplete = true
    if (!isClosed) doing = after()
  })
  return {
    complete,
    isComplete: () => isComplete,
    /** Resolves when what has begun is done. */
    async close(): Promise<void> {
      isClosed = true
      await doing
    },
  }
}

function openMemoryJournal(store: Store, project: string, { host, settings }: AppOptions, slots: () => SlotSettings) {
  return store.openJournal<SessionMemory, CleanEvent>({
    ...{ project, host: host.name, database: host.database },
    empty: emptyMemory,
    after: (memory, event, message) => memoryAfter(memory, wholeEvent(event), slots(), settings.config, message),
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
  const checkout: Checkout = found
  // A folder that had no memory when it was opened is not made yet.
  const project = { name: found.name, scope, checkout, isMade: found.make === undefined }
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
  const seeding = store.notes.alone(async () => {
    const begun = unseeded()
    for (const scope of begun) {
      store.history?.announce({ why: beginMessage(scope.name), paths: seedPaths(scope, hotDir) })
      await seedScope(memory, scope, hotDir)
    }
    return begun.map(({ name }) => name)
  })
  return (await seeding.catch(toLog(store, "seed"))) ?? []
}

async function listProjects(store: Store): Promise<void> {
  await writeProjectsList(store.notes, store.projects).catch(toLog(store, "projects-list"))
}
