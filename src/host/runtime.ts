// Cairn behind any host: settings, the claim on the directory, the store opening in the background, the guard around every hook.

import { type App, memoryFolder, openApp, toolOutputsFolder } from "../app.ts"
import { namedByVerb } from "../flows/by-verb.ts"
import { requestCompaction } from "../flows/compaction.ts"
import type { HostServices, Moments } from "../flows/contract.ts"
import { refreshGenerated } from "../flows/generated-lists.ts"
import { learnParent } from "../flows/learn-parent.ts"
import { momentsOf } from "../flows/moments.ts"
import { reconcileNow } from "../flows/reconcile-facts.ts"
import { createPatience, untilDeadline, within } from "../model/deadline.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import { createLateHooks, type LateHooks } from "../model/late-hooks.ts"
import { type Notice, notice } from "../model/notice.ts"
import type { Config } from "../model/settings.ts"
import type { ToolMode } from "../model/tool-mode.ts"
import { systemClock } from "../platform/clock.ts"
import { createEarlyLog, type Log } from "../platform/log.ts"
import { ofProcess } from "../platform/process-wide.ts"
import { openSettings } from "../store/settings-file.ts"
import type { AgentTool } from "../surfaces/tools/agent-tool.ts"
import { readOwnCall } from "../surfaces/tools/route.ts"
import { agentTools, type ToolHost, waitingForTools } from "../surfaces/tools/tools.ts"
import { claimDirectory } from "./claim.ts"
import { createFeatures } from "./features.ts"
import { type Change, guard, HOOK_MS } from "./guard.ts"

export type Runtime = NonNullable<Awaited<ReturnType<typeof startRuntime>>>

export interface RuntimeOptions {
  readonly host: string
  readonly directory: string
  /** The plugin's options in the host's configuration. */
  readonly options: unknown
  readonly services: HostServices
  readonly open?: typeof openApp
  /** For so long a store may be slow; then no hook waits for it any more. */
  readonly slowMs?: number
}

/** After this the store is given up. */
const OPENING_MS = 2000
/** For a hook while the store is given up: a turn has many. */
const BRIEF_MS = 50
/** No hook waits longer than this to learn whether the settings have changed. */
const SETTINGS_MS = 100
const NOTICES_MS = 2000
/** For the end of a process. */
const CLOSING_MS = 500

/** Undefined if Cairn is switched off, or another copy of it serves the directory. */
export async function startRuntime(given: RuntimeOptions) {
  const { host, directory, options, services, open = openApp, slowMs = OPENING_MS + HOOK_MS } = given
  const log = createEarlyLog()
  const settings = await openSettings({ env: process.env, options }, log, { untilRestart: untilRestart(services) })
  const { config } = settings
  const held = config.enabled ? claimDirectory(directory) : undefined
  if (!held) return undefined
  const features = createFeatures(host, log)
  const late = createLateHooks()
  const served = { name: host, database: services.database }
  const opening = open({ directory, env: process.env, clock: systemClock, settings, host: served, late })
  const opened = opening.then(
    (app) => {
      log.handOver(app.log)
      return servedBy(app, services)
    },
    (error) => ({ app: undefined, moments: undefined, notices: () => [memoryIsOff(error)] }),
  )
  const waitForStore = createPatience(OPENING_MS)
  let [isOpened, isToldRetired] = [false, false]
  void opened.then(() => {
    isOpened = true
  })
  const untilOpened = untilDeadline(OPENING_MS, opened, undefined)
  const toolHost: ToolHost = {
    app: async () => {
      await untilOpened
      return isOpened ? opening.catch(explain) : explain(new Error("its folder does not answer"))
    },
    session: (app, id) => learnParent(app, services, id),
    compact: async (session) => requestCompaction(await opening, services, session),
    reconcile: async ({ id }, dryRun) => reconcileNow(await opening, services, id, dryRun),
    isDenied: services.isDenied,
  }

  return {
    /** The agent's tools in a given mode. */
    toolsIn: (mode: ToolMode): readonly AgentTool[] => agentTools({ ...config, tools: mode }, toolHost),
    /** As the settings were at the start. */
    toolMode: config.tools,
    features,
    /** The folder of pruned outputs, which the agent may read. */
    toolOutputs: toolOutputsFolder(process.env, directory),
    /** Undefined if the store could not be opened: every hook then leaves the host alone. */
    async moments(): Promise<Moments | undefined> {
      if (held.isHeld()) {
        await within(SETTINGS_MS, settings.refresh())
        return settings.config.enabled ? (await opened).moments : undefined
      }
      // Closed, or the host has started the plugin again; what still comes in is nobody's trouble.
      if (!isToldRetired) log.info("retired", { host })
      isToldRetired = true
      return undefined
    },
    /** Resolves when the store is open, or takes too long. */
    async ready(): Promise<void> {
      await waitForStore(opened)
    },
    /** Tells the person what they should know, each thing once per process. */
    async showNotices(sessionID: string): Promise<void> {
      if (!held.isHeld()) return
      // Nobody waits for this.
      await within(NOTICES_MS, settings.refresh())
      await tellNotices(opened, slowMs, (news) => {
        services.notice(news, sessionID).catch((error) => features.off("notices", messageOf(error)))
      })
    },
    guarded: guards(log, late, slowMs, () => isOpened),
    async close(): Promise<void> {
      held.release()
      if (!isOpened) return void opened.then(({ app }) => app?.close())
      const { app } = await opened
      if (app) await within(CLOSING_MS, refreshGenerated(app))
      await app?.close()
    },
  }
}

/** The host takes tools only at the start, and some hosts the same for every session. */
function untilRestart({ choosesTools }: HostServices) {
  return (first: Config, next: Config) => [
    ...(choosesTools ? [] : (["tools"] as const)),
    ...waitingForTools(first, next),
  ]
}

/** What was said while the store was given up is heard when it answers after all. */
function guards(log: Log, late: LateHooks, slowMs: number, isOpened: () => boolean) {
  const givenUpAt = performance.now() + slowMs
  return <A extends unknown[]>(hook: string, ms: number, run: (...args: A) => Promise<Change | undefined>) => {
    const patient = guard(hook, log, ms, run, late)
    const brief = guard(hook, log, BRIEF_MS, run, late)
    return (...args: A) => (isOpened() || performance.now() < givenUpAt ? patient : brief)(...args)
  }
}

function servedBy(app: App, services: HostServices) {
  const moments = namedByVerb(momentsOf(app, services, readOwnCall), readOwnCall)
  return { app, moments, notices: () => app.notices }
}

/** If the store is slow, that is told first, and its own notices when it answers. */
async function tellNotices(
  opened: Promise<{ readonly notices: () => readonly Notice[] }>,
  slowMs: number,
  show: (news: Notice[]) => void,
): Promise<void> {
  const tell = (notices: readonly Notice[]) => {
    const news = notices.filter(isNews)
    if (news.length > 0) show(news)
  }
  if (await within(slowMs, opened)) return tell((await opened).notices())
  tell([memoryIsOff(new Error("it does not answer"))])
  void opened.then(({ notices }) => tell(notices()))
}

/** Whether nobody has been told it in this process. */
export function isNews({ text }: Notice): boolean {
  const told = ofProcess("told", () => new Set<string>())
  if (told.has(text)) return false
  told.add(text)
  return true
}

function memoryIsOff(error: unknown): Notice {
  return notice("memory_off", `memory is off: ${messageOf(error)}`, `its folder is ${memoryFolder(process.env)}`)
}

function explain(error: unknown): App {
  throw new CairnError(
    "memory_unavailable",
    `memory could not be opened: ${messageOf(error)}`,
    "go on without it and tell the user",
  )
}
