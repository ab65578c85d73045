// The time between two renders of a session's prefix, and what was rendered: the very bytes that are served until it ends.

export interface Epoch {
  readonly text: string
  readonly hash: string
  readonly renderedAt: number
  /** Id of the compaction the session had last gone through, if any. */
  readonly compaction?: string | undefined
  /** Empty when it was not known yet. */
  readonly model: string
  /** Tens of percent of usage at which pressure last caused a render. */
  readonly pressureStep: number
  /** Rendered before all notes were known, from notes of this hash: to be rendered once more if all of them make a difference. */
  readonly provisional?: string | undefined
}
