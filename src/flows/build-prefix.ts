// A prompt is being built: which prefix does this session get? Usually the bytes it got last time; the ladder says when not.

import type { App } from "../app.ts"
import type { Epoch } from "../model/epoch.ts"
import { cacheTtlOf, decideEpoch, type EpochDecision } from "../prompt/epoch-ladder.ts"
import { toolModeOf } from "../prompt/instructions.ts"
import { keptPrompt } from "../prompt/kept-prompt.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import { epochServed, prefixDecided } from "../session/served-prefix.ts"
import { tensOf } from "../window/pressure.ts"
import type { PromptBuilt } from "./contract.ts"
import { type FreshPrefix, freshPrefix } from "./fresh-prefix.ts"
import { recordEvents } from "./session-events.ts"
import { tellByPrefix } from "./tell-news.ts"
import { pressureOf } from "./tell-pressure.ts"
import { toolsOf } from "./tools-of.ts"
import { markShown } from "./unconfirmed.ts"

/** Undefined: this prompt gets no memory. */
export function buildPrefix(
  app: App,
  { sessionID, model }: Pick<PromptBuilt, "sessionID" | "model">,
): string | undefined {
  const session = app.sessions.get(sessionID)
  if (!hasPrefix(app, session)) return undefined
  const fresh = freshPrefix(app, session)
  const decision = decide(app, session, fresh, model)
  logDecision(app, session, decision, fresh)
  if (decision.render) beginEpoch(app, session, fresh, { model, reason: decision.reason })
  else if (decision.reason === "same") carryOn(app, session, fresh, model)
  updateSession(session, { served: prefixDecided(session.served) })
  if (freshFor(app, session) !== undefined) recordEvents(app, session, [{ kind: "fresh" }])
  return session.served.epoch?.text
}

export function hasPrefix(app: App, session: LiveSession): boolean {
  return app.config.inject && (!session.parent || app.config.injectSubagents)
}

/** Whether the session's next prompt renders the prefix again, as far as that can be known in advance. */
export function willRender(app: App, session: LiveSession): boolean {
  return decide(app, session, freshPrefix(app, session), session.served.epoch?.model ?? "").render
}

function decide(app: App, session: LiveSession, fresh: FreshPrefix, model: string): EpochDecision {
  const { epoch } = session.served
  const isForOtherTools = epoch !== undefined && toolModeOf(epoch.text) !== toolsOf(app, session)
  return decideEpoch({
    epoch,
    freshHash: fresh.hash,
    knowsAll: app.isComplete(),
    // Changing the tools changes the request anyway, and the prefix must name the tools that exist.
    forcedBy: freshFor(app, session) ?? session.served.forcedBy ?? (isForOtherTools ? "tools" : undefined),
    compaction: session.served.compaction,
    model,
    usagePercentage: pressureOf(app, session).percentage,
    refreshThresholdPercentage: app.config.refreshThresholdPercentage,
    lastResponseAt: session.served.lastResponseAt,
    cacheTtl: cacheTtlOf(app.config.cacheTtl, model),
    now: app.clock.now(),
  })
}

/** Who has asked for a fresh prefix, in whichever process. */
function freshFor(app: App, session: LiveSession): string | undefined {
  return app.journal.read(session.id).telling.fresh
}

function beginEpoch(
  app: App,
  session: LiveSession,
  fresh: FreshPrefix,
  { model, reason }: { readonly model: string; readonly reason: string },
): void {
  const { text, origins, hidden, shown, whole } = fresh.render()
  const isCompacted = session.served.epoch?.compaction !== session.served.compaction
  const epoch = {
    text,
    hash: fresh.hash,
    renderedAt: app.clock.now(),
    compaction: session.served.compaction,
    model,
    pressureStep: tensOf(pressureOf(app, session).percentage),
    provisional: app.isComplete() ? undefined : fresh.notes,
  }
  updateSession(session, { served: epochServed(session.served, epoch) })
  for (const note of hidden)
    app.log.warn("hidden-text", { note: note.path, scope: note.scope, what: "left out of the prompt" })
  if (epoch.provisional) void app.complete.then(() => settle(app, session, epoch))
  app.afterAnswer(() => {
    keepEpoch(app, session, epoch)
    const shown = { kind: "prefix", at: epoch.renderedAt, reason, ...keptPrompt({ text, origins }) } as const
    app.store.shownPrompts.of(app.project.name).add(session.id, shown)
    markShown(app, session)
  })
  tellByPrefix(app, session, { shown, whole }, isCompacted)
}

/** Byte for byte or not at all: a person may have typed a secret into a note that it shows, and then a restart renders anew. */
function keepEpoch(app: App, session: LiveSession, epoch: Epoch): void {
  const { text, found } = cleanOutput(epoch.text)
  if (found.length === 0) app.epochs.save(session.id, { ...epoch, text })
  else app.epochs.remove(session.id)
}

/** All notes are known now. If that changes nothing, the epoch stays valid. */
function settle(app: App, session: LiveSession, epoch: Epoch): void {
  if (session.served.epoch === epoch && freshPrefix(app, session).notes === epoch.provisional)
    updateSession(session, { served: epochServed(session.served, { ...epoch, provisional: undefined }) })
}

/** The bytes stay; from now on they belong to the newest compaction and model, whose cache has them. */
function carryOn(app: App, session: LiveSession, fresh: FreshPrefix, model: string): void {
  const { epoch } = session.served
  if (!epoch) return
  if (epoch.compaction === session.served.compaction && epoch.model === model && !epoch.provisional) return
  const isCompacted = epoch.compaction !== session.served.compaction
  const carried = {
    ...epoch,
    compaction: session.served.compaction,
    model,
    pressureStep: isCompacted ? 0 : epoch.pressureStep,
    provisional: app.isComplete() ? undefined : epoch.provisional,
  }
  updateSession(session, { served: epochServed(session.served, carried) })
  app.afterAnswer(() => keepEpoch(app, session, carried))
  if (isCompacted) tellByPrefix(app, session, fresh.render(), isCompacted)
}

function logDecision(app: App, session: LiveSession, { render, reason }: EpochDecision, fresh: FreshPrefix): void {
  const now = app.clock.now()
  const age = (since: number | undefined) => (since === undefined ? undefined : now - since)
  app.log.info(render ? "prefix-rendered" : "prefix-served", {
    session: session.id,
    reason,
    chars: render ? fresh.render().text.length : session.served.epoch?.text.length,
    hash_match: session.served.epoch?.hash === fresh.hash,
    epoch_age_ms: age(session.served.epoch?.renderedAt),
    since_response_ms: age(session.served.lastResponseAt),
    ttl_ms: cacheTtlOf(app.config.cacheTtl, session.served.epoch?.model ?? ""),
    usage_pct: Math.round(pressureOf(app, session).percentage * 10) / 10,
  })
}
