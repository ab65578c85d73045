// Cairn in OpenCode 2, by its own means. Its plugin types are not available, so the shapes here are what the 2.0.15 binary was seen to do, and
// everything is read with care. 1.18 also runs an embedded pass of this kind, with a context that can only register things: nothing to do.
import { messageOf } from "../../model/errors.ts"
import { functionAt, recordAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Feature } from "../features.ts"
import { HOOK_MS } from "../guard.ts"
import { type Runtime, startRuntime } from "../runtime.ts"
import { tellSwitchedOff } from "../switched-off.ts"
import { worktreePaths } from "../worktree-paths.ts"
import { addCommands, isCommandRunning } from "./command.ts"
import { followEvents } from "./events.ts"
import { createInstructions } from "./instructions.ts"
import { createModels } from "./models.ts"
import { promptHooks } from "./prompt.ts"
import { allowReading } from "./reading.ts"
import { createReverts } from "./reverts.ts"
import { createServices, type Services } from "./services.ts"
import { afterTool } from "./tool-result.ts"
import { addTools } from "./tools.ts"
import { promptAdmitted } from "./user-message.ts"

/** What OpenCode hands to `setup`. */
export type V2Context = unknown

const CLOSE_MS = 6000

/** Returns what the host calls when it shuts down. */
export async function startV2(ctx: V2Context): Promise<(() => Promise<void>) | undefined> {
  const hookSession = functionAt(ctx, "session", "hook")
  const directory = textAt(ctx, "location", "directory")
  if (!hookSession || !directory) return undefined
  const services = createServices(ctx)
  const options = recordAt(ctx, "options")
  const runtime = await startRuntime({ host: "opencode-2", directory, options, services })
  if (!runtime) {
    const tell = await tellSwitchedOff(directory, options, services)
    if (tell) await hookSession("prompt", (event: unknown) => tell(textAt(event, "sessionID") ?? ""))
    return undefined
  }
  runtime.features.knowVersion(textAt(ctx, "app", "version"))
  const stopEvents = await connect(ctx, hookSession, runtime, services)
  // The host waits for plugins before the first prompt, not during it.
  await runtime.ready()
  return runtime.guarded("cleanup", CLOSE_MS, async () => {
    stopEvents()
    await runtime.close()
    return undefined
  })
}

/** Installs Cairn's hooks, tools and commands, each independently; returns what ends the stream of events. */
export async function connect(
  ctx: V2Context,
  hookSession: (...args: unknown[]) => unknown,
  runtime: Runtime,
  services: Services = createServices(ctx),
): Promise<() => void> {
  const { guarded, features } = runtime
  const directory = textAt(ctx, "location", "directory") ?? ""
  const pathOf = worktreePaths(directory, textAt(ctx, "location", "project", "directory"))
  const models = createModels(ctx, features)
  const reported = new RecentMap<string, true>()
  const reverts = createReverts()
  const prompt = promptHooks(runtime, models, createInstructions(ctx, features))
  const attempt = async (feature: Feature, work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      features.off(feature, `it cannot be put in place: ${messageOf(error)}`)
    }
  }
  await attempt("tail", () => {
    const admitted = promptAdmitted(runtime, services, reverts, prompt.announce)
    const hook = guarded("prompt", HOOK_MS, admitted)
    return hookSession("prompt", (event: unknown) => hook(event, isCommandRunning()))
  })
  await attempt("prefix", () => hookSession("context", guarded("context", HOOK_MS, prompt.turn)))
  await attempt("compaction", () => hookSession("compaction", guarded("compaction", HOOK_MS, prompt.compaction)))
  await attempt("tool-results", () => {
    const hookTool = functionAt(ctx, "tool", "hook")
    if (!hookTool) throw new Error("the host has no tool.hook")
    const after = afterTool(runtime, reported, pathOf)
    return hookTool("execute.after", guarded("tool.execute.after", HOOK_MS, after))
  })
  await attempt("tools", () => addTools(ctx, runtime))
  await attempt("commands", () => addCommands(ctx, runtime, services))
  await attempt("reading", () => allowReading(ctx, runtime))
  let stop: () => void = () => undefined
  await attempt("events", () => {
    stop = followEvents(ctx, runtime, models, reported, reverts)
  })
  return () => stop()
}
