// The prefix that this process serves to a session: the epoch, and what may end it.

import type { Epoch } from "../model/epoch.ts"
import type { ToolMode } from "../model/tool-mode.ts"

export interface ServedPrefix {
  readonly epoch?: Epoch | undefined
  readonly lastResponseAt?: number | undefined
  /** Id of the last compaction that the host has shown in this conversation. */
  readonly compaction?: string | undefined
  /** The last compaction in the journal, when this process last looked. */
  readonly recorded?: string | undefined
  /** Why this process wants a fresh prefix, if it does; cleared once the prefix has been decided on, whatever the decision. */
  readonly forcedBy?: string | undefined
  readonly tools?: ToolMode | undefined
  /** How many approvals of quarantined notes it has taken into account. */
  readonly released?: number | undefined
}

/** As this or another process left it. */
export interface SavedEpoch {
  readonly epoch: Epoch
  readonly lastResponseAt?: number | undefined
}

/** Another process may have served the session since: what it rendered, and for which compaction, counts here too. */
export function renderedElsewhere(served: ServedPrefix, saved: SavedEpoch | undefined): ServedPrefix {
  if (!saved) return served
  const lastResponseAt = Math.max(served.lastResponseAt ?? 0, saved.lastResponseAt ?? 0) || undefined
  if (saved.epoch.renderedAt <= (served.epoch?.renderedAt ?? 0)) return { ...served, lastResponseAt }
  return { ...served, epoch: saved.epoch, compaction: saved.epoch.compaction, lastResponseAt }
}

/** One that a request of another process has shown, whether or not that changed the prefix. */
export function compactedElsewhere(served: ServedPrefix, recorded: string | undefined): ServedPrefix {
  return recorded === served.recorded ? served : { ...served, compaction: recorded, recorded }
}

/** The tools that this request offers. */
export function toolsOffered(served: ServedPrefix, tools: ToolMode): ServedPrefix {
  return { ...served, tools }
}

export function compactionShown(served: ServedPrefix, compaction: string | undefined): ServedPrefix {
  return { ...served, compaction }
}

export function epochServed(served: ServedPrefix, epoch: Epoch): ServedPrefix {
  return { ...served, epoch }
}

export function answeredAt(served: ServedPrefix, lastResponseAt: number): ServedPrefix {
  return { ...served, lastResponseAt }
}

export function prefixDecided(served: ServedPrefix): ServedPrefix {
  return { ...served, forcedBy: undefined }
}

/** A person has approved quarantined notes, which is worth a fresh prefix. */
export function approvalsSeen(served: ServedPrefix, released: number): ServedPrefix {
  const isNews = served.released !== undefined && served.released < released
  return { ...served, released, forcedBy: served.forcedBy ?? (isNews ? "approval" : undefined) }
}
