// How a session's compactions are going in this process: what the host accepts, what failed, and what is in progress.

export interface CompactionRun {
  /** The host's model could not write an acceptable summary. Cleared as soon as it does. */
  readonly failed?: boolean | undefined
  /** The host accepts a summary from Cairn. */
  readonly takesSummary?: boolean | undefined
  /** The agent wants everything before this turn cut off, on a host that cannot compact. */
  readonly cutWanted?: boolean | undefined
  /** The hash of the summary whose candidates are being processed. */
  readonly takingSummary?: string | undefined
}

export const noCompactionRun: CompactionRun = {}
