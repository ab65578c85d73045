// Changes of notes that are one commit, which nobody can split or mix with their own.
import type { ChangeOutcome, History } from "../git/history.ts"
import type { Notes } from "./notes.ts"

/** How long it waits for other writers: less than it has in all, so that the answer is what the wait came to. */
const WAIT_MS = 12_000

export interface OwnCommit {
  /** The message in history. */
  readonly why: string
  readonly timeoutMs: number
  /** Runs as the only writer, when what was pending is committed; never if nobody expects it any more. */
  change(): Promise<void>
  /** Runs after it for the same commit, when others may write again. */
  after?(): Promise<void>
}

export function changeInOwnCommit(
  history: History,
  notes: Pick<Notes, "alone">,
  { why, timeoutMs, change, after }: OwnCommit,
): Promise<ChangeOutcome> {
  const inTurn = async (begin: () => void) => {
    await notes.alone(async () => {
      begin()
      await change()
    }, WAIT_MS)
    await after?.()
  }
  return history.commitChange(why, inTurn, timeoutMs)
}
