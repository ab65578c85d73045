// A user message is admitted. A tail is kept in the message's metadata, which the host stores with it and returns in every request; the screen does
// not show it, and the title's author does not see it. Events lag behind this hook, so what a message must come after (a revert, a fork) is read
// from the session itself, which takes less than a millisecond. In a command's message, it is unknown what was typed.
import type { Forked } from "../../flows/contract.ts"
import { ANSWER_MS, within } from "../../model/deadline.ts"
import { fieldAt, recordAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { Reverts } from "./reverts.ts"
import type { Services } from "./services.ts"

const KEY = "cairn"

export function promptAdmitted(
  runtime: Runtime,
  services: Services,
  reverts: Reverts,
  announce: (sessionID: string) => Promise<void>,
) {
  const known = new RecentMap<string, true>()
  return async (event: unknown, isCommand = false): Promise<Change | undefined> => {
    // At once: it must be in place even if the rest is late.
    if (isCommand) note(event, { command: true })
    const sessionID = textAt(event, "sessionID")
    if (!sessionID) return void runtime.features.off("tail", "the prompt hook names no session")
    void runtime.showNotices(sessionID)
    const [moments, session] = await Promise.all([runtime.moments(), within(ANSWER_MS, services.session(sessionID))])
    if (!moments) return undefined
    const isKnown = known.has(sessionID)
    known.set(sessionID, true)
    const fork = forkOf(sessionID, textAt(session, "fork", "sessionID"), fieldAt(session, "fork", "boundary"))
    if (fork && !isKnown) await moments.forked(fork)
    await reverts.beforePrompt(moments, sessionID, session)
    const text = textAt(event, "prompt", "text") ?? ""
    const { tail } = await moments.userSpoke({
      sessionID,
      messageID: textAt(event, "messageID"),
      ...(isCommand ? { text: "", template: text } : { text }),
      isFirst: !isKnown && !fork && isUnused(session),
    })
    await announce(sessionID)
    if (tail === undefined) return undefined
    return () => note(event, { tail })
  }
}

function note(event: unknown, known: { tail: string } | { command: true }): void {
  const metadata = recordAt(event, "metadata")
  ;(event as { metadata?: unknown }).metadata = { ...metadata, [KEY]: { ...recordAt(metadata, KEY), ...known } }
}

export function tailOf(metadata: unknown): string | undefined {
  return textAt(fieldAt(metadata, KEY), "tail")
}

/** Whether a message is a command's, not typed. */
export function isOfCommand(metadata: unknown): boolean {
  return fieldAt(metadata, KEY, "command") === true
}

export function forkOf(sessionID: string, from: string | undefined, boundary: unknown): Forked | undefined {
  if (!from) return undefined
  const [type, messageID] = [textAt(boundary, "type"), textAt(boundary, "messageID")]
  return {
    sessionID,
    from,
    ...(type === "before" && { before: messageID }),
    ...(type === "through" && { through: messageID }),
  }
}

/** A session that was ever active has been idle since, if only because it was interrupted. */
function isUnused(session: unknown): boolean {
  return fieldAt(session, "time", "idle") === undefined && fieldAt(session, "outcome") === undefined
}
