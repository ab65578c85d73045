// Which session or message an id means. The beginning of an id is enough if no other has it: the hosts' ids have 30 characters, and a person types
// them.
import { CairnError } from "../model/errors.ts"
import { editDistance } from "../text/edit-distance.ts"
import type { PastSession } from "./past-session.ts"

interface Named {
  readonly id: string
}

/** `ses_` and `msg_` alone name nothing. */
const KIND = 4
/** Ids begin with the time: so many characters, with `ses_`, differ for all that were made more than a few hundredths of a second apart. */
const LEAST_SHOWN = 12
const MOST_NAMED = 4

/** The one with the id, or the only one whose id begins so. Throws `ambiguous_id`. */
export function namedBy<T extends Named>(given: string, all: readonly T[], kind: "session" | "message"): T | undefined {
  const exact = all.find(({ id }) => id === given)
  if (exact || given.length <= KIND) return exact
  const found = all.filter(({ id }) => id.startsWith(given))
  if (found.length < 2) return found[0]
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : ""
  const named = found.slice(0, MOST_NAMED).map(({ id }) => id)
  throw new CairnError(
    "ambiguous_id",
    `"${given.slice(0, 60)}" is how ${found.length} ${kind}s begin: ${named.join(", ")}${more}`,
    "give more of the id",
  )
}

/** The beginning of each id that no other has. */
export function shortIds(all: readonly Named[]): (id: string) => string {
  const ids = [...new Set(all.map(({ id }) => id))].sort()
  const short = new Map(
    ids.map((id, at) => {
      const shared = Math.max(sharedLength(id, ids[at - 1] ?? ""), sharedLength(id, ids[at + 1] ?? ""))
      return [id, id.slice(0, Math.max(LEAST_SHOWN, shared + 1))]
    }),
  )
  return (id) => short.get(id) ?? id
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const MOST_NEAR = 3
/** Characters, including `ses_`, that ids made within an hour share. */
const ALIKE = 9
/** Letters that may be mistyped. */
const MISTYPED = 3
const MAX_ID = 60

export function refuseUnknownSession(given: string, sessions: readonly PastSession[]): never {
  const near = nearSessions(given.slice(0, MAX_ID), sessions)
  // A subagent's session is seldom the one that somebody looks for.
  const newest = sessions.toSorted((a, b) => Number(a.parent !== undefined) - Number(b.parent !== undefined))
  const named = (near.length > 0 ? near : newest).slice(0, MOST_NEAR).map(({ id }) => id)
  const known =
    named.length === 0 ? "there are no sessions" : `${near.length > 0 ? "near it" : "the newest"}: ${named.join(", ")}`
  throw new CairnError(
    "no_such_session",
    `there is no session "${given.slice(0, MAX_ID)}"; ${known}`,
    "memory_sessions lists them",
  )
}

/** The nearest first: the longer the common beginning the nearer, then the fewer letters differ. */
function nearSessions(given: string, sessions: readonly PastSession[]): readonly PastSession[] {
  const ranked = sessions.flatMap((session) => {
    const shared = sharedLength(given, session.id)
    const isOfLength = Math.abs(session.id.length - given.length) <= MISTYPED
    if (shared < ALIKE && !isOfLength) return []
    const distance = editDistance(given, session.id.slice(0, MAX_ID))
    return shared >= ALIKE || distance <= MISTYPED ? [{ session, shared, distance }] : []
  })
  const isSubagent = ({ session }: (typeof ranked)[number]) => Number(session.parent !== undefined)
  return ranked
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance || isSubagent(a) - isSubagent(b))
    .map(({ session }) => session)
}
