// The time between two renders of a session's prefix, and what was rendered: the exact bytes that are served until it ends.

/** Where a line of a prefix comes from. */
export interface LineOrigin {
  /** `cairn`: its own fixed words. `claim`: what an agent said about the user, unconfirmed. `journal`: what the session remembers. */
  readonly kind: "cairn" | "note" | "fact" | "claim" | "journal"
  /** `scope:path` of a note or fact, the id of a claim, the kind of event in the journal. */
  readonly of?: string | undefined
}

/** The number of consecutive lines of the text. */
export interface OriginSpan extends LineOrigin {
  readonly lines: number
}

export interface Epoch {
  readonly text: string
  readonly hash: string
  readonly renderedAt: number
  /** Id of the last compaction the session went through, if any. */
  readonly compaction?: string | undefined
  /** Empty when it was not known yet. */
  readonly model: string
  /** Tens of percent of usage at which pressure last caused a render. */
  readonly pressureStep: number
  /** Rendered before all notes were known, from notes with this hash: rendered again if the complete set makes a difference. */
  readonly provisional?: string | undefined
}
