// `/memory-flush`: in OpenCode 2 a command runs without a model turn.
import { functionAt, textAt } from "../fields.ts"
import type { Runtime } from "../runtime.ts"
import type { V2Context } from "./plugin.ts"

const COMMAND_MS = 5000

export async function addCommands(ctx: V2Context, runtime: Runtime): Promise<void> {
  const transform = functionAt(ctx, "command", "transform")
  if (!transform) return runtime.features.off("commands", "the host has no command.transform")
  const flush = runtime.guarded("command", COMMAND_MS, async (call: unknown) => {
    const sessionID = textAt(call, "sessionID")
    if (sessionID) await (await runtime.moments())?.flushRequested({ sessionID })
    return undefined
  })
  await transform((editor: unknown) => {
    const add = functionAt(editor, "add")
    if (!add) return runtime.features.off("commands", "the host's command editor has no add")
    add({ name: "memory-flush", description: "Show the newest notes in the prompt", execute: flush })
  })
}
