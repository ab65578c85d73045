// Cairn in OpenCode 1.18. Returns its hooks at once and opens the store in the background, so that starting OpenCode never waits for a disk.
// Nothing here may await the host's client before the first message: the host answers only when all plugins have started.
import type { Hooks, PluginInput, PluginOptions } from "@opencode-ai/plugin"
import { textAt } from "../../model/fields.ts"
import { type Change, HOOK_MS } from "../guard.ts"
import { type Runtime, startRuntime } from "../runtime.ts"
import { tellSwitchedOff } from "../switched-off.ts"
import { type PathOf, worktreePaths } from "../worktree-paths.ts"
import { limitAnswer } from "./ask.ts"
import { beforeCommand } from "./command.ts"
import { autocontinue, compacting, createTurns } from "./compaction.ts"
import { configure } from "./config.ts"
import { hostEvents } from "./event.ts"
import { promptHooks } from "./prompt.ts"
import { createServices, type Services } from "./services.ts"
import { afterTool } from "./tool-result.ts"
import { definitionOf } from "./tools.ts"
import { chatMessage } from "./user-message.ts"

const DISPOSE_MS = 6000

export async function startV1(input: PluginInput, options?: PluginOptions): Promise<Hooks> {
  let runtime: Runtime | undefined
  const services = createServices(input.client, (why) => runtime?.features.off("compact", why))
  runtime = await startRuntime({ host: "opencode-1", directory: input.directory, options, services })
  if (runtime) return hooksFor(runtime, services, worktreePaths(input.directory, input.worktree))
  const tell = await tellSwitchedOff(input.directory, options, services)
  return tell ? { "chat.message": (message) => tell(textAt(message, "sessionID") ?? "") } : {}
}

/** Hook arguments are read with care, field by field, so these types are only what TypeScript needs to accept them. */
export function hooksFor(runtime: Runtime, services: Services, pathOf: PathOf): Hooks {
  const turns = createTurns()
  const events = hostEvents(runtime, services, turns)
  const prompt = promptHooks(runtime, services)
  const hook = <A extends unknown[]>(name: string, run: (...args: A) => Promise<Change | undefined>) =>
    runtime.guarded(name, HOOK_MS, run)
  return {
    config: hook("config", configure(services.models, runtime.toolOutputs)),
    tool: Object.fromEntries(runtime.toolsIn(runtime.toolMode).map((tool) => [tool.name, definitionOf(tool)])),
    event: events.hear,
    "chat.message": onceOpen(runtime, hook("chat.message", chatMessage(runtime, services, turns, events))),
    "chat.params": hook("chat.params", limitAnswer),
    "experimental.chat.messages.transform": hook("messages.transform", prompt.messagesTransform),
    "experimental.chat.system.transform": hook("system.transform", prompt.systemTransform),
    "experimental.session.compacting": hook("session.compacting", compacting(runtime, services, prompt.compacts)),
    "experimental.compaction.autocontinue": hook(
      "compaction.autocontinue",
      autocontinue(runtime, services, turns, events),
    ),
    "tool.execute.after": hook("tool.execute.after", afterTool(runtime, services, pathOf)),
    "command.execute.before": hook("command.execute.before", beforeCommand(runtime, services)),
    dispose: runtime.guarded("dispose", DISPOSE_MS, async () => {
      await runtime.close()
    }),
  }
}

/** The first message waits for the store: a first prompt without memory would be followed by one with it, which no cache survives. */
function onceOpen<A extends unknown[]>(runtime: Runtime, hook: (...args: A) => Promise<void>) {
  return async (...args: A): Promise<void> => {
    await runtime.ready()
    await hook(...args)
  }
}
