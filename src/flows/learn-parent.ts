// Whether a session works for another one. Only a session that does not has a user, so until the host has answered, nothing is listened to or
// shown; what happens meanwhile waits, and is processed when the answer comes. Until then the host is asked again at every moment.
import type { App } from "../app.ts"
import { ANSWER_MS, createPatience } from "../model/deadline.ts"
import { toLog } from "../model/errors.ts"
import { type LiveSession, MAX_ERRANDS, updateSession } from "../session/live-session.ts"
import type { HostServices } from "./contract.ts"

const waitForParent = createPatience(ANSWER_MS)
const waiting = new WeakMap<LiveSession, (() => unknown)[]>()
/** No more than this happens in a second or two. */
const MAX_WAITING = 200

/** Also for the sessions that it works for. */
export async function learnParent(app: App, host: HostServices, sessionID: string): Promise<LiveSession> {
  const session = app.sessions.get(sessionID)
  for (let depth = 0, id: string | null | undefined = sessionID; id && depth <= MAX_ERRANDS; depth++) {
    const one = app.sessions.get(id)
    if (one.parent === undefined)
      await waitForParent(askForParent(app, host, one).catch(toLog(app, "parent-unknown", { session: id })))
    id = one.parent
  }
  return session
}

async function askForParent(app: App, host: HostServices, session: LiveSession): Promise<void> {
  const parent = await host.parentOf(session.id)
  if (parent === undefined || session.parent !== undefined) return
  updateSession(session, { parent })
  await catchUp(app, session)
}

/** Processes what has waited, and what comes in meanwhile, in order. If one fails, only that one is lost: from here on the session is listened to. */
async function catchUp(app: App, session: LiveSession): Promise<void> {
  for (const work of waiting.get(session) ?? []) {
    await (async () => work())().catch(toLog(app, "late-moment", { session: session.id }))
  }
  waiting.delete(session)
}

export function onceParentIsKnown<T>(session: LiveSession, work: (isLate: boolean) => T): T | undefined {
  if (session.parent !== undefined && !waiting.has(session)) return work(false)
  const works = waiting.get(session) ?? []
  if (works.length < MAX_WAITING) works.push(() => work(true))
  waiting.set(session, works)
  return undefined
}
