import type { LateHook } from "../model/late-hooks.ts"
import type { RetiredAccount } from "../session/retired-account.ts"
import { meterNow, pressureNow } from "../session/window-gauge.ts"
import type { CompactionRecord } from "../store/tables/compaction-log.ts"
import { counted, thousands } from "../text/counted.ts"
import { localMinute } from "../text/local-time.ts"
import { type Reading, readMeter, spentOn } from "../window/meter.ts"
import { backgroundLines, backgroundReport } from "./memory-background.ts"
import { type Operation, operation, textArg } from "./operation.ts"
import { promptsShown, sessionMeant, sourcesOf } from "./seen-prompts.ts"
import { askingSession } from "./session-access.ts"

/** Another design's names for the levels. */
const COLOURS = { safe: " (green)", moderate: " (yellow)", high: " (red)", critical: "" } as const

export const memoryContext: Operation = operation({
  name: "memory_context",
  summary: "Show how full the window is, what fills it, and past compactions.",
  effect: "read",
  access: "both",
  input: {},
  personInput: { session: textArg(200).optional().describe("its id; default the last one of this project") },
  words: ["session"],
  ids: ["session"],
  async run(ask, { session: named }) {
    const session = ask.by === "person" ? ask.app.sessions.get(await sessionMeant(ask.app, named)) : askingSession(ask)
    const memory = ask.app.journal.read(session.id)
    const meter = meterNow(session.gauge, memory)
    // Absent before the first one was rendered.
    const prefix = promptsShown(ask.app, session.id).find(({ kind }) => kind === "prefix")
    return {
      // A command line has counted nothing itself.
      model: meter.model ?? (ask.app.epochs.load(session.id)?.epoch.model || undefined),
      reading: readMeter(meter),
      window: meter.context,
      pressure: pressureNow(session.gauge, memory, ask.app.config.pressure),
      shares: spentOn(meter),
      compactions: ask.app.store.compactions.list(session.id),
      retired: memory.retired,
      narrowed: ask.app.narrowed,
      prefix: prefix && { at: prefix.at, reason: prefix.reason, shows: sourcesOf(prefix) },
      late: ask.app.late.list(),
      background: backgroundReport(ask.app),
    }
  },
  toText(
    { model, reading, window, pressure, shares, compactions, retired, narrowed, prefix, late, background },
    audience,
  ) {
    const { ofWindow, tokensPerTurn, turnsLeft } = reading
    const ofWhole =
      ofWindow === undefined || !window ? "" : `, ${percent(ofWindow)} of the window of ${thousands(window)}`
    return [
      usedLine(reading) + ofWhole,
      `level: ${pressure.level}${COLOURS[pressure.level]}`,
      tokensPerTurn === undefined
        ? audience === "agent" && "trend: not known yet"
        : `trend: ${thousands(tokensPerTurn)} tokens a turn${turnsLeft === undefined ? "" : `, about ${turnsLeft} turns left`}`,
      shares.length > 0 &&
        `spent on (estimated): ${shares.map(({ what, tokens }) => `${what} ${thousands(tokens)}`).join(", ")}`,
      (model !== undefined || audience === "agent") && `model: ${model ?? "not known yet"}`,
      prefix && `memory block: since ${localMinute(prefix.at)} (${prefix.reason}), ${prefix.shows}`,
      pressure.interventions > 0 && `interventions: ${pressure.interventions}`,
      narrowed.length > 0 && `narrowed by the plugin's options in opencode.json: ${narrowed.join(", ")}`,
      ...retiredLines(retired),
      ...compactionLines(compactions),
      ...lateLines(late),
      ...backgroundLines(background),
    ]
      .filter((line) => typeof line === "string")
      .join("\n")
  },
})

function usedLine({ used, limit, percentage, isEstimated }: Reading): string {
  const how = isEstimated ? " (estimated from characters)" : ""
  if (limit === undefined) return `${thousands(used)} tokens used${how}; the host does not know this model's window`
  return `${thousands(used)} of ${thousands(limit)} tokens used${how}: ${percent(percentage)} of the compaction point`
}

function retiredLines({ outputs, decisions, lastReason, shorter, saved, rewritten, isLeft }: RetiredAccount): string[] {
  const alone = isLeft ? ["old outputs: another plugin shortens them, so Cairn leaves them alone"] : []
  if (decisions === 0) return alone
  const left = `${Object.keys(outputs).length} (${counted(decisions, "round")}, last: ${lastReason})`
  return [
    ...alone,
    isLeft
      ? `left out until then: ${left}`
      : `old outputs left out: ${left}, ${thousands(shorter)} tokens less in each request`,
    `saved so far: ${thousands(saved)} tokens of input read, paid for by ${thousands(rewritten)} written again`,
  ]
}

function compactionLines(compactions: readonly CompactionRecord[]): string[] {
  if (compactions.length === 0) return []
  const lines = compactions.slice(0, 5).map(({ at, tokensBefore, tokensAfter, score, repaired }) => {
    const room =
      tokensBefore === undefined
        ? ""
        : ` ${thousands(tokensBefore)} → ${tokensAfter === undefined ? "?" : thousands(tokensAfter)} tokens,`
    const back = repaired.length === 0 ? "nothing to put back" : `${repaired.length} things put back`
    return `- ${localMinute(at)}:${room} the summary had ${percent(score * 100)} of what matters, ${back}`
  })
  return [`compactions: ${compactions.length}`, ...lines]
}

/** The explanation is the same for all of them. */
function lateLines(late: readonly LateHook[]): string[] {
  if (late.length === 0) return []
  const hooks = late.map(({ hook, at }) => `${hook} (${localMinute(at)})`)
  return [`too slow, so a request went on without it: ${hooks.join(", ")}`]
}

function percent(value: number): string {
  return `${Math.round(value)} %`
}
