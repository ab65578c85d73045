// The conversation of a request as the retiring rules see it. It grows at its end, so reading starts at the first message that changed since the
// previous request.
import { RecentMap } from "../model/recent-map.ts"
import type { SaidText, ShownConversation, ShownOutput } from "../window/retiring/shown-output.ts"
import { createMarks, MAX_KNOWN_SESSIONS, type MessageMark, type MessageWeight, sameMarks } from "./message-marks.ts"
import { isBound, replacedText } from "./replaced-text.ts"
import { shownTokens } from "./request-texts.ts"

export interface ShownReading {
  readonly outputs: ShownOutput[]
  /** What the host itself no longer shows. */
  readonly cleared: ShownOutput[]
  readonly said: SaidText[]
  /** Calls by id, for hosts where the answer comes apart from the call. */
  readonly calls: Map<unknown, unknown>
  steps: number
  chars: number
  /** Tokens of images and documents. */
  files: number
}

export interface MessageReader extends MessageWeight {
  read(message: unknown, reading: ShownReading, at: number): void
}

/** `metadata` is what the provider said about the call. */
export function addOutput({ outputs }: ShownReading, output: ShownOutput, metadata: unknown): void {
  const replaced = isBound(metadata) ? undefined : replacedText(output)
  if (replaced) outputs.push(replaced)
  outputs.push(output)
}

const START = { outputs: 0, cleared: 0, said: 0, steps: 0, chars: 0, files: 0 }
/** The state of the reading after a message. */
type Read = Readonly<typeof START>

interface Known extends Pick<ShownReading, "outputs" | "cleared" | "said" | "calls"> {
  readonly marks: readonly MessageMark[]
  readonly reads: Read[]
}

export function createShownReader(reader: MessageReader) {
  const marksOf = createMarks(reader)
  const sessions = new RecentMap<string, Known>(MAX_KNOWN_SESSIONS)

  return (
    sessionID: string,
    messages: readonly unknown[],
    marks: readonly MessageMark[] = marksOf(sessionID, messages),
  ): ShownConversation => {
    const known = sessions.get(sessionID) ?? {
      marks: [],
      reads: [],
      outputs: [],
      cleared: [],
      said: [],
      calls: new Map<unknown, unknown>(),
    }
    const { calls } = known
    const same = sameMarks(known.marks, marks)
    // Copies, because the previous reading may still be in use, and so that a failure changes nothing.
    const reads = known.reads.slice(0, same)
    const from = reads.at(-1) ?? START
    const reading: ShownReading = {
      outputs: known.outputs.slice(0, from.outputs),
      cleared: known.cleared.slice(0, from.cleared),
      said: known.said.slice(0, from.said),
      calls,
      steps: from.steps,
      chars: from.chars,
      files: from.files,
    }
    for (let at = same; at < messages.length; at++) {
      reader.read(messages[at], reading, at)
      const { steps, chars, files } = reading
      const [outputs, cleared, said] = [reading.outputs.length, reading.cleared.length, reading.said.length]
      reads.push({ outputs, cleared, said, steps, chars, files })
    }
    const shown = { outputs: reading.outputs, cleared: reading.cleared, said: reading.said }
    sessions.set(sessionID, { marks, reads, calls, ...shown })
    return { ...shown, steps: reading.steps, tokens: shownTokens(reading.chars, reading.files) }
  }
}
