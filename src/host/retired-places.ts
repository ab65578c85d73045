// Where in a conversation the outputs and arguments stand that were removed from it. Only new messages are searched, until something else is
// removed or the conversation differs.
import { RecentMap } from "../model/recent-map.ts"
import type { RetiredOutput } from "../session/retired-account.ts"
import { MAX_KNOWN_SESSIONS, type MessageMark, sameMarks } from "./message-marks.ts"

export interface Place {
  /** Position of the message, and of the part in it. */
  readonly at: number
  readonly index: number
  readonly left: RetiredOutput
  /** Not the output, but this argument of the call. */
  readonly argument?: string | undefined
}

export interface WithoutRetired {
  /** The messages from which something was removed, by their position in the list. */
  readonly changed: ReadonlyMap<number, unknown>
  /** How many characters shorter their outputs and arguments are. */
  readonly shorter: { readonly toolOutputs: number; readonly conversation: number }
  readonly places: readonly Place[]
}

export interface FoundPlaces {
  readonly places: Place[]
  /** If a provider uses a number twice, the first output with it is the one that was removed. */
  readonly met: Set<string>
}

interface Searched extends FoundPlaces {
  readonly marks: readonly MessageMark[]
  readonly retired: ReadonlyMap<string, RetiredOutput>
}

/** `search` adds what it finds in a message. */
export function createPlaces(
  search: (message: unknown, at: number, retired: ReadonlyMap<string, RetiredOutput>, found: FoundPlaces) => void,
) {
  const sessions = new RecentMap<string, Searched>(MAX_KNOWN_SESSIONS)

  return (
    sessionID: string,
    messages: readonly unknown[],
    marks: readonly MessageMark[],
    retired: ReadonlyMap<string, RetiredOutput>,
  ): readonly Place[] => {
    const known = sessions.get(sessionID)
    const isGrown = known?.retired === retired && sameMarks(known.marks, marks) === known.marks.length
    const met = isGrown ? known.met : new Set<string>()
    // A copy, because the lines of the last request may be checked later.
    const places = isGrown ? [...known.places] : []
    sessions.delete(sessionID)
    if (retired.size > 0)
      for (let at = isGrown ? known.marks.length : 0; at < messages.length; at++)
        search(messages[at], at, retired, { places, met })
    sessions.set(sessionID, { marks, retired, places, met })
    return places
  }
}
