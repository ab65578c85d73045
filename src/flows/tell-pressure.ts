// The window fills up: how full it is, and what the agent is told of that. Levels and interventions ride on whatever comes next, a tool's
// result or a user message; the prefix never carries a percentage.
import type { App } from "../app.ts"
import { renderSession } from "../prompt/prefix.ts"
import type { SessionState } from "../sessions.ts"
import { emptyMeter, meterAfterStep, meterAtRequest, readMeter } from "../window/meter.ts"
import {
  dueLevel,
  intervened,
  isAlike,
  isDueIntervention,
  isDueTens,
  levelTold,
  type Pressure,
  pressureAt,
  relieved,
  tensTold,
} from "../window/pressure.ts"
import { contextLine, intervention, pressureNotice } from "../window/pressure-notice.ts"
import type { PromptBuilt, StepEnded } from "./contract.ts"
import { memoryShown, saveState } from "./keeping.ts"

/** A request is being built; `prefix` is what Cairn adds to it. */
export function countRequest(
  app: App,
  session: SessionState,
  { model, window, sizes }: PromptBuilt,
  prefix: string | undefined,
): void {
  const memory = prefix?.length ?? 0
  session.meter = meterAtRequest(session.meter, { model, window, sizes: sizes && { ...sizes, memory } })
  measure(app, session)
}

/** A compaction, or a cut: what was counted before it is void. */
export function roomWasMade(app: App, session: SessionState, moment: PromptBuilt): void {
  session.meter = emptyMeter
  setPressure(app, session, relieved(session.pressure))
  countRequest(app, session, moment, session.epoch?.text)
}

export function countStep(app: App, session: SessionState, { tokens, window }: StepEnded): void {
  const isFirst = session.meter.used === undefined && session.repair !== undefined
  session.meter = meterAfterStep(session.meter, tokens, window)
  measure(app, session)
  const { used } = session.meter
  if (isFirst && used !== undefined && session.compaction !== undefined)
    app.store.compactions.setTokensAfter(session.id, session.compaction, used)
}

/** What a tool's result carries: only what was crossed since the agent was last told. */
export function pressureLines(app: App, session: SessionState): string[] {
  if (session.parent) return []
  const level = dueLevel(session.pressure)
  const isIntervening = app.config.intervention === "tail" && isDueIntervention(session.pressure)
  const { used, limit } = readMeter(session.meter)
  const lines = [
    ...(level && limit ? [pressureNotice(level, used, limit)] : []),
    ...(isIntervening ? [interventionText(app, session)] : []),
  ]
  if (level) setPressure(app, session, levelTold(session.pressure))
  if (isIntervening) setPressure(app, session, intervened(session.pressure))
  return lines
}

/** What a user message carries: how full the window is, if anything is told at all, and by itself at each new ten points. */
export function contextLines(app: App, session: SessionState, isTelling: boolean): string[] {
  const lines = pressureLines(app, session)
  if (!isTelling && lines.length === 0 && !isDueTens(session.pressure)) return []
  setPressure(app, session, tensTold(session.pressure))
  return [contextLine(session.pressure), ...lines]
}

/** The message that is sent to an idle agent, where the user wants that; never two without a word of the user's between them. */
export function interventionWhenIdle(app: App, session: SessionState): string | undefined {
  if (app.config.intervention !== "prompt" || session.parent || session.ownPrompt !== undefined) return undefined
  if (!isDueIntervention(session.pressure)) return undefined
  setPressure(app, session, intervened(session.pressure))
  session.ownPrompt = interventionText(app, session)
  return session.ownPrompt
}

function interventionText(app: App, session: SessionState): string {
  return intervention(renderSession({ memory: memoryShown(app, session.id), slots: app.slots }, app.config))
}

function measure(app: App, session: SessionState): void {
  const { percentage } = readMeter(session.meter)
  setPressure(app, session, pressureAt(session.pressure, percentage, app.config.pressure, app.clock.now()))
}

function setPressure(app: App, session: SessionState, pressure: Pressure): void {
  const before = session.pressure
  session.pressure = pressure
  if (pressure.level !== before.level)
    app.log.info("pressure", { session: session.id, level: pressure.level, pct: Math.round(pressure.percentage) })
  if (!isAlike(before, pressure)) saveState(app, session)
}
