// When to render the prefix again. Between two renders (an epoch) the model is served the same bytes, because a changed prefix makes the provider's
// prompt cache miss for the whole conversation; so a change waits until the cache is lost anyway, or until it is worth the cost.

import type { Epoch } from "../model/epoch.ts"
import { tensOf } from "../window/pressure.ts"

export interface Moment {
  readonly epoch: Epoch | undefined
  readonly freshHash: string
  /** Whether `freshHash` covers all notes, or only those known so far. */
  readonly knowsAll: boolean
  readonly forcedBy?: string | undefined
  readonly compaction?: string | undefined
  readonly model: string
  readonly usagePercentage: number
  /** 0 switches the pressure rule off. */
  readonly refreshThresholdPercentage: number
  readonly lastResponseAt?: number | undefined
  readonly cacheTtl: number
  readonly now: number
}

export interface EpochDecision {
  readonly render: boolean
  readonly reason:
    | "first"
    | "same"
    | "complete"
    | `forced:${string}`
    | "compaction"
    | "model"
    | "pressure"
    | "ttl"
    | "deferred"
}

export function decideEpoch(moment: Moment): EpochDecision {
  const { epoch } = moment
  if (!epoch) return { render: true, reason: "first" }
  if (epoch.hash === moment.freshHash) return { render: false, reason: "same" }
  if (epoch.provisional && moment.knowsAll) return { render: true, reason: "complete" }
  if (moment.forcedBy) return { render: true, reason: `forced:${moment.forcedBy}` }
  if (epoch.compaction !== moment.compaction) return { render: true, reason: "compaction" }
  if (epoch.model !== "" && moment.model !== "" && epoch.model !== moment.model)
    return { render: true, reason: "model" }
  if (pressed(moment, epoch)) return { render: true, reason: "pressure" }
  if (moment.now - (moment.lastResponseAt ?? epoch.renderedAt) > moment.cacheTtl) return { render: true, reason: "ttl" }
  return { render: false, reason: "deferred" }
}

function pressed(moment: Moment, epoch: Epoch): boolean {
  const threshold = moment.refreshThresholdPercentage
  return threshold > 0 && moment.usagePercentage >= threshold && tensOf(moment.usagePercentage) > epoch.pressureStep
}

const CLAUDE_MS = 5 * 60_000
const OTHERS_MS = 60 * 60_000

/**
 * How long a provider keeps a prompt cached after its last use. A prefix rendered too late costs the few tokens of a tail; one rendered too early
 * costs the whole cached conversation, so an unknown time is assumed to be long. `model` is provider and model; `setting` is for users who know
 * better.
 */
export function cacheTtlOf(setting: number | "auto", model: string): number {
  if (setting !== "auto") return setting
  return /claude|anthropic/i.test(model) ? CLAUDE_MS : OTHERS_MS
}
