// An App on a fresh store, for tests of what lies below the host: the tools as an agent calls them, and the clock in the test's hand.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type App, openApp } from "../../src/app.ts"
import { buildPrefix } from "../../src/flows/build-prefix.ts"
import { namedByVerb } from "../../src/flows/by-verb.ts"
import { requestCompaction } from "../../src/flows/compaction.ts"
import type { HostServices, Moments } from "../../src/flows/contract.ts"
import { freshPrefix } from "../../src/flows/fresh-prefix.ts"
import { learnParent } from "../../src/flows/learn-parent.ts"
import { momentsOf } from "../../src/flows/moments.ts"
import { reconcileNow } from "../../src/flows/reconcile-facts.ts"
import { readSettings, type Settings } from "../../src/store/settings-file.ts"
import { readOwnCall } from "../../src/surfaces/tools/route.ts"
import { agentTools } from "../../src/surfaces/tools/tools.ts"
import { tempDir } from "./sandbox.ts"

export interface OpenedApp {
  readonly app: App
  readonly root: string
  readonly directory: string
  readonly clock: { now(): number; time: number }
  /** As a host would call them. */
  readonly moments: Moments
  /** Calls a tool as the agent of a session. */
  call(tool: string, args?: unknown, session?: string, callID?: string): Promise<string>
  /** The prefix of the session's next prompt. */
  prefix(session?: string, model?: string): string
  /** What a session that begins now would be shown. */
  prefixNow(): string
  /** A note's path on disk. */
  file(path: string, scope?: "project" | "global"): string
  read(path: string, scope?: "project" | "global"): string
  /** Writes a file as a person with an editor would: in place, without Cairn. */
  edit(path: string, text: string, scope?: "project" | "global"): void
  close(): Promise<void>
}

export interface OpenOptions {
  readonly root?: string
  readonly directory?: string
  readonly env?: Record<string, string>
  readonly options?: unknown
  /** Instead of what `env` and `options` say. */
  readonly settings?: Settings
  /** What the host answers; by default it knows nothing and can nothing. */
  readonly host?: Partial<HostServices>
}

/** A host that knows nothing and can nothing. */
export const noHost: HostServices = {
  database: "test",
  parentOf: async () => null,
  exists: async () => undefined,
  todos: async () => undefined,
  compact: async () => false,
  cuts: false,
  choosesTools: false,
  isDenied: async () => false,
  prompt: async () => undefined,
  hasToasts: true,
  notice: async () => undefined,
  isWatched: true,
  ask: async () => ({ text: "" }),
  smallModel: async () => undefined,
}

export async function openedApp(given: OpenOptions = {}): Promise<OpenedApp> {
  const root = given.root ?? join(tempDir("root"), "cairn")
  const directory = given.directory ?? tempDir("project")
  const clock = { time: Date.now(), now: () => clock.time }
  const env = {
    CAIRN_HOME: root,
    XDG_CONFIG_HOME: tempDir("config"),
    CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "30",
    // What a message saves is there when the message was heard, however busy the machine is.
    CAIRN_SAVE_WAIT_MS: "10000",
    // Every verb by its own name; what the modes do is tested beside them.
    CAIRN_TOOLS: "full",
    ...given.env,
  }
  const settings = given.settings ?? (await readSettings({ env, options: given.options }))
  const app = await openApp({ directory, env, clock, settings, host: { name: "test", database: "test" } })
  const host = { ...noHost, ...given.host }
  const tools = new Map(
    agentTools(app.config, {
      app: async () => app,
      session: (_app, id) => learnParent(app, host, id),
      compact: (session) => requestCompaction(app, host, session),
      reconcile: ({ id }, dryRun) => reconcileNow(app, host, id, dryRun),
      isDenied: host.isDenied,
    }).map((tool) => [tool.name, tool]),
  )
  const file = (path: string, scope: "project" | "global" = "project") =>
    join(root, "memory", ...app.scope(scope).folder, path)
  return {
    app,
    root,
    directory,
    clock,
    moments: namedByVerb(momentsOf(app, host, readOwnCall), readOwnCall),
    file,
    call: (name, args = {}, session = "ses_test", callID) => {
      const tool = tools.get(name)
      if (!tool) throw new Error(`no tool ${name}`)
      return tool.call(args, { sessionID: session, agent: "build", callID })
    },
    prefixNow: () => freshPrefix(app, app.sessions.get("ses_new")).render().text,
    prefix: (session = "ses_test", model = "p/m") => buildPrefix(app, { sessionID: session, model }) ?? "",
    read: (path, scope) => readFileSync(file(path, scope), "utf8"),
    edit(path, text, scope) {
      mkdirSync(dirname(file(path, scope)), { recursive: true })
      writeFileSync(file(path, scope), text)
    },
    close: () => app.close(),
  }
}

const opened: OpenedApp[] = []

/** The same, closed by `closeApps`. */
export async function open(given?: OpenOptions): Promise<OpenedApp> {
  const cairn = await openedApp(given)
  opened.push(cairn)
  return cairn
}

/** For tests in which nobody looks at git: starting it is most of what such a test would cost. */
export function openWithoutHistory(given: OpenOptions = {}): Promise<OpenedApp> {
  return open({ ...given, env: { CAIRN_HISTORY: "false", ...given.env } })
}

export async function closeApps(): Promise<void> {
  await Promise.all(opened.splice(0).map((cairn) => cairn.close()))
}
