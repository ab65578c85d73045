// Whether a session works on another's errand. The host is asked once; one that cannot tell, or not in time, has no subagents as far as
// memory is concerned.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"
import { ANSWER_MS, createPatience, LATE } from "../model/within.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import type { HostServices } from "./contract.ts"

const waitForParent = createPatience(ANSWER_MS)

export async function learnParent(app: App, host: HostServices, sessionID: string): Promise<LiveSession> {
  const session = app.sessions.get(sessionID)
  if (session.parent !== undefined) return session
  const answer = host.parentOf(sessionID).catch((error) => {
    app.log.warn("parent-unknown", { session: sessionID, why: messageOf(error) })
    return undefined
  })
  const told = await waitForParent(answer)
  const known = told === LATE ? undefined : told
  if (known !== undefined) updateSession(session, { parent: known })
  // Too late for this prompt; as long as the session has no prefix, the answer still counts.
  else
    void answer.then((late) => {
      updateSession(session, { parent: session.parent ?? (session.served.epoch ? null : late) })
    })
  // A subagent's subagent works for the one at the top.
  if (known) await learnParent(app, host, known)
  return session
}
