// Whether the lines that Cairn put into a request were still there when it was sent. All plugins change one event, one after the other; by the next
// request those that come after Cairn have done so too.
import { listAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Place } from "../retired-places.ts"
import { hasLines } from "./removal.ts"

/** Each holds a whole conversation until the session's next request. */
const MOST_SESSIONS = 16

export function createSentLines() {
  const sent = new RecentMap<string, { readonly event: unknown; readonly places: readonly Place[] }>(MOST_SESSIONS)
  return {
    /** The request is handed to the next plugin with lines in these places. */
    placed(sessionID: string, event: unknown, places: readonly Place[]): void {
      if (places.length > 0) sent.set(sessionID, { event, places })
      else sent.delete(sessionID)
    },
    /** Whether the session's last request was sent without some of its lines. */
    areGone(sessionID: string): boolean {
      const last = sent.get(sessionID)
      sent.delete(sessionID)
      return last !== undefined && !hasLines(listAt(last.event, "messages") ?? [], last.places)
    },
  }
}
