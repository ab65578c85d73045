// `/memory-flush`. In OpenCode 1.18 a command is always a model turn, so the work is done here and the turn is kept as small as it can be.
import type { Config } from "@opencode-ai/plugin"
import { flushRequested } from "../../../flows/session-moments.ts"
import type { Context } from "../plugin.ts"

const FLUSH = "memory-flush"

export function configure(config: Config): () => void {
  return () => {
    config.command ??= {}
    config.command[FLUSH] ??= {
      template: "Memory is refreshed. Answer only: ok",
      description: "Show the newest notes in the prompt",
    }
  }
}

export function beforeCommand({ app }: Context) {
  return async (input: { command: string; sessionID: string }): Promise<undefined> => {
    if (input.command !== FLUSH) return
    const opened = await app()
    if (opened) await flushRequested(opened, input.sessionID)
  }
}
