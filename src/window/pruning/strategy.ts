// What a kind of output is, how to tell it, and which of its lines an agent goes on to need.

export interface Strategy {
  readonly name: string
  /** Listings are cut sooner than anything else. */
  readonly isListing?: boolean
  /** The space its lines get, compared with an output of an unknown kind. */
  readonly room: number
  /** Likewise for the list of names: few of those in a diff or a test report are news. */
  readonly names: number
  /** Over how many lines around it a line's worth is spread; code is needed by the paragraph. */
  readonly around: number | "paragraph"
  /** Commands that print this kind. */
  readonly command?: RegExp
  /** A line that only this kind has. */
  readonly line?: RegExp
  /** What each line is worth, compared with a plain line of code or text, which is worth 1. */
  weigh(lines: readonly string[]): number[]
}
