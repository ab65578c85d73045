// A long tool output is shortened once, before it enters the conversation. The whole text is on disk before the model is shown the short one.
import { basename } from "node:path"
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import { letOthersRun } from "../model/in-turns.ts"
import { onceFor } from "../model/once-for.ts"
import { readPattern } from "../model/pattern.ts"
import { RecentMap } from "../model/recent-map.ts"
import type { Config } from "../model/settings.ts"
import { callOf } from "../model/tool-mode.ts"
import { LEAST_PRUNED } from "../model/tunable.ts"
import { cleanOutputInSlices } from "../redaction/clean-text.ts"
import type { LiveSession } from "../session/live-session.ts"
import { modeAt, pruneInSteps } from "../window/pruning/prune.ts"
import type { UserRule } from "../window/pruning/user-rules.ts"
import { argumentText } from "./argument-text.ts"
import type { ToolEnded } from "./contract.ts"
import { memoryShown } from "./session-events.ts"
import { pressureOf } from "./tell-pressure.ts"
import { toolsOf } from "./tools-of.ts"

/** What is read on purpose stays whole. */
const EXEMPT = /^(read|webfetch|websearch|skill|todowrite|todoread|task|question)$/
/** Hosts cut outputs long before this; a longer one would block the host, and stays as it is. */
const MAX_OUTPUT = 300_000
const MAX_LINES = 60_000

/** What the model is shown instead; undefined if the output stays as it is. */
export async function pruneOutput(app: App, session: LiveSession, ended: ToolEnded): Promise<string | undefined> {
  if (!app.config.prune || !isPrunable(app, ended)) return undefined
  // If the whole text cannot be saved, nothing is removed.
  return shortened(app, session, ended).catch(toLog(app, "not-pruned", { session: session.id, tool: ended.tool }))
}

async function shortened(app: App, session: LiveSession, ended: ToolEnded): Promise<string | undefined> {
  const { tool, args, output } = ended
  const { core, directives } = memoryShown(app, session.id)
  const mode = modeAt(pressureOf(app, session).level)
  const pruned = await pruneInSteps(
    {
      tool,
      args,
      output,
      mode,
      limits: app.config.pruneLimits[mode],
      task: [core.goal.content, session.turn.request ?? "", ...directives, ...session.turn.lately].join("\n"),
      rules: rulesOf(app.config),
    },
    letOthersRun,
  )
  if (!pruned) return undefined
  const whole = ended.outputPath ?? (await kept(app, session, output))
  pointedTo(app).set(basename(whole), true)
  app.log.info("pruned", { session: session.id, tool, lines: pruned.leftOut, why: pruned.why })
  return `${pruned.text}\n[… ${pruned.leftOut} lines left out: ${whole}]`
}

/** A subagent may have no memory tools, but it can read a file. */
async function kept(app: App, session: LiveSession, output: string): Promise<string> {
  const { text } = await cleanOutputInSlices(output, letOthersRun)
  const { id, path } = await app.store.toolOutputs.keep(session.id, text, app.directory)
  return session.parent !== null ? path : `${callOf(toolsOf(app, session), "memory_read")} output:${id}`
}

function isPrunable(app: App, { tool, ok, output, args, isOwn }: ToolEnded): boolean {
  if (!ok || EXEMPT.test(tool) || isOwn || output.length > MAX_OUTPUT) return false
  const lines = output.split("\n", MAX_LINES + 1).length
  return lines > LEAST_PRUNED && lines <= MAX_LINES && !readsBack(app, args)
}

/** What the agent was pointed to is not shortened again. */
function readsBack(app: App, args: ToolEnded["args"]): boolean {
  const text = argumentText(args, MAX_ARGUMENTS)
  return text.includes(CACHE) || [...pointedTo(app).keys()].some((name) => text.includes(name))
}

const CACHE = "cache/tool-outputs"
const MAX_ARGUMENTS = 8000
const MAX_POINTED_TO = 200

/** Base names of the files recently handed out. */
const pointedTo = onceFor((_app: App) => new RecentMap<string, true>(MAX_POINTED_TO))

/** The user's own rules, with their patterns parsed; bad ones were reported when the settings were read. */
const rulesOf = onceFor(({ pruneRules }: Config): readonly UserRule[] => {
  const patterns = (sources: readonly string[] = []) => sources.flatMap((source) => readPattern(source) ?? [])
  return pruneRules.map(({ command, keep, fold, ...rule }) => {
    const [pattern] = command === undefined ? [] : patterns([command])
    return { ...rule, command: pattern, keep: patterns(keep), fold: patterns(fold) }
  })
})
