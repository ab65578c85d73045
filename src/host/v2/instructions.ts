// Newer OpenCode 2 versions keep instructions under a key per session: they are part of the system text from the session's first request on, and a
// later change comes in a message, so that not even a new epoch disturbs the cache. If the context offers that, it carries the prefix. What counts
// is what can be seen: a request that does not show the text gets the prefix the ordinary way.
import { messageOf } from "../../model/errors.ts"
import { functionAt, listAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Features } from "../features.ts"
import type { V2Context } from "./plugin.ts"

const KEY = "cairn"

export type Instructions = ReturnType<typeof createInstructions>

export function createInstructions(ctx: V2Context, features: Features) {
  const put = functionAt(ctx, "session", "instructions", "entry", "put")
  const given = new RecentMap<string, string>()
  let isOffered = put !== undefined
  return {
    get isOffered() {
      return isOffered
    },
    /** Gives the prefix to the host, to be shown from the next request that it builds. */
    async give(sessionID: string, prefix: string): Promise<void> {
      if (!put || !isOffered || given.get(sessionID) === prefix) return
      try {
        await put({ sessionID, key: KEY, value: prefix })
        given.set(sessionID, prefix)
      } catch (error) {
        isOffered = false
        features.off("instructions", messageOf(error))
      }
    },
    /** Whether the host shows in this request what it was given. */
    areShown(sessionID: string, request: unknown): boolean {
      const prefix = given.get(sessionID)
      return (
        isOffered &&
        prefix !== undefined &&
        textsOf(request).some((text) => text.includes(prefix) || text.includes(escaped(prefix)))
      )
    },
  }
}

function textsOf(request: unknown): string[] {
  const messages = (listAt(request, "messages") ?? []).flatMap((message) => listAt(message, "content") ?? [])
  return [...(listAt(request, "system") ?? []), ...messages].map((part) => textAt(part, "text") ?? "")
}

/** How the host writes a value into a request. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
