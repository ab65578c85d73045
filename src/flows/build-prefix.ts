// A prompt is being built: which prefix does this session get? Usually the bytes it got last time; the ladder says when not.
import type { App } from "../app.ts"
import type { Epoch } from "../model/epoch.ts"
import { decideEpoch, type EpochDecision, pressureStep } from "../recall/epoch.ts"
import type { Prefix } from "../recall/prefix.ts"
import { rememberSeen, type SessionState } from "../session/sessions.ts"

export interface PromptBeingBuilt {
  readonly sessionID: string
  /** Provider and model: another model has another cache. */
  readonly model: string
}

/** Undefined: this prompt gets no memory. */
export function buildPrefix(app: App, { sessionID, model }: PromptBeingBuilt): string | undefined {
  const session = app.sessions.get(sessionID)
  if (!app.config.inject || (session.isSubagent && !app.config.injectSubagents)) return undefined
  const fresh = app.prefixNow()
  const now = app.clock.now()
  const decision = decideEpoch({
    epoch: session.epoch,
    freshHash: fresh.hash,
    knowsAll: app.isComplete(),
    forcedBy: session.forcedBy,
    compaction: session.compaction,
    model,
    usagePercentage: session.usagePercentage,
    refreshThresholdPercentage: app.config.refreshThresholdPercentage,
    lastResponseAt: session.lastResponseAt,
    cacheTtl: app.config.cacheTtl,
    now,
  })
  logDecision(app, session, decision, fresh)
  if (decision.render) beginEpoch(app, session, fresh, model)
  else if (decision.reason === "same") carryOn(app, session, fresh, model)
  session.forcedBy = undefined
  return session.epoch?.text
}

function beginEpoch(app: App, session: SessionState, fresh: Prefix, model: string): void {
  const epoch = {
    text: fresh.text,
    hash: fresh.hash,
    renderedAt: app.clock.now(),
    compaction: session.compaction,
    model,
    pressureStep: pressureStep(session.usagePercentage),
    provisional: !app.isComplete(),
  }
  session.epoch = epoch
  for (const note of fresh.whole) rememberSeen(session, note)
  for (const note of fresh.hidden)
    app.log.warn("hidden-text", { note: note.path, scope: note.scope, what: "left out of the prompt" })
  if (epoch.provisional) void app.complete.then(() => settle(app, session, epoch))
  // The database may wait for a lock; the prompt may not.
  setImmediate(() => app.epochs.save(session.id, epoch))
}

/** All notes are known now. Where that changes nothing, the epoch is as good as any other. */
function settle(app: App, session: SessionState, epoch: Epoch): void {
  if (session.epoch === epoch && app.prefixNow().hash === epoch.hash) session.epoch = { ...epoch, provisional: false }
}

/** The bytes stay; from now on they stand for the newest compaction and model, whose cache holds them. */
function carryOn(app: App, session: SessionState, fresh: Prefix, model: string): void {
  const { epoch } = session
  if (!epoch) return
  for (const note of fresh.whole) rememberSeen(session, note)
  if (epoch.compaction === session.compaction && epoch.model === model && !epoch.provisional) return
  const isCompacted = epoch.compaction !== session.compaction
  const carried = {
    ...epoch,
    compaction: session.compaction,
    model,
    pressureStep: isCompacted ? 0 : epoch.pressureStep,
    provisional: epoch.provisional && !app.isComplete(),
  }
  session.epoch = carried
  setImmediate(() => app.epochs.save(session.id, carried))
}

function logDecision(app: App, session: SessionState, { render, reason }: EpochDecision, fresh: Prefix): void {
  const now = app.clock.now()
  const age = (since: number | undefined) => (since === undefined ? undefined : now - since)
  app.log.info(render ? "prefix-rendered" : "prefix-served", {
    session: session.id,
    reason,
    chars: render ? fresh.text.length : session.epoch?.text.length,
    hash_match: session.epoch?.hash === fresh.hash,
    epoch_age_ms: age(session.epoch?.renderedAt),
    since_response_ms: age(session.lastResponseAt),
    ttl_ms: app.config.cacheTtl,
    usage_pct: Math.round(session.usagePercentage * 10) / 10,
  })
}
