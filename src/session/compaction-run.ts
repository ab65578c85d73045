// How a session's compactions go in this process: what the host takes and could not do, and what is under way.

export interface CompactionRun {
  /** The host's model could not write a summary it would take; once there is one, the model is asked again. */
  readonly failed?: boolean | undefined
  /** The host takes a summary of Cairn's own. */
  readonly takesSummary?: boolean | undefined
  /** The agent wants the conversation before this turn cut off, on a host that cannot compact for it. */
  readonly cutWanted?: boolean | undefined
  /** The summary whose candidates are being taken in, as a hash. */
  readonly takingSummary?: string | undefined
}

export const noCompactionRun: CompactionRun = {}
