// What this process keeps in mind of each session; what must outlive it are events of the session's journal.

import type { Epoch } from "./model/epoch.ts"
import { type Evidence, forgetTexts, noEvidence } from "./session/evidence.ts"
import { emptyMeter, type Meter } from "./window/meter.ts"

export interface SessionState {
  readonly id: string
  epoch: Epoch | undefined
  lastResponseAt: number | undefined
  meter: Meter
  /** The step of the session that it counted last. */
  meteredStep: number
  /** What the user last asked for. */
  request: string | undefined
  /** The last calls and words of the assistant: what it is after. */
  readonly lately: string[]
  /** The host's model could not write a summary it would take. */
  compactionFailed: boolean
  /** The host takes a summary of Cairn's own. */
  takesSummary: boolean
  /** The agent wants the conversation before this turn cut off, on a host that cannot compact for it. */
  cutWanted: boolean
  /** A session's first message: there is nothing before it to cut. */
  firstTurn: string | undefined
  /** What Cairn itself has sent in the user's place: it is not the user who speaks. */
  ownPrompt: string | undefined
  /** Id of the last compaction the host has shown in this session's conversation. */
  compaction: string | undefined
  /** Who asked for a fresh prefix, if anybody. */
  forcedBy: string | undefined
  /** The session whose subagent this is, null if it is nobody's; undefined until the host was asked. */
  parent: string | null | undefined
  /** The user message that is being answered. */
  turn: string | undefined
  /** One that has come since; the request that shows it makes it the turn. */
  nextTurn: string | undefined
  /** Who said what: whether the agent may be believed goes by it. */
  readonly evidence: Evidence
  /** The summary whose candidates are being taken in, as a hash. */
  takingSummary: string | undefined
  /** How many approvals of quarantined notes its prefix knows of. */
  released: number | undefined
}

export interface Sessions {
  get(id: string): SessionState
  /** Whether this process has lately served it. */
  isLive(id: string, now: number): boolean
  remove(id: string): void
}

/** What outlives the process. */
export interface SavedSessions {
  epoch(session: string): { epoch: Epoch; lastResponseAt?: number } | undefined
}

/** The least recently used session beyond this is forgotten; its epoch is read again from the store. */
const MAX_SESSIONS = 300
/** So many keep in memory what their tools have said. */
const MAX_LISTENING = 12
const LIVE_MS = 2 * 3_600_000

export function createSessions(saved: SavedSessions): Sessions {
  const states = new Map<string, SessionState>()
  return {
    get(id) {
      const known = states.get(id)
      if (known) {
        states.delete(id)
        states.set(id, known)
        return known
      }
      const last = saved.epoch(id)
      const state: SessionState = {
        id,
        epoch: last?.epoch,
        lastResponseAt: last?.lastResponseAt,
        meter: emptyMeter,
        meteredStep: 0,
        compaction: last?.epoch.compaction,
        forcedBy: undefined,
        request: undefined,
        lately: [],
        compactionFailed: false,
        takesSummary: false,
        cutWanted: false,
        firstTurn: undefined,
        ownPrompt: undefined,
        parent: undefined,
        turn: undefined,
        nextTurn: undefined,
        evidence: noEvidence(),
        takingSummary: undefined,
        released: undefined,
      }
      states.set(id, state)
      const rested = [...states.values()].at(-1 - MAX_LISTENING)
      if (rested) forgetTexts(rested.evidence)
      if (states.size > MAX_SESSIONS) states.delete(states.keys().next().value as string)
      return state
    },
    isLive(id, now) {
      const state = states.get(id)
      return state !== undefined && now - (state.lastResponseAt ?? now) < LIVE_MS
    },
    remove: (id) => void states.delete(id),
  }
}

/** How deep subagents of subagents are followed. */
const MAX_DEPTH = 5

/** The session at the top, whose errand this is. */
export function ancestorOf(sessions: Sessions, session: SessionState): SessionState {
  let top = session
  for (let depth = 0; top.parent && depth < MAX_DEPTH; depth++) top = sessions.get(top.parent)
  return top
}

/** `session/message`: what is being said now. */
export function evidenceNow(session: SessionState | undefined): string {
  return session ? `${session.id}/${session.turn ?? ""}` : ""
}

const MAX_CALLS = 5
/** Of each. */
export const MAX_LATELY = 1000

export function rememberLately(session: SessionState, text: string): void {
  session.lately.push(text.slice(0, MAX_LATELY))
  if (session.lately.length > MAX_CALLS) session.lately.shift()
}
