// The time between two renders of a session's prefix, and what was rendered: the very bytes that are served until it ends.

/** Where a line of a prefix comes from. */
export interface LineOrigin {
  /** `cairn`: its own fixed words. `claim`: what an agent said of the user, unconfirmed. `journal`: what the session remembers. */
  readonly kind: "cairn" | "note" | "fact" | "claim" | "journal"
  /** `scope:path` of a note or fact, the id of a claim, the kind of event in the journal. */
  readonly of?: string | undefined
}

/** So many lines of the text, one after the other. */
export interface OriginSpan extends LineOrigin {
  readonly lines: number
}

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
