// Where in a conversation the outputs and arguments stand that were removed from it. Only new messages are searched, until something else is
// removed or the conversation differs.
import { listAt } from "../model/fields.ts"
import { RecentMap } from "../model/recent-map.ts"
import type { RetiredOutput } from "../session/retired-account.ts"
import { MAX_KNOWN_SESSIONS, type MessageMark, sameMarks } from "./message-marks.ts"
import { lengthOf } from "./request-texts.ts"

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

/** An output in a message, or the argument of a call, that can be removed. */
export interface Removable {
  /** Position of its part in the message. */
  readonly index: number
  /** What it is known by: its call, for an argument with its name. */
  readonly call: string
  readonly argument?: string
  /** As the model reads it. */
  text(): unknown
  /** Whether it is a success and text alone, and no provider holds the model to it. */
  mayLeave(): boolean
}

interface Searched {
  readonly marks: readonly MessageMark[]
  readonly retired: Retired
  readonly places: readonly Place[]
  /** If a provider uses a number twice, the first output with it is the one that was removed. */
  readonly met: Set<string>
}

type Retired = ReadonlyMap<string, RetiredOutput>

/** How a host's messages hold what is removed. */
interface RemovalForm {
  /** The field of a message that has its parts. */
  readonly parts: "parts" | "content"
  removablesIn(message: unknown): Iterable<Removable>
  /** The part with the line in place of the output, or of the argument. */
  withLine(part: unknown, line: string, argument: string | undefined): unknown
  /** How long the output is that the host would send. */
  outputChars(part: unknown, left: RetiredOutput): number
}

/** Each holds a whole conversation until the session's next request. */
const MOST_SENT = 16

/** What leaves a request, the request without it, and whether its lines were still there when it was sent. */
export function removalFor(form: RemovalForm) {
  const placesOf = createPlaces(form)
  const sent = new RecentMap<string, { readonly request: unknown; readonly places: readonly Place[] }>(MOST_SENT)
  const hasLines = (messages: readonly unknown[], places: readonly Place[]) => areThere(messages, places, form)

  return {
    /** A message that loses something is a new object: the host's own is left as it is. */
    without(
      sessionID: string,
      messages: readonly unknown[],
      marks: readonly MessageMark[],
      retired: Retired,
    ): WithoutRetired {
      const places = placesOf(sessionID, messages, marks, retired)
      return { ...withoutPlaces(messages, places, form), places }
    },
    hasLines,
    /** The request is handed to the next plugin with lines in these places. */
    placed(sessionID: string, request: unknown, places: readonly Place[]): void {
      if (places.length > 0) sent.set(sessionID, { request, places })
      else sent.delete(sessionID)
    },
    /** Whether the session's last request has lost some of its lines: plugins change it one after the other. */
    areGone(sessionID: string): boolean {
      const last = sent.get(sessionID)
      sent.delete(sessionID)
      return last !== undefined && !hasLines(listAt(last.request, "messages") ?? [], last.places)
    },
  }
}

function createPlaces({ removablesIn }: RemovalForm) {
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
    const search = (at: number) => {
      for (const { index, call, argument, text, mayLeave } of removablesIn(messages[at])) {
        const left = retired.get(call)
        if (!left || met.has(call)) continue
        met.add(call)
        if (mayLeave() && lengthOf(text()) === left.chars) places.push({ at, index, left, argument })
      }
    }
    if (retired.size > 0) for (let at = isGrown ? known.marks.length : 0; at < messages.length; at++) search(at)
    sessions.set(sessionID, { marks, retired, places, met })
    return places
  }
}

/** Whether what was put into a request is still there after all other plugins, where it was or somewhere else. */
function areThere(
  messages: readonly unknown[],
  places: readonly Place[],
  { removablesIn }: Pick<RemovalForm, "removablesIn">,
): boolean {
  const isThere = ({ at, index, left }: Place) => {
    for (const one of removablesIn(messages[at]))
      if (one.index === index && one.call === left.call) return one.text() === left.line
    return false
  }
  if (places.every(isThere)) return true
  const now = new Map<string, Removable[]>(places.map(({ left }) => [left.call, []]))
  for (const message of messages) for (const one of removablesIn(message)) now.get(one.call)?.push(one)
  // If a call comes twice, it is not known which of the two had the line.
  return places.every(({ left }) => {
    const texts = (now.get(left.call) ?? []).map(({ text }) => text()).filter((text) => typeof text === "string")
    return texts.length > 1 || texts[0] === left.line
  })
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
