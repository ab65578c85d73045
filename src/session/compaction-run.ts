// How a session's compactions are going in this process: what the host accepts and failed to do, and what is under way.

export interface CompactionRun {
  /** The host's model could not write an acceptable summary; once there is one, the model is asked again. */
  readonly failed?: boolean | undefined
  /** The host accepts a summary from Cairn. */
  readonly takesSummary?: boolean | undefined
  /** The agent wants the conversation before this turn cut off, on a host that cannot compact. */
  readonly cutWanted?: boolean | undefined
  /** The hash of the summary whose candidates are being processed. */
  readonly takingSummary?: string | undefined
}

export const noCompactionRun: CompactionRun = {}
