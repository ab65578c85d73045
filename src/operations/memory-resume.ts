import { ownCommand } from "../model/own-command.ts"
import { earlierWorkText } from "../prompt/earlier-work-lines.ts"
import { type EarlierWork, earlierWork } from "../session/earlier-work.ts"
import { localMinute } from "../text/local-time.ts"
import { type Ask, type Operation, operation } from "./operation.ts"
import { isKeptFrom, LOOKS_BACK, lookBack, sessionsOf } from "./past-access.ts"
import { verbFor } from "./past-text.ts"

/** In a session the user has the command `/where-were-we`; a model is told at the first message or, if it cannot tell what the user means, asks. */
export const memoryResume: Operation = operation({
  name: "memory_resume",
  summary: "Show what the last session on this branch was about and left open.",
  ...LOOKS_BACK,
  input: {},
  async run(ask): Promise<Resumed> {
    const { app } = ask
    const { name } = app.project
    const peek = (id: string) => app.journal.peek(id)
    const own = ask.session?.id ?? ""
    const here = app.store.lastWork.latest(name, own, await app.branch())
    const work = earlierWork(here, peek) ?? earlierWork(app.store.lastWork.latest(name, own), peek)
    return { work, title: work && (await titleOf(ask, work.session)), unseen: work ? 0 : await countOfHost(ask) }
  },
  origin: () => "past",
  toText({ work, title, unseen }, audience) {
    const isPerson = audience === "person"
    if (work) {
      const { text } = earlierWorkText(work, localMinute, title)
      const next = isPerson
        ? `Go on with it: opencode --session ${work.session}\nRead it: ${ownCommand("messages")} ${work.session}`
        : `Read it with ${verbFor(audience, "memory_messages")} (sessionId)`
      return `${text}\n\n${next}`
    }
    const which = isPerson ? "No" : "No other"
    if (unseen === 0) return `${which} session of this project is on record yet.`
    const list = isPerson ? `: ${ownCommand("sessions")}` : `, which ${verbFor(audience, "memory_sessions")} lists`
    return `${which} session of this project is on record with Cairn yet.\nOpenCode has ${unseen}${list}`
  },
})

interface Resumed {
  readonly work: EarlierWork | undefined
  readonly title: string | undefined
  /** How many sessions OpenCode has kept of which Cairn knows nothing to tell. */
  readonly unseen: number
}

/** Only the host has it; the rest is known without its database. */
function titleOf(ask: Ask, session: string): Promise<string | undefined> {
  return lookBack(ask, (view) => view.find(session)?.title).catch(() => undefined)
}

/** None if its database cannot be read: that is not what was asked. */
function countOfHost(ask: Ask): Promise<number> {
  return lookBack(ask, async (view) => {
    const sessions = await sessionsOf(ask.app, view)
    const others = sessions.filter(({ id, parent }) => parent === undefined && id !== ask.session?.id)
    return others.filter((one) => !isKeptFrom(ask, view, one)).length
  }).catch(() => 0)
}
