// The window fills up: how full it is, and what the agent is told about it. Levels and interventions are added to whatever comes next, a tool's
// result or a user message; the prefix never has a percentage.
import type { App } from "../app.ts"
import { renderSession } from "../prompt/prefix.ts"
import { compactionOver } from "../session/compaction-run.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { ownPromptSent } from "../session/turn.ts"
import { metered, meterNow, pressureNow, stepMetered } from "../session/window-gauge.ts"
import {
  emptyMeter,
  isUncounted,
  type Meter,
  meterAfterStep,
  meterAfterTurn,
  meterAtRequest,
  readMeter,
} from "../window/meter.ts"
import { dueLevel, isDueIntervention, isDueTens, levelAt, type Pressure, tensOf } from "../window/pressure.ts"
import { contextLine, intervention, pressureNotice } from "../window/pressure-notice.ts"
import type { PromptBuilt, StepEnded } from "./contract.ts"
import { memoryShown, recordEvents } from "./session-events.ts"
import { toolsOf } from "./tools-of.ts"

export function meterOf(app: App, session: LiveSession): Meter {
  return meterNow(session.gauge, app.journal.read(session.id))
}

export function pressureOf(app: App, session: LiveSession): Pressure {
  return pressureNow(session.gauge, app.journal.read(session.id), app.config.pressure)
}

/** A request is being built; `prefix` is what Cairn adds to it. */
export function countRequest(
  app: App,
  session: LiveSession,
  { model, window, sizes }: PromptBuilt,
  prefix: string | undefined,
): void {
  const memory = prefix?.length ?? 0
  setMeter(app, session, (meter) => meterAtRequest(meter, { model, window, sizes: sizes && { ...sizes, memory } }))
}

/** After a compaction or a cut, earlier counts are void. */
export function roomWasMade(app: App, session: LiveSession, moment: PromptBuilt): void {
  setMeter(app, session, () => emptyMeter)
  countRequest(app, session, moment, session.served.epoch?.text)
}

/** The host reports that its compaction has ended. If a request has shown it already, that request's count holds. */
export function noticeRoom(app: App, session: LiveSession): void {
  if (!session.compacting.isUnderWay) return
  updateSession(session, { compacting: compactionOver(session.compacting) })
  if (session.parent === null) recordEvents(app, session, [{ kind: "room" }])
}

/** The model has answered: its count is on record for every process, unless it is a subagent's. */
export function countStep(app: App, session: LiveSession, { tokens, window }: StepEnded): void {
  const { loss } = app.journal.read(session.id).compactions
  const isFirst = meterOf(app, session).used === undefined && loss !== undefined
  setMeter(app, session, (meter) => meterAfterStep(meter, tokens, window))
  const { used } = session.gauge.meter
  const { limit } = readMeter(session.gauge.meter)
  if (!session.parent) recordEvents(app, session, [{ kind: "step", used, limit }])
  updateSession(session, { gauge: stepMetered(session.gauge, app.journal.read(session.id).step) })
  if (isFirst && used !== undefined && session.served.compaction !== undefined)
    app.store.compactions.setTokensAfter(session.id, session.served.compaction, used)
}

export function countTurn(app: App, session: LiveSession): void {
  setMeter(app, session, meterAfterTurn)
}

/** What is added to a tool's result or a user message: only what was crossed since the agent was last told. */
export function pressureLines(app: App, session: LiveSession, message = session.turn.answers): string[] {
  if (session.parent) return []
  const pressure = pressureOf(app, session)
  const level = dueLevel(pressure)
  const isIntervening = app.config.intervention === "tail" && isDueIntervention(pressure)
  if (level === undefined && !isIntervening) return []
  recordEvents(app, session, [{ kind: "pressure", level, ...(isIntervening && { intervened: true }) }], message)
  const { used, limit } = readMeter(meterOf(app, session))
  return [
    ...(level && limit ? [pressureNotice(level, used, limit, toolsOf(app, session))] : []),
    ...(isIntervening ? [interventionText(app, session)] : []),
  ]
}

/** What is added to a user message: how full the window is, if there is a tail anyway or at each new ten percent. */
export function contextLines(app: App, session: LiveSession, messageID: string, isTelling: boolean): string[] {
  const lines = pressureLines(app, session, messageID)
  if (isUncounted(meterOf(app, session))) return lines
  const pressure = pressureOf(app, session)
  if (!isTelling && lines.length === 0 && !isDueTens(pressure)) return []
  recordEvents(app, session, [{ kind: "pressure", tens: tensOf(pressure.percentage) }], messageID)
  return [contextLine(pressure), ...lines]
}

/** The message that is sent to an idle agent, if the user wants that; never two without a message from the user between them. */
export function interventionWhenIdle(app: App, session: LiveSession): string | undefined {
  if (app.config.intervention !== "prompt" || session.parent !== null || session.turn.ownPrompt !== undefined)
    return undefined
  if (!isDueIntervention(pressureOf(app, session))) return undefined
  recordEvents(app, session, [{ kind: "pressure", intervened: true }])
  const prompt = interventionText(app, session)
  updateSession(session, { turn: ownPromptSent(session.turn, prompt) })
  return prompt
}

function interventionText(app: App, session: LiveSession): string {
  const tools = toolsOf(app, session)
  const memory = renderSession({ memory: memoryShown(app, session.id), slots: app.slots }, { ...app.config, tools })
  return intervention(memory, tools)
}

function setMeter(app: App, session: LiveSession, change: (meter: Meter) => Meter): void {
  const levelOf = () => levelAt(readMeter(session.gauge.meter).percentage, app.config.pressure)
  const before = levelOf()
  updateSession(session, { gauge: metered(session.gauge, change(meterOf(app, session)), app.journal.read(session.id)) })
  const level = levelOf()
  const pct = Math.round(readMeter(session.gauge.meter).percentage)
  if (level !== before) app.log.info("pressure", { session: session.id, level, pct })
}
