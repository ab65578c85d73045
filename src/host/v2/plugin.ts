// Cairn in OpenCode 2, by its own means. Its plugin types cannot be had, so the shapes here are what the 2.0.15 binary was seen to do, and
// everything is read with care. 1.18 runs an embedded pass of this kind too, with a context that can only register things: nothing to do.
import { functionAt, recordAt, textAt } from "../fields.ts"
import { PROMPT_DEADLINE_MS } from "../guard.ts"
import { type Runtime, startRuntime } from "../runtime.ts"
import { addCommands } from "./command.ts"
import { followEvents } from "./events.ts"
import { createInstructions } from "./instructions.ts"
import { createModels } from "./models.ts"
import { promptHooks } from "./prompt.ts"
import { createServices } from "./services.ts"
import { afterTool } from "./tool-result.ts"
import { addTools } from "./tools.ts"
import { promptAdmitted } from "./user-message.ts"

/** What OpenCode hands to `setup`. */
export type V2Context = unknown

const CLOSE_MS = 6000

/** Gives what the host calls when it shuts down. */
export async function startV2(ctx: V2Context): Promise<(() => Promise<void>) | undefined> {
  const hookSession = functionAt(ctx, "session", "hook")
  const directory = textAt(ctx, "location", "directory")
  if (!hookSession || !directory) return undefined
  const services = createServices(ctx)
  const options = recordAt(ctx, "options")
  const runtime = await startRuntime({ host: "opencode-2", directory, options, services })
  if (!runtime) return undefined
  runtime.features.knowVersion(textAt(ctx, "app", "version"))
  const stopEvents = await connect(ctx, hookSession, runtime)
  return runtime.guarded("cleanup", CLOSE_MS, async () => {
    stopEvents()
    await runtime.close()
    return undefined
  })
}

/** Puts Cairn's hooks, tools and commands in place; gives what ends the flow of events. */
export async function connect(
  ctx: V2Context,
  hookSession: (...args: unknown[]) => unknown,
  runtime: Runtime,
): Promise<() => void> {
  const { guarded } = runtime
  const models = createModels(ctx)
  const prompt = promptHooks(runtime, models, createInstructions(ctx, runtime.features))
  await hookSession("prompt", guarded("prompt", PROMPT_DEADLINE_MS, promptAdmitted(runtime, prompt.announce)))
  await hookSession("context", guarded("context", PROMPT_DEADLINE_MS, prompt.turn))
  await hookSession("compaction", guarded("compaction", PROMPT_DEADLINE_MS, prompt.compaction))
  const hookTool = functionAt(ctx, "tool", "hook")
  if (hookTool) await hookTool("execute.after", guarded("tool.execute.after", PROMPT_DEADLINE_MS, afterTool(runtime)))
  else runtime.features.off("tool-results", "the host has no tool.hook")
  await addTools(ctx, runtime)
  await addCommands(ctx, runtime)
  return followEvents(ctx, runtime, models)
}
