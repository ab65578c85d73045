// The sessions that this process serves, and what it knows about each; what must outlive the process is in the session's journal. Each part is an
// immutable value with its transitions in its own file; only `updateSession` replaces one. (What `retiring` has
// found out about outputs grows in place.)
import { RecentMap } from "../model/recent-map.ts"
import { type CompactionRun, noCompactionRun } from "./compaction-run.ts"
import { type Evidence, noEvidence, withoutTexts } from "./evidence.ts"
import { type NearWork, noWork } from "./near-work.ts"
import { newRetiringRun, type RetiringRun, withoutShown } from "./retiring-run.ts"
import { renderedElsewhere, type SavedEpoch, type ServedPrefix } from "./served-prefix.ts"
import { noTurn, type Turn } from "./turn.ts"
import { nothingUnshown, type Unshown } from "./unshown.ts"
import { noGauge, type WindowGauge } from "./window-gauge.ts"

export interface LiveSession extends LiveParts {
  readonly id: string
}

export interface LiveParts {
  /**
   * The session that this subagent works for; null if it is not a subagent, in which case there is a user. Undefined until the host has answered.
   */
  readonly parent: string | null | undefined
  readonly turn: Turn
  readonly served: ServedPrefix
  readonly gauge: WindowGauge
  readonly compacting: CompactionRun
  readonly nearWork: NearWork
  readonly retiring: RetiringRun
  /** Who said what, on which trust in the agent depends. */
  readonly evidence: Evidence
  readonly unshown: Unshown
}

export function updateSession(session: LiveSession, parts: Partial<LiveParts>): void {
  Object.assign(session, parts)
}

export type LiveSessions = ReturnType<typeof createLiveSessions>

/** Beyond this, the least recently used session is forgotten; its epoch is read from the store when it returns. */
const MAX_SESSIONS = 300
/** Sessions that keep their tools' outputs in memory. */
const MAX_LISTENING = 12
const LIVE_MS = 2 * 3_600_000

export function createLiveSessions(savedEpoch: (session: string) => SavedEpoch | undefined) {
  const sessions = new RecentMap<string, LiveSession>(MAX_SESSIONS)
  return {
    get(id: string): LiveSession {
      const known = sessions.get(id)
      const session = known ?? begun(id, savedEpoch(id))
      sessions.set(id, session)
      const rested = known ? undefined : [...sessions.values()].at(-1 - MAX_LISTENING)
      if (rested)
        updateSession(rested, { evidence: withoutTexts(rested.evidence), retiring: withoutShown(rested.retiring) })
      return session
    },
    /** Whether this process has served it recently. */
    isLive(id: string, now: number): boolean {
      const session = sessions.get(id)
      return session !== undefined && now - (session.served.lastResponseAt ?? now) < LIVE_MS
    },
    remove: (id: string) => void sessions.delete(id),
  }
}

function begun(id: string, saved: SavedEpoch | undefined): LiveSession {
  return {
    id,
    parent: undefined,
    turn: noTurn,
    served: renderedElsewhere({}, saved),
    gauge: noGauge,
    compacting: noCompactionRun,
    nearWork: noWork,
    retiring: newRetiringRun(),
    evidence: noEvidence,
    unshown: nothingUnshown,
  }
}

/** How deep subagents of subagents are followed. */
export const MAX_ERRANDS = 5

/** The session and those it works for, itself first. `isWhole` if the last one is known not to be a subagent. */
export function lineOf(sessions: LiveSessions, session: LiveSession): { line: LiveSession[]; isWhole: boolean } {
  const line = [session]
  for (let last = session; last.parent && line.length <= MAX_ERRANDS; line.push(last)) last = sessions.get(last.parent)
  return { line, isWhole: line.at(-1)?.parent === null }
}

export function ancestorOf(sessions: LiveSessions, session: LiveSession): LiveSession {
  return lineOf(sessions, session).line.at(-1) ?? session
}

/** `session/message`: the evidence for what is said now. */
export function evidenceNow(session: LiveSession | undefined): string {
  return session ? `${session.id}/${session.turn.answers ?? ""}` : ""
}
