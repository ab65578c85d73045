// The user says by command that this session should not be remembered, or should be again.
import type { App } from "../app.ts"
import { type Notice, notice } from "../model/notice.ts"
import { ancestorOf, updateSession } from "../session/live-session.ts"
import { noWork } from "../session/near-work.ts"
import { oneLine } from "../text/text.ts"
import type { HostServices } from "./contract.ts"
import { learnParent } from "./learn-parent.ts"

const MAX_WORD = 40

/** `typed` is what follows the command's name: nothing toggles it, "off" resumes, and everything else pauses. */
export async function pauseSession(
  app: App,
  host: HostServices,
  { sessionID, typed }: { readonly sessionID: string; readonly typed: string },
): Promise<Notice> {
  const session = ancestorOf(app.sessions, await learnParent(app, host, sessionID))
  const wanted = typed.trim().toLowerCase()
  const isOff = /^(?:off|resume|stop|end)$/.test(wanted)
  const wasOn = app.journal.read(session.id).paused === "now"
  if (isOff && !wasOn) return notice("not_paused", "Memory was not paused")
  const isOn = wanted === "" ? !wasOn : !isOff
  app.journal.note(session.id, [{ kind: "pause", isOn }])
  app.store.lastWork.remove(session.id)
  // Otherwise later sessions would be told about it, and it could become half of a fact.
  app.store.typedDirectives.remove(session.id)
  // A reason given before the change does not count for work after it, nor the other way round.
  updateSession(session, { nearWork: noWork })
  // News at the tail tells the model, if there is a tail.
  if (!app.config.tail) app.journal.note(session.id, [{ kind: "fresh", by: "pause" }])
  await app.journal.flush()
  app.log.info("pause", { session: session.id, on: isOn })
  const lasts = app.journal.isDurable ? "" : " until OpenCode ends, since the state database cannot be used"
  const isUnknown = isOn && !/^(?:on|pause|start)?$/.test(wanted)
  const words = `"${oneLine(wanted, MAX_WORD)}" means nothing to /memory-pause: it takes "off", or nothing at all`
  return isOn
    ? notice(
        "paused",
        `Memory is paused for this session${lasts}: nothing said here is kept${isUnknown ? `. ${words}` : ""}`,
        "/memory-pause again resumes",
      )
    : notice("resumed", "Memory is on again: what is said from now on may be saved")
}
