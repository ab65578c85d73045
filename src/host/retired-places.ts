// Where in a conversation the outputs and arguments stand that were removed from it. Only new messages are searched, until something else is
// removed or the conversation differs.
import { listAt } from "../model/fields.ts"
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
  readonly retired: Retired
}

type Retired = ReadonlyMap<string, RetiredOutput>

/** How a host's messages hold what is removed. */
interface RemovalForm {
  /** The field of a message that has its parts. */
  readonly parts: "parts" | "content"
  /** Adds what it finds in a message. */
  search(message: unknown, at: number, retired: Retired, found: FoundPlaces): void
  /** The part with the line in place of the output, or of the argument. */
  withLine(part: unknown, line: string, argument: string | undefined): unknown
  /** How long the output is that the host would send. */
  outputChars(part: unknown, left: RetiredOutput): number
}

/** What leaves a request, and the request without it. A message that loses something is a new object: the host's own is left as it is. */
export function removalFor(form: RemovalForm) {
  const placesOf = createPlaces(form.search)

  return (
    sessionID: string,
    messages: readonly unknown[],
    marks: readonly MessageMark[],
    retired: Retired,
  ): WithoutRetired => {
    const places = placesOf(sessionID, messages, marks, retired)
    return { ...withoutPlaces(messages, places, form), places }
  }
}

function createPlaces(search: RemovalForm["search"]) {
  const sessions = new RecentMap<string, Searched>(MAX_KNOWN_SESSIONS)

  return (
    sessionID: string,
    messages: readonly unknown[],
    marks: readonly MessageMark[],
    retired: Retired,
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

function withoutPlaces(
  messages: readonly unknown[],
  places: readonly Place[],
  { parts, withLine, outputChars }: RemovalForm,
): Pick<WithoutRetired, "changed" | "shorter"> {
  const changed = new Map<number, unknown[]>()
  const shorter = { toolOutputs: 0, conversation: 0 }
  for (const { at, index, left, argument } of places) {
    const shown = changed.get(at) ?? [...(listAt(messages[at], parts) ?? [])]
    const part = shown[index]
    shown[index] = withLine(part, left.line, argument)
    changed.set(at, shown)
    if (argument === undefined) shorter.toolOutputs += outputChars(part, left) - left.line.length
    else shorter.conversation += left.chars - left.line.length
  }
  const messageAt = (at: number, shown: unknown[]) => ({ ...(messages[at] as object), [parts]: shown })
  return { changed: new Map([...changed].map(([at, shown]) => [at, messageAt(at, shown)])), shorter }
}
