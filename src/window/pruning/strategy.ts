// A kind of output: how to recognise it, and which of its lines an agent is likely to need.

export interface Strategy {
  readonly name: string
  /** Listings are cut earlier than everything else. */
  readonly isListing?: boolean
  /** Room for its lines, relative to output of an unknown kind. */
  readonly room: number
  /** The same for the list of names: in a diff or a test report few of them are new. */
  readonly names: number
  /** Over how many neighbouring lines worth is spread; code is needed by the paragraph. */
  readonly around: number | "paragraph"
  /** Commands that print this kind. */
  readonly command?: RegExp
  /** Matches lines that only this kind has. */
  readonly line?: RegExp
  /** The worth of each line; a plain line of code or text is worth 1. */
  weigh(lines: readonly string[]): number[]
}
