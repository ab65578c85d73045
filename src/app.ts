// The composition root: paths and settings in, the opened store and its friends out. One App serves one directory; the store below it is
// shared by all directories of the process that use the same root.

import { existsSync } from "node:fs"
import { dirname, isAbsolute } from "node:path"
import { resolveConfig } from "./model/config.ts"
import { CairnError, messageOf } from "./model/errors.ts"
import { type Notice, notice } from "./model/notice.ts"
import { globalScope, projectScope, type Scope, type ScopeName } from "./model/scope.ts"
import type { Config } from "./model/settings.ts"
import type { Clock } from "./platform/clock.ts"
import type { Log } from "./platform/log.ts"
import { readOutsideFile } from "./platform/outside-file.ts"
import { ofProcess } from "./platform/process-wide.ts"
import { redactText } from "./redaction/redact.ts"
import { createLiveSessions, type LiveSessions } from "./session/live-session.ts"
import { type MemoryEvent, outlivesRevert } from "./session/memory-event.ts"
import { redactEvent } from "./session/redact-event.ts"
import { emptyMemory, memoryAfter, type SessionMemory } from "./session/session-memory.ts"
import { type SlotSettings, slotSettings } from "./session/working-memory.ts"
import type { SessionJournal } from "./store/journal/session-journal.ts"
import { configFile, findRoot, layoutOf } from "./store/layout.ts"
import type { ScopeNotes } from "./store/notes/scope-notes.ts"
import { isSeeded, seedPaths, seedScope } from "./store/notes/seed-notes.ts"
import { openStore, type Store } from "./store/open-store.ts"
import type { Checkout } from "./store/projects/projects.ts"
import { writeProjectsList } from "./store/projects/projects-list.ts"
import type { Epochs } from "./store/tables/epochs.ts"

export interface App {
  readonly config: Config
  readonly store: Store
  readonly project: AppProject
  readonly sessions: LiveSessions
  readonly epochs: Epochs
  /** What happened in each session, and what it remembers of it. */
  readonly journal: SessionJournal<SessionMemory, MemoryEvent>
  /** Slots of working memory, the user's own included. */
  readonly slots: SlotSettings
  /** Where the host keeps the user's own settings and instructions. */
  readonly hostConfig: string
  readonly clock: Clock
  readonly log: Log
  /** What a person should know. */
  readonly notices: readonly Notice[]
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
  readonly settings: Settings
  /** Only looks: neither a store nor a project is made where there is none. */
  readonly onlyReads?: boolean
  /** Which host's sessions these are, and which of its databases has them. */
  readonly host: { readonly name: string; readonly database: string }
}

export interface Settings {
  readonly config: Config
  /** Mistakes in the settings, each with its place. */
  readonly problems: readonly Notice[]
}

const MAX_CONFIG_BYTES = 1024 * 1024
/** A start without the user's settings is worse than a late one. */
const CONFIG_MS = 10_000

/** `options` come from the host's configuration and may only narrow. */
export async function readConfig({ env, options }: { env: AppOptions["env"]; options?: unknown }): Promise<Settings> {
  const path = configFile(env)
  const problems: Notice[] = []
  const refuse = (text: string) => void problems.push(notice("bad_setting", text))
  if (env.CAIRN_HOME && !isAbsolute(env.CAIRN_HOME)) refuse("CAIRN_HOME: not an absolute path; ignored")
  const found = await readOutsideFile(path, { maxBytes: MAX_CONFIG_BYTES, links: "own", deadlineMs: CONFIG_MS })
  const text = "text" in found && !found.truncated ? found.text : undefined
  if ("text" in found && found.truncated) refuse(`cairn.jsonc is larger than ${MAX_CONFIG_BYTES} bytes; ignored`)
  if ("fault" in found && found.fault !== "missing") refuse(`cairn.jsonc cannot be read: ${found.why}`)
  const resolved = resolveConfig({ options, env, ...(text !== undefined && { file: { name: "cairn.jsonc", text } }) })
  for (const { where, message } of resolved.problems) refuse(`${where}: ${message}`)
  return { config: resolved.config, problems }
}

/** Where memory is kept. */
export function memoryFolder(env: AppOptions["env"]): string {
  return findRoot(env)
}

/** Where pruned outputs are kept: a host must let its agent read there before the store is open. */
export function toolOutputsFolder(env: AppOptions["env"]): string {
  return layoutOf(findRoot(env)).toolOutputs
}

export async function openApp(given: AppOptions): Promise<App> {
  const { config, problems } = given.settings
  const { onlyReads = false } = given
  if (onlyReads && !existsSync(layoutOf(findRoot(given.env)).memory)) throw noMemory()
  const store = await shareStore(findRoot(given.env), config, given.clock)
  const { log } = store
  for (const { text } of problems) log.warn("config", { problem: text })
  // The global notes are the same whatever the project is, so they are read while that is found out.
  if (isSeeded(store.layout.memory, globalScope, config.hotDir)) store.scopeNotes(globalScope)
  const found = await (onlyReads ? store.projects.find : store.projects.resolve)(given.directory)
  const noticed = [...problems, ...(found.notice ? [found.notice] : [])]
  const project = {
    name: found.name,
    scope: projectScope(found.name),
    checkout: found,
    isMade: found.make === undefined,
  }
  if (found.make) store.makeAtFirstWrite(project.scope, found.make)
  const isNew = !onlyReads && (await seed(store, config, found.make ? [globalScope] : [globalScope, project.scope]))
  const scopes = { global: store.scopeNotes(globalScope), project: store.scopeNotes(project.scope) }
  await Promise.all([scopes.global.ready, scopes.project.ready])
  if (isNew) await listProjects(store)
  const epochs = store.epochs.of(project.name)
  const slots = slotSettings(config.slots)
  const journal = store.openJournal<SessionMemory, MemoryEvent>({
    project: project.name,
    host: given.host.name,
    database: given.host.database,
    empty: emptyMemory,
    after: (memory, event) => memoryAfter(memory, event, slots, config),
    clean: redactEvent,
    outlivesRevert,
    afterFork: [{ kind: "fork" }],
  })
  log.info("opened", {
    project: project.name,
    reason: found.reason,
    notes: scopes.global.index.size + scopes.project.index.size,
  })

  let closed = false
  let isComplete = false
  let listing: Promise<void> | undefined
  const complete = Promise.all([scopes.global.complete, scopes.project.complete]).then(() => {
    isComplete = true
    // The day on which the project was last seen may be news.
    if (!closed && !isNew && !onlyReads) listing = listProjects(store)
  })
  return {
    config,
    store,
    project,
    sessions: createLiveSessions(epochs.load),
    epochs,
    journal,
    slots,
    hostConfig: dirname(configFile(given.env)),
    clock: given.clock,
    log,
    // The store may have more to say later.
    get notices() {
      return [...noticed, ...store.notices]
    },
    scopeNotes: (name) => scopes[name],
    scope: (name) => (name === "global" ? globalScope : project.scope),
    complete,
    isComplete: () => isComplete,
    async close() {
      if (closed) return
      closed = true
      await listing
      await journal.close()
      await releaseStore(store)
    },
  }
}

/** Makes what a new scope begins with; a failure costs the seed notes, not the memory. */
async function seed(store: Store, { hotDir }: Config, scopes: readonly Scope[]): Promise<boolean> {
  const { memory } = store.layout
  const unseeded = () => scopes.filter((scope) => !isSeeded(memory, scope, hotDir))
  if (unseeded().length === 0) return false
  try {
    await store.notes.alone(async () => {
      for (const scope of unseeded()) {
        store.history?.announce({ why: `begin the ${scope.name} notes`, paths: seedPaths(scope, hotDir) })
        await seedScope(memory, scope, hotDir)
      }
    })
    return true
  } catch (error) {
    store.log.warn("seed", { why: messageOf(error) })
    return false
  }
}

function noMemory(): CairnError {
  return new CairnError(
    "no_memory",
    "there is no memory here yet",
    "it begins when OpenCode runs with Cairn, or with memory_save",
  )
}

async function listProjects(store: Store): Promise<void> {
  await writeProjectsList(store.notes, store.projects).catch((error) =>
    store.log.warn("projects-list", { why: messageOf(error) }),
  )
}

interface Shared {
  readonly root: string
  readonly opening: Promise<Store>
  users: number
}

function stores(): Map<string, Shared> {
  return ofProcess("stores", () => new Map())
}

async function shareStore(root: string, config: Config, clock: Clock): Promise<Store> {
  const shared = stores()
  const entry = shared.get(root) ?? {
    root,
    opening: openStore(root, { ...config, redact: redactText }, clock),
    users: 0,
  }
  shared.set(root, entry)
  entry.users++
  try {
    return await entry.opening
  } catch (error) {
    shared.delete(root)
    throw error
  }
}

async function releaseStore(store: Store): Promise<void> {
  const shared = stores()
  const entry = shared.get(store.layout.root)
  if (!entry || --entry.users > 0) {
    await store.history?.flush()
    return
  }
  shared.delete(store.layout.root)
  await store.close()
}
