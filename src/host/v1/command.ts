// `/memory-flush`. In OpenCode 1.18 a command is always a model turn, so the work is done here and the turn is kept as small as it can be.
import { recordAt, textAt } from "../fields.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import { ASK_AGENT, type Services } from "./services.ts"

const FLUSH = "memory-flush"

export async function configure(config: unknown): Promise<Change> {
  const settings = config as { command?: Record<string, unknown>; agent?: Record<string, unknown> }
  return () => {
    settings.command = recordAt(settings, "command") ?? {}
    settings.command[FLUSH] ??= {
      template: "Memory is refreshed. Answer only: ok",
      description: "Show the newest notes in the prompt",
    }
    settings.agent = recordAt(settings, "agent") ?? {}
    settings.agent[ASK_AGENT] ??= {
      mode: "subagent",
      hidden: true,
      permission: { "*": "deny" },
      prompt: "Answer briefly.",
    }
  }
}

export function beforeCommand(runtime: Runtime, services: Services) {
  return async (input: unknown): Promise<undefined> => {
    const sessionID = textAt(input, "sessionID")
    if (textAt(input, "command") !== FLUSH || !sessionID || services.isOwn(sessionID)) return
    await (await runtime.moments())?.flushRequested({ sessionID })
  }
}
