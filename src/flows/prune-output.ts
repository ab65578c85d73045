// A long tool output is shortened before it enters the conversation, once, so that it never changes later. The whole text is on disk
// before the model is shown the short one.
import type { App } from "../app.ts"
import { redactText } from "../capture/redact.ts"
import { modeAt } from "../context/pruning/limits.ts"
import { prune } from "../context/pruning/prune.ts"
import type { UserRule } from "../context/pruning/user-rules.ts"
import { readPattern } from "../model/pattern.ts"
import type { Config } from "../model/settings.ts"
import type { SessionState } from "../sessions.ts"
import type { ToolEnded } from "./contract.ts"
import { memoryShown } from "./keeping.ts"

/** What is read on purpose stays whole, and so do memory's own answers. */
const EXEMPT = /^(read|skill|todowrite|todoread|task|question)$|^(memory|core_memory|working_memory)_/
/** Hosts cut outputs long before this; more would hold them up, and stays as it is. */
const MAX_OUTPUT = 300_000

/** What the model is shown instead; undefined when the output stays as it is. */
export async function pruneOutput(app: App, session: SessionState, ended: ToolEnded): Promise<string | undefined> {
  const { tool, args, output } = ended
  if (!app.config.prune || !ended.ok || EXEMPT.test(tool) || output.length > MAX_OUTPUT || readsCache(app, args))
    return undefined
  const { core, directives } = memoryShown(app, session.id)
  const pruned = prune({
    tool,
    args,
    output,
    mode: modeAt(session.pressure.level),
    task: [core.goal.content, session.request ?? "", ...directives].join("\n"),
    rules: rulesOf(app.config),
  })
  if (!pruned) return undefined
  const whole =
    ended.outputPath ?? `memory_read output:${await app.store.toolOutputs.keep(session.id, redactText(output))}`
  app.log.info("pruned", { session: session.id, tool, lines: pruned.leftOut, why: pruned.why })
  return `${pruned.text}\n[… ${pruned.leftOut} lines left out: ${whole}]`
}

const rules = new WeakMap<Config, readonly UserRule[]>()

/** The user's own, with their patterns read; bad ones were reported when the settings were. */
function rulesOf(config: Config): readonly UserRule[] {
  const known = rules.get(config)
  if (known) return known
  const patterns = (sources: readonly string[] = []) => sources.flatMap((source) => readPattern(source) ?? [])
  const read = config.pruneRules.map(({ tool, command, keep, fold, head, tail }) => {
    const [pattern] = command === undefined ? [] : patterns([command])
    return {
      ...(tool !== undefined && { tool }),
      ...(pattern && { command: pattern }),
      keep: patterns(keep),
      fold: patterns(fold),
      ...(head !== undefined && { head }),
      ...(tail !== undefined && { tail }),
    }
  })
  rules.set(config, read)
  return read
}

function readsCache(app: App, args: ToolEnded["args"]): boolean {
  const { folder } = app.store.toolOutputs
  return Object.values(args).some((value) => typeof value === "string" && value.includes(folder))
}
