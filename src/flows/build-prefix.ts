// A prompt is being built: which prefix does this session get? Usually the bytes it got last time; the ladder says when not.
import type { App } from "../app.ts"
import type { Epoch } from "../model/epoch.ts"
import { cacheTtlOf } from "../prompt/cache-ttl.ts"
import { decideEpoch, type EpochDecision } from "../prompt/epoch-ladder.ts"
import type { SessionState } from "../sessions.ts"
import { tensOf } from "../window/pressure.ts"
import { type FreshPrefix, freshPrefix } from "./fresh-prefix.ts"
import { tellByPrefix } from "./tell-news.ts"
import { pressureOf } from "./tell-pressure.ts"

export interface PromptBeingBuilt {
  readonly sessionID: string
  /** Provider and model: another model has another cache. */
  readonly model: string
}

/** Undefined: this prompt gets no memory. */
export function buildPrefix(app: App, { sessionID, model }: PromptBeingBuilt): string | undefined {
  const session = app.sessions.get(sessionID)
  if (!hasPrefix(app, session)) return undefined
  const fresh = freshPrefix(app, session)
  const decision = decide(app, session, fresh, model)
  logDecision(app, session, decision, fresh)
  if (decision.render) beginEpoch(app, session, fresh, model)
  else if (decision.reason === "same") carryOn(app, session, fresh, model)
  session.forcedBy = undefined
  return session.epoch?.text
}

export function hasPrefix(app: App, session: SessionState): boolean {
  return app.config.inject && (!session.parent || app.config.injectSubagents)
}

/** Whether the session's next prompt shows everything anew, as far as that can be told before it is built. */
export function willRender(app: App, session: SessionState): boolean {
  return decide(app, session, freshPrefix(app, session), session.epoch?.model ?? "").render
}

function decide(app: App, session: SessionState, fresh: FreshPrefix, model: string): EpochDecision {
  return decideEpoch({
    epoch: session.epoch,
    freshHash: fresh.hash,
    knowsAll: app.isComplete(),
    forcedBy: session.forcedBy,
    compaction: session.compaction,
    model,
    usagePercentage: pressureOf(app, session).percentage,
    refreshThresholdPercentage: app.config.refreshThresholdPercentage,
    lastResponseAt: session.lastResponseAt,
    cacheTtl: cacheTtlOf(app.config.cacheTtl, model),
    now: app.clock.now(),
  })
}

function beginEpoch(app: App, session: SessionState, fresh: FreshPrefix, model: string): void {
  const { text, hidden, shown, whole } = fresh.render()
  const isCompacted = session.epoch?.compaction !== session.compaction
  const epoch = {
    text,
    hash: fresh.hash,
    renderedAt: app.clock.now(),
    compaction: session.compaction,
    model,
    pressureStep: tensOf(pressureOf(app, session).percentage),
    provisional: app.isComplete() ? undefined : fresh.notes,
  }
  session.epoch = epoch
  for (const note of hidden)
    app.log.warn("hidden-text", { note: note.path, scope: note.scope, what: "left out of the prompt" })
  if (epoch.provisional) void app.complete.then(() => settle(app, session, epoch))
  // The database may wait for a lock; the prompt may not.
  setImmediate(() => app.epochs.save(session.id, epoch))
  tellByPrefix(app, session, { shown, whole }, isCompacted)
}

/** All notes are known now. Where that changes nothing, the epoch is as good as any other. */
function settle(app: App, session: SessionState, epoch: Epoch): void {
  if (session.epoch === epoch && freshPrefix(app, session).notes === epoch.provisional)
    session.epoch = { ...epoch, provisional: undefined }
}

/** The bytes stay; from now on they stand for the newest compaction and model, whose cache holds them. */
function carryOn(app: App, session: SessionState, fresh: FreshPrefix, model: string): void {
  const { epoch } = session
  if (!epoch) return
  if (epoch.compaction === session.compaction && epoch.model === model && !epoch.provisional) return
  const isCompacted = epoch.compaction !== session.compaction
  const carried = {
    ...epoch,
    compaction: session.compaction,
    model,
    pressureStep: isCompacted ? 0 : epoch.pressureStep,
    provisional: app.isComplete() ? undefined : epoch.provisional,
  }
  session.epoch = carried
  setImmediate(() => app.epochs.save(session.id, carried))
  if (isCompacted) tellByPrefix(app, session, fresh.render(), isCompacted)
}

function logDecision(app: App, session: SessionState, { render, reason }: EpochDecision, fresh: FreshPrefix): void {
  const now = app.clock.now()
  const age = (since: number | undefined) => (since === undefined ? undefined : now - since)
  app.log.info(render ? "prefix-rendered" : "prefix-served", {
    session: session.id,
    reason,
    chars: render ? fresh.render().text.length : session.epoch?.text.length,
    hash_match: session.epoch?.hash === fresh.hash,
    epoch_age_ms: age(session.epoch?.renderedAt),
    since_response_ms: age(session.lastResponseAt),
    ttl_ms: cacheTtlOf(app.config.cacheTtl, session.epoch?.model ?? ""),
    usage_pct: Math.round(pressureOf(app, session).percentage * 10) / 10,
  })
}
