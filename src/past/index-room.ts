// Keeps the index within its size limit: the oldest sessions are forgotten, and what is free in the file goes back to the system. All of it in small
// steps, between which the host gets its turn.
import type { PastIndex } from "./past-index.ts"

/** The steps of a build. Each resolves to whether it may go on. */
export interface RoomSteps {
  /** Removes all of a session. */
  forget(session: string): Promise<boolean>
  /** Writes what was read, and merges lists. */
  write(): Promise<boolean>
  /** Makes the file smaller if this share of it is free. */
  giveBack(least: number): Promise<boolean>
}

/** When the index is full, this share of it is forgotten: what is deleted leaves the file only where much of a list is. */
const FORGOTTEN_SHARE = 1 / 8
/** Free pages are used again while a build writes, so they are given back only if they are this share of the file. */
export const FREE_SHARE = 1 / 16

/** Whether there is no room for older sessions. A share stays free: otherwise those that are forgotten for new ones would be read again each time. */
export function isFull(index: Pick<PastIndex, "bytes">, maxBytes: number): boolean {
  return index.bytes() >= maxBytes * (1 - FORGOTTEN_SHARE)
}

/** Before a session is indexed. False also if this one would be the oldest and the index is full. */
export async function makeRoom(index: PastIndex, updated: number, maxBytes: number, steps: RoomSteps) {
  if (!isFull(index, maxBytes)) return true
  if (!(await steps.giveBack(FREE_SHARE))) return false
  if (isFull(index, maxBytes) && !index.hasOlder(updated)) return false
  return (await keepLimit(index, maxBytes, steps, updated)) && index.bytes() < maxBytes
}

/** The limit may have been lowered, or the sessions may have grown. Only what was last changed before `before` is forgotten, and never the newest. */
export async function keepLimit(
  index: PastIndex,
  maxBytes: number,
  steps: RoomSteps,
  before = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (;;) {
    if (index.bytes() < maxBytes) return true
    if (!(await steps.giveBack(0))) return false
    if (index.bytes() < maxBytes) return true
    const oldest = index.sessions().sort((a, b) => a.updated - b.updated)
    const older = oldest.slice(0, -1).filter(({ updated }) => updated < before)
    if (older.length === 0) return true
    // Also far above the limit: a step of the merging that follows takes the longer, the more of a list was deleted.
    let left = index.size() * FORGOTTEN_SHARE
    for (const { id } of older) {
      if (left <= 0) break
      left -= index.entriesOf(id).length
      if (!(await steps.forget(id))) return false
    }
    if (!(await steps.write())) return false
  }
}
