// Makes the work per request depend on what is new in it. Hosts build all message objects again for each request, so a message is recognised by
// its id and the lengths of its contents. As long as these are the same it keeps its mark, an object that callers compare by identity.
import { RecentMap } from "../model/recent-map.ts"

export interface MessageMark {
  readonly id: unknown
  readonly weight: number
}

export interface MessageWeight {
  idOf(message: unknown): unknown
  /** Differs if the content does, as far as lengths show. Computed for each message of each request. */
  weightOf(message: unknown): number
}

/** Few, because what is kept for each session covers its whole conversation. */
export const MAX_KNOWN_SESSIONS = 4

export function createMarks({ idOf, weightOf }: MessageWeight) {
  const sessions = new RecentMap<string, readonly MessageMark[]>(MAX_KNOWN_SESSIONS)

  return (sessionID: string, messages: readonly unknown[]): readonly MessageMark[] => {
    const known = sessions.get(sessionID) ?? []
    const marks: MessageMark[] = []
    for (let at = 0; at < messages.length; at++) {
      const [id, weight] = [idOf(messages[at]), weightOf(messages[at])]
      const mark = known[at]
      marks.push(mark !== undefined && mark.id === id && mark.weight === weight ? mark : { id, weight })
    }
    sessions.set(sessionID, marks)
    return marks
  }
}

/** How many messages at the start are unchanged. */
export function sameMarks(known: readonly MessageMark[], marks: readonly MessageMark[]): number {
  let same = 0
  while (same < marks.length && known[same] === marks[same]) same++
  return same
}

/** Combines the next length with the previous ones. */
export function weighed(weight: number, length: number): number {
  return (weight * 31 + length + 1) | 0
}

/** All messages reduced to one value, recomputed only from the first message that changed since the previous request. Values must be immutable. */
export function createSum<T>(none: T, add: (sum: T, message: unknown) => T) {
  const sessions = new RecentMap<string, { readonly marks: readonly MessageMark[]; readonly sums: readonly T[] }>(
    MAX_KNOWN_SESSIONS,
  )

  return (sessionID: string, messages: readonly unknown[], marks: readonly MessageMark[]): T => {
    const known = sessions.get(sessionID)
    const sums = known ? known.sums.slice(0, sameMarks(known.marks, marks)) : []
    for (let at = sums.length; at < messages.length; at++) sums.push(add(sums.at(-1) ?? none, messages[at]))
    sessions.set(sessionID, { marks, sums })
    return sums.at(-1) ?? none
  }
}
