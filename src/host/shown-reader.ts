// The conversation of a request as the rules of retiring see it. It grows at its end, so it is read from the first message on that is another
// one than in the request before; a message is known by its id and the lengths of what is in it. Hosts make all messages anew for each request.
import { RecentMap } from "../model/recent-map.ts"
import type { SaidText, ShownConversation, ShownOutput } from "../window/retiring/shown-output.ts"
import { shownTokens } from "./request-texts.ts"

/** What was read so far. */
export interface ShownReading {
  readonly outputs: ShownOutput[]
  readonly said: SaidText[]
  /** What calls were given, by their ids, where the answer comes apart from the call. */
  readonly calls: Map<unknown, unknown>
  steps: number
  chars: number
  images: number
}

export interface MessageReader {
  idOf(message: unknown): unknown
  /** Another number for another content, as far as lengths tell. Asked for each message of each request. */
  weightOf(message: unknown): number
  /** Adds a message to what was read before it. */
  read(message: unknown, reading: ShownReading, at: number): void
}

/** A message, and how far the reading was behind it. */
interface Mark {
  readonly id: unknown
  readonly weight: number
  readonly outputs: number
  readonly said: number
  readonly steps: number
  readonly chars: number
  readonly images: number
}

interface Known extends Pick<ShownReading, "outputs" | "said" | "calls"> {
  readonly marks: Mark[]
}

/** Each is a whole conversation. */
const MAX_SESSIONS = 4
const START = { outputs: 0, said: 0, steps: 0, chars: 0, images: 0 }

export function createShownReader({ idOf, weightOf, read }: MessageReader) {
  const sessions = new RecentMap<string, Known>(MAX_SESSIONS)

  return (sessionID: string, messages: readonly unknown[]): ShownConversation => {
    const known = sessions.get(sessionID) ?? { marks: [], outputs: [], said: [], calls: new Map<unknown, unknown>() }
    const { calls } = known
    const isSame = (mark: Mark | undefined, message: unknown) =>
      mark !== undefined && mark.id === idOf(message) && mark.weight === weightOf(message)
    let same = 0
    while (same < messages.length && isSame(known.marks[same], messages[same])) same++
    // Copies: whoever was handed the last reading may still look at it, and one that fails changes nothing.
    const marks = known.marks.slice(0, same)
    const { outputs, said, ...counts } = marks.at(-1) ?? START
    const { steps, chars, images } = counts
    const reading: ShownReading = {
      outputs: known.outputs.slice(0, outputs),
      said: known.said.slice(0, said),
      calls,
      steps,
      chars,
      images,
    }
    for (let at = same; at < messages.length; at++) {
      read(messages[at], reading, at)
      marks.push(markOf(idOf(messages[at]), weightOf(messages[at]), reading))
    }
    sessions.set(sessionID, { marks, calls, outputs: reading.outputs, said: reading.said })
    return {
      outputs: reading.outputs,
      said: reading.said,
      steps: reading.steps,
      tokens: shownTokens(reading.chars, reading.images),
    }
  }
}

function markOf(id: unknown, weight: number, { outputs, said, steps, chars, images }: ShownReading): Mark {
  return { id, weight, outputs: outputs.length, said: said.length, steps, chars, images }
}

/** Puts the next length to those before it. */
export function weighed(weight: number, length: number): number {
  return (weight * 31 + length + 1) | 0
}
