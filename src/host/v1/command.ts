// `/memory-flush`. In OpenCode 1.18 a command is always a model turn, so the work is done here and the turn is kept as small as it can be.
import { recordAt, textAt } from "../fields.ts"
import type { Runtime } from "../runtime.ts"
import { ASK_AGENT, type Services } from "./services.ts"

const FLUSH = "memory-flush"

/** Into the host's configuration. */
export function addCommands(settings: { command?: unknown; agent?: unknown }): void {
  const flush = {
    template: "Memory is refreshed. Answer only: ok",
    description: "Show the newest notes in the prompt",
  }
  settings.command = { [FLUSH]: flush, ...recordAt(settings, "command") }
  const ask = { mode: "subagent", hidden: true, permission: { "*": "deny" }, prompt: "Answer briefly." }
  settings.agent = { [ASK_AGENT]: ask, ...recordAt(settings, "agent") }
}

export function beforeCommand(runtime: Runtime, services: Services) {
  return async (input: unknown): Promise<undefined> => {
    const sessionID = textAt(input, "sessionID")
    if (textAt(input, "command") !== FLUSH || !sessionID || services.isOwn(sessionID)) return
    await (await runtime.moments())?.flushRequested({ sessionID })
  }
}
