// A session's compaction while this process takes part in it: who writes the summary, whether it can be used, and what is still to be done.

export interface CompactionRun {
  /** It has begun, and no request shows it yet. */
  readonly isUnderWay?: boolean | undefined
  /** The host's model could not write an acceptable summary. Cleared as soon as it does. */
  readonly failed?: boolean | undefined
  readonly takesSummary?: boolean | undefined
  readonly takingSummary?: string | undefined
}

export const noCompactionRun: CompactionRun = {}

export function compactionBegun(run: CompactionRun): CompactionRun {
  return { ...run, isUnderWay: true }
}

export function compactionOver(run: CompactionRun): CompactionRun {
  return { ...run, isUnderWay: false }
}

/** `takesSummary`: the host uses a summary that Cairn writes. */
export function compactionAsked(run: CompactionRun, takesSummary: boolean): CompactionRun {
  return { ...run, takesSummary }
}

export function summaryFailed(run: CompactionRun): CompactionRun {
  return { ...run, failed: true, isUnderWay: false }
}

export function summaryAccepted(run: CompactionRun): CompactionRun {
  return { ...run, failed: false }
}

/** The facts of the summary with this hash are being saved. */
export function takingFrom(run: CompactionRun, hash: string): CompactionRun {
  return { ...run, takingSummary: hash }
}
