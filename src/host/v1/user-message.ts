// A user message arrives, before it is stored. A tail becomes a part of it that the model reads and the screen does not show. Messages that were
// taken back are reported in events just before, and these are handled first. In a command's message, the user typed the arguments.

import { ANSWER_MS, createPatience, LATE, within } from "../../model/deadline.ts"
import { field, listAt, listIn, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import { textsIn } from "../result-content.ts"
import type { Runtime } from "../runtime.ts"
import { argumentsIn, templatesIn } from "./command.ts"
import type { Turns } from "./compaction.ts"
import type { HostEvents } from "./event.ts"
import type { Services } from "./services.ts"

export function chatMessage(runtime: Runtime, services: Services, turns: Turns, events: HostEvents) {
  const known = new RecentMap<string, true>()
  const spokenIn = new RecentMap<string, true>()
  const waitForOrigin = createPatience(ANSWER_MS)

  /** Asked once: a session whose user has spoken in this process has a message, unless it was taken back. */
  async function isNew(sessionID: string): Promise<boolean> {
    if (spokenIn.has(sessionID)) return false
    spokenIn.set(sessionID, true)
    return (await within(ANSWER_MS, services.isNew(sessionID))) ?? true
  }

  /** Reported once in the life of a process; an answer that comes too late is reported with the next message. */
  async function forkOf(sessionID: string) {
    if (known.has(sessionID)) return undefined
    const origin = services.forks.originOf(sessionID).then(
      (fork) => ({ fork }),
      () => undefined,
    )
    const answer = await waitForOrigin(origin)
    if (answer === LATE || !answer) return undefined
    known.set(sessionID, true)
    return answer.fork
  }

  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const sessionID = textAt(input, "sessionID") ?? textAt(output, "message", "sessionID")
    if (!sessionID) return void runtime.features.off("tail", "chat.message names no session")
    if (services.isOwn(sessionID)) return undefined
    services.turnBegan(sessionID)
    void runtime.showNotices(sessionID)
    const messageID = textAt(output, "message", "id")
    const parts = listAt(output, "parts")
    const moments = await runtime.moments()
    if (!moments) return undefined
    const [isFirst, fork] = await Promise.all([isNew(sessionID), forkOf(sessionID), events.settled()])
    turns.begun(sessionID)
    if (fork) await moments.forked(fork)
    const said = { text: typedText(parts ?? []), template: templatesIn(parts ?? []) }
    const { tail } = await moments.userSpoke({ sessionID, messageID, ...said, isFirst })
    if (tail === undefined) return undefined
    if (!messageID || !parts) return void runtime.features.off("tail", "chat.message hands over no message with parts")
    const part = { type: "text", text: tail, synthetic: true, metadata: { cairn: true } }
    return () => void parts.push({ ...part, id: idAfter(parts), messageID, sessionID })
  }
}

export function partsOf(message: unknown): readonly unknown[] {
  return listIn(message, "parts")
}

/** Whether a message carries a tail; the host keeps a part's metadata. */
export function hasTail(message: unknown): boolean {
  return partsOf(message).some(isTail)
}

export function isTail(part: unknown): boolean {
  return field(field(part, "metadata"), "cairn") === true
}

export function typedText(parts: readonly unknown[]): string {
  const given = argumentsIn(parts)
  if (given !== undefined) return given
  return textsIn(parts.filter((part) => field(part, "synthetic") !== true)).join("\n")
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** OpenCode sorts a message's parts by id and refuses a part without one. */
function idAfter(parts: readonly unknown[]): string {
  const last =
    parts
      .map((part) => textAt(part, "id") ?? "")
      .sort()
      .at(-1) || "prt_"
  const digit = DIGITS.indexOf(last.at(-1) as string)
  return digit >= 0 && digit < DIGITS.length - 1 && last.length > 4 ? last.slice(0, -1) + DIGITS[digit + 1] : `${last}z`
}
