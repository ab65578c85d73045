// Cairn in OpenCode 1.18. Returns its hooks at once and opens the store behind them, so that starting OpenCode never waits for a disk.
// Nothing here may await the host's client before the first message: the host answers only when all plugins have started.
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin"
import { type App, openApp, readConfig } from "../../app.ts"
import { CairnError, messageOf } from "../../model/errors.ts"
import { systemClock } from "../../platform/clock.ts"
import { agentTools } from "../../surfaces/tools/tools.ts"
import { claim, release } from "../claim.ts"
import { createEarlyLog } from "../early-log.ts"
import { guard, PROMPT_DEADLINE_MS } from "../guard.ts"
import { chatMessage } from "./hooks/chat-message.ts"
import { beforeCommand, configure } from "./hooks/command.ts"
import { hostEvent } from "./hooks/event.ts"
import { messagesTransform } from "./hooks/messages-transform.ts"
import { systemTransform } from "./hooks/system-transform.ts"
import { toolDefinitions } from "./tools.ts"

export interface Opened {
  /** Undefined when the store could not be opened: every hook then leaves the host alone. */
  readonly app: App | undefined
  /** What the person should know, in plain words. */
  readonly notices: readonly string[]
}

export interface Context {
  readonly client: PluginInput["client"]
  readonly opened: () => Promise<Opened>
  readonly app: () => Promise<App | undefined>
}

const OPEN_HOOK_MS = 2000
const TOOL_MS = 30_000
const DISPOSE_MS = 6000

export async function startV1(input: PluginInput, options?: PluginOptions): Promise<Hooks> {
  const { config } = await readConfig({ env: process.env, options })
  if (!config.enabled || !claim(input.directory)) return {}

  const log = createEarlyLog()
  const opening = openApp({ directory: input.directory, env: process.env, clock: systemClock, options })
  const settled = opening.then(
    (app): Opened => {
      log.handOver(app.log)
      return { app, notices: app.notices }
    },
    (error): Opened => ({ app: undefined, notices: [`memory is off: ${messageOf(error)}`] }),
  )
  const context: Context = { client: input.client, app: async () => (await settled).app, opened: () => settled }
  const guarded = <A extends unknown[]>(name: string, ms: number, hook: Parameters<typeof guard<A>>[3]) =>
    guard<A>(name, () => log, ms, hook)

  return {
    config: guarded("config", OPEN_HOOK_MS, configure),
    tool: toolDefinitions(
      agentTools(() => opening.catch(explain), config.hotDir),
      TOOL_MS,
    ),
    event: guarded("event", OPEN_HOOK_MS, hostEvent(context)),
    "chat.message": guarded("chat.message", PROMPT_DEADLINE_MS, chatMessage(context)),
    "experimental.chat.messages.transform": guarded(
      "messages.transform",
      PROMPT_DEADLINE_MS,
      messagesTransform(context),
    ),
    "experimental.chat.system.transform": guarded("system.transform", PROMPT_DEADLINE_MS, systemTransform(context)),
    "command.execute.before": guarded("command.execute.before", OPEN_HOOK_MS, beforeCommand(context)),
    dispose: guarded("dispose", DISPOSE_MS, async () => {
      release(input.directory)
      await (await context.app())?.close()
      return undefined
    }),
  }
}

function explain(error: unknown): never {
  if (error instanceof CairnError) throw error
  throw new CairnError(
    "memory_unavailable",
    `memory could not be opened: ${messageOf(error)}`,
    "go on without it and tell the user",
  )
}
