// A past session as later ones find it again.

export interface WorkPlace {
  readonly session: string
  /** Empty outside git, and if no branch is checked out. */
  readonly branch: string
  readonly at: number
}

export interface SessionCard {
  readonly session: string
  readonly at: number
  /** The first request; and the goal with everything asked for later. */
  readonly asked: string
  readonly more: string
  /** Changed files, relative to the worktree. */
  readonly files: readonly string[]
}
