// What a session of OpenCode 1 was copied from. The host keeps no record of it: the copy's title is the original's with a number, and its messages
// have new ids but the times of the originals. Both together are proof enough; if two sessions fit, it is unknown. The search for the original
// starts as soon as the copy appears, so that its first prompt does not wait for it.
import type { PluginInput } from "@opencode-ai/plugin"
import type { Forked } from "../../flows/contract.ts"
import { listAt, numberAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"

type Client = PluginInput["client"]

type Sent = Awaited<ReturnType<typeof messagesOf>>[number]

const FORK_TITLE = /^(.+) \(fork #(\d+)\)$/s
/** How many sessions with the same title are compared. */
const MAX_CANDIDATES = 5

export function createForks(client: Client) {
  const candidates = new RecentMap<string, ReturnType<typeof findCandidates>>()
  const candidatesFor = (sessionID: string, title: string | undefined) => {
    const found = findCandidates(client, originalTitle(title ?? ""))
    // The caller that awaits it handles a failure.
    found.catch(() => candidates.delete(sessionID))
    candidates.set(sessionID, found)
    return found
  }
  return {
    /** The host reports a new session. */
    created(session: unknown): void {
      const id = textAt(session, "id")
      if (id) candidatesFor(id, textAt(session, "title"))
    },
    /** What the session was copied from, if that can be found out. */
    async originOf(sessionID: string): Promise<Forked | undefined> {
      const session = async () => (await client.session.get({ path: { id: sessionID } })).data
      const known = candidates.get(sessionID) ?? candidatesFor(sessionID, textAt(await session(), "title"))
      if ((await known).length === 0) return undefined
      const copies = await messagesOf(client, sessionID)
      const origins = (await known)
        .map(({ id, messages }) => ({ id, messages, copied: commonLength(copies, messages) }))
        .filter(({ copied }) => copied > 0)
      const [origin] = origins
      if (!origin || origins.length > 1) return undefined
      return { sessionID, from: origin.id, before: origin.messages[origin.copied]?.id }
    },
  }
}

function originalTitle(title: string): string | undefined {
  const [, stem, number] = FORK_TITLE.exec(title) ?? []
  return Number(number) > 1 ? `${stem} (fork #${Number(number) - 1})` : stem
}

/** Sessions that the copy may come from, with their messages. */
async function findCandidates(client: Client, title: string | undefined) {
  if (title === undefined) return []
  const { data } = await client.session.list()
  const ids = (listAt(data) ?? [])
    .filter((session) => textAt(session, "title") === title)
    .map((session) => textAt(session, "id") ?? "")
    .slice(0, MAX_CANDIDATES)
  return Promise.all(ids.map(async (id) => ({ id, messages: await messagesOf(client, id) })))
}

async function messagesOf(client: Client, sessionID: string) {
  const { data } = await client.session.messages({ path: { id: sessionID } })
  return (listAt(data) ?? []).map((message) => ({
    id: textAt(message, "info", "id") ?? "",
    at: numberAt(message, "info", "time", "created") ?? 0,
  }))
}

function commonLength(copies: readonly Sent[], originals: readonly Sent[]): number {
  const apart = copies.findIndex(({ at }, i) => at !== originals[i]?.at)
  return apart < 0 ? copies.length : apart
}
